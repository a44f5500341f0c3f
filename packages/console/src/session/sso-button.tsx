import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { ErrorText } from '../design/save-form.tsx';
import { startSso } from './sso.ts';

/** Opens the identity provider. If it cannot be reached, says so. The other sign-in methods stay available. */
export function SsoButton({ name, next }: { name: string; next: string | undefined }) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  function start(): void {
    setBusy(true);
    setError(undefined);
    startSso(next).catch((failure: unknown) => {
      setBusy(false);
      setError(failure instanceof Error ? failure.message : String(failure));
    });
  }
  return (
    <div className="flex flex-col gap-2">
      <Button variant="primary" busy={busy} onClick={start}>
        Sign in with {name}
      </Button>
      <ErrorText>{error}</ErrorText>
    </div>
  );
}
