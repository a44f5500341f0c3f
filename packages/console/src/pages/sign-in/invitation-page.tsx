import type { OpenedInvitation } from '@errand/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { errand } from '../../session/client.ts';
import { getSession } from '../../session/session.ts';
import { enterAsUser } from '../../session/sign-in.ts';

/** The page of the link that an administrator hands over. */
export function InvitationPage() {
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  const [invitation, setInvitation] = useState<OpenedInvitation>();
  const [problem, setProblem] = useState<string>();
  const isSignedIn = getSession() !== undefined;

  useEffect(() => {
    document.title = 'Invitation · Errand';
    errand.invitations.open({ token }).then(setInvitation, (error) => setProblem(describe(error)));
  }, [token]);

  async function accept(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    try {
      const { sign_in: signedIn } = await errand.invitations.accept({ token, ...(password && { password }) });
      if (signedIn !== null) await enterAsUser(signedIn.token, signedIn.expires_at);
      await navigate({ to: '/', replace: true });
    } catch (error) {
      setProblem(describe(error));
    }
  }

  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-5 px-4">
      <h1 className="text-xl font-semibold">
        {invitation === undefined ? 'Invitation' : `Join ${invitation.organization}`}
      </h1>
      {problem !== undefined && (
        <p role="alert" className="rounded-md bg-warning-soft p-3 text-md text-warning">
          {problem}
        </p>
      )}
      {invitation !== undefined && (
        <form className="flex flex-col gap-4" onSubmit={accept}>
          <p>
            {invitation.email}, as {invitation.role}.
          </p>
          {invitation.needs === 'password' && !isSignedIn && (
            <TextField
              label="Choose a password"
              name="password"
              type="password"
              required
              minLength={8}
              autoComplete="new-password"
            />
          )}
          {invitation.needs === 'sign_in' && !isSignedIn ? (
            <p>
              You have an account. <Link to="/sign-in">Sign in</Link>, then open this link again.
            </p>
          ) : (
            <Button type="submit" variant="primary">
              Accept
            </Button>
          )}
        </form>
      )}
    </main>
  );
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
