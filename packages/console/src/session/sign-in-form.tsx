import { type FormEvent, useState } from 'react';
import { useRead } from '../data/queries.ts';
import { keys } from '../data/query-keys.ts';
import { Button } from '../design/button.tsx';
import { Field, Input } from '../design/field.tsx';
import { Tabs } from '../design/tabs.tsx';
import { errandWith } from './client.ts';
import { signInWithKey, signInWithPassword } from './sign-in.ts';
import { SsoButton } from './sso-button.tsx';

type Way = 'key' | 'user';

/** Signs in with the identity provider, an API key, or a password. Also shown over a page whose session ended. */
export function SignInForm({ onDone, next }: { onDone(): void; next?: string | undefined }) {
  const [way, setWay] = useState<Way>('key');
  const { data } = useRead(keys.signInMethods(), (options) => errandWith('').sso.methods(options), {
    staleTime: 60_000,
  });
  // While it is unknown, or if the server is too busy to answer, the methods that always work are offered.
  const takesPasswords = data?.password ?? true;
  return (
    <div className="flex flex-col gap-5">
      {data?.sso && (
        <>
          <SsoButton name={data.sso.name} next={next} />
          <p className="flex items-center gap-3 text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
            or
          </p>
        </>
      )}
      <Ways way={way} setWay={setWay} takesPasswords={takesPasswords} isPrimary={!data?.sso} onDone={onDone} />
    </div>
  );
}

/** The way of the organization comes first, if there is one. */
type FormProps = { isPrimary: boolean; onDone(): void };
type WaysProps = FormProps & { way: Way; setWay(way: Way): void; takesPasswords: boolean };

function Ways({ way, setWay, takesPasswords, ...form }: WaysProps) {
  const key = { value: 'key' as const, label: 'API key', content: <KeyForm {...form} /> };
  const password = { value: 'user' as const, label: 'E-mail and password', content: <PasswordForm {...form} /> };
  return (
    <Tabs
      label="Sign-in method"
      value={way}
      onChange={(next: Way) => setWay(next)}
      tabs={takesPasswords ? [key, password] : [key]}
    />
  );
}

function useSubmit(send: (form: FormData) => Promise<void>, onDone: () => void) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await send(new FormData(event.currentTarget));
      onDone();
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : String(failure));
    } finally {
      setBusy(false);
    }
  }
  return { error, busy, submit };
}

function KeyForm({ isPrimary, onDone }: FormProps) {
  const { error, busy, submit } = useSubmit((form) => signInWithKey(String(form.get('key')).trim()), onDone);
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field
        label="API key"
        name="key"
        error={error}
        description="The server printed it at its first start and keeps it in .errand/credentials.json."
      >
        <Input type="password" required autoComplete="current-password" className="font-mono" />
      </Field>
      <Button type="submit" variant={isPrimary ? 'primary' : 'secondary'} busy={busy}>
        Sign in
      </Button>
    </form>
  );
}

function PasswordForm({ isPrimary, onDone }: FormProps) {
  const { error, busy, submit } = useSubmit(
    (form) => signInWithPassword(String(form.get('email')).trim(), String(form.get('password'))),
    onDone,
  );
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field label="E-mail" name="email">
        <Input type="email" required autoComplete="username" />
      </Field>
      <Field label="Password" name="password" error={error}>
        <Input type="password" required autoComplete="current-password" />
      </Field>
      <Button type="submit" variant={isPrimary ? 'primary' : 'secondary'} busy={busy}>
        Sign in
      </Button>
    </form>
  );
}
