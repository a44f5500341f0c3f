import { type FormEvent, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Field, Input } from '../design/field.tsx';
import { Tabs } from '../design/tabs.tsx';
import { signInWithKey, signInWithPassword } from './sign-in.ts';

type Way = 'key' | 'user';

/** With an API key, or as a user. Also shown over a page whose session ended. */
export function SignInForm({ onDone }: { onDone(): void }) {
  const [way, setWay] = useState<Way>('key');
  return (
    <Tabs
      label="Sign-in method"
      value={way}
      onChange={(next: Way) => setWay(next)}
      tabs={[
        { value: 'key', label: 'API key', content: <KeyForm onDone={onDone} /> },
        { value: 'user', label: 'E-mail and password', content: <PasswordForm onDone={onDone} /> },
      ]}
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

function KeyForm({ onDone }: { onDone(): void }) {
  const { error, busy, submit } = useSubmit((form) => signInWithKey(String(form.get('key')).trim()), onDone);
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <Field
        label="API key"
        name="key"
        error={error}
        description="It was printed at the first start. It is also in .errand/credentials.json on the server."
      >
        <Input type="password" required autoComplete="current-password" className="font-mono" />
      </Field>
      <Button type="submit" variant="primary" busy={busy}>
        Sign in
      </Button>
    </form>
  );
}

function PasswordForm({ onDone }: { onDone(): void }) {
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
      <Button type="submit" variant="primary" busy={busy}>
        Sign in
      </Button>
    </form>
  );
}
