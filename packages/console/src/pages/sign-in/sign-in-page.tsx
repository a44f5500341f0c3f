import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { showToast } from '../../design/toast.ts';
import { getSession } from '../../session/session.ts';
import { signInWithLink } from '../../session/sign-in.ts';
import { SignInForm } from '../../session/sign-in-form.tsx';
import { Mark } from '../../shell/mark.tsx';

export function SignInPage() {
  const { next } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const [code] = useState(readCode);
  const [linkProblem, setLinkProblem] = useState<string>();
  const enter = () => void navigate({ href: next ?? '/', replace: true });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a code works once, so it is tried once
  useEffect(() => {
    document.title = 'Sign in · Errand';
    if (code === undefined) return;
    // Removes the code from the URL and the history before it is used.
    history.replaceState(history.state, '', location.pathname + location.search);
    signInWithLink(code).then(enter, (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      const session = getSession();
      if (session === undefined || session.ended) return setLinkProblem(message);
      showToast('You are already signed in', { description: message });
      enter();
    });
  }, []);

  const isEntering = code !== undefined && linkProblem === undefined;
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-5 px-4">
      <h1 className="flex items-center gap-3 text-xl font-semibold">
        <Mark size={32} />
        Sign in to Errand
      </h1>
      {linkProblem !== undefined && (
        <p role="alert" className="rounded-md bg-warning-soft p-3 text-md text-warning">
          {linkProblem} Sign in below, or start the server again for a new link.
        </p>
      )}
      {isEntering ? (
        <p role="status" className="text-muted">
          Signing you in…
        </p>
      ) : (
        <SignInForm onDone={enter} next={next} />
      )}
    </main>
  );
}

const readCode = (): string | undefined => new URLSearchParams(location.hash.slice(1)).get('code') ?? undefined;
