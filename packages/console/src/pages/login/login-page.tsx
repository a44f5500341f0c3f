import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { Field, Input } from '../../design/field.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';
import { LoginCard } from './login-card.tsx';

/** Confirms a login of the CLI. `errand login` brings people here with its code. */
export function LoginPage() {
  const { code } = useSearch({ from: '/shell/login' });
  return (
    <>
      <PageHeader
        title="Sign in a terminal"
        description="A program asks for an API key in your name. Confirm only if you started it yourself."
      />
      {code === undefined ? <CodeForm /> : <Login key={code} code={code} />}
    </>
  );
}

function Login({ code }: { code: string }) {
  const login = useQuery({
    queryKey: keys.login(code),
    queryFn: ({ signal }) => errand.logins.current({ user_code: code }, { signal }),
    // After the decision there is nothing more to load, and requests are rate-limited.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (login.isError && login.data === undefined) {
    return (
      <div className="flex max-w-xl flex-col gap-5">
        <ErrorCard error={login.error} title="No program is waiting for this code">
          <p className="mt-1">
            A code works once, within ten minutes. Run errand login again, or type the code it shows.
          </p>
        </ErrorCard>
        <CodeForm />
      </div>
    );
  }
  return <QueryView query={login}>{(data) => <LoginCard login={data} />}</QueryView>;
}

function CodeForm() {
  const navigate = useNavigate({ from: '/login' });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('code')).trim();
    void navigate({ search: { code: typed } });
  }
  return (
    <form onSubmit={submit} className="max-w-xl">
      <Field label="Code" name="code" description="As shown in the terminal, for example BDFG-HJKL.">
        <div className="flex gap-2">
          <Input required maxLength={20} autoComplete="off" className="font-mono uppercase" />
          <Button type="submit">Continue</Button>
        </div>
      </Field>
    </form>
  );
}
