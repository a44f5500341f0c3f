import { useNavigate, useSearch } from '@tanstack/react-router';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  const { next } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-5 px-4">
      <h1 className="text-xl font-semibold">Sign in to Errand</h1>
      <SignInForm onDone={() => void navigate({ href: next ?? '/', replace: true })} />
    </main>
  );
}
