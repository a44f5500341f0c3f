import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { completeSso } from '../../session/sso.ts';

/** The page that the identity provider redirects to. */
export function SsoCallbackPage() {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a code works once, so it is tried once
  useEffect(() => {
    document.title = 'Sign in · Errand';
    const parameters = new URLSearchParams(location.search);
    // Removes the code from the URL and the history before it is used.
    history.replaceState(history.state, '', location.pathname);
    completeSso(parameters).then(
      (next) => void navigate({ href: next, replace: true }),
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
  }, []);

  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-5 px-4">
      <h1 className="text-xl font-semibold">Sign in to Errand</h1>
      {problem === undefined ? (
        <p role="status" className="text-muted">
          Signing you in…
        </p>
      ) : (
        <>
          <p role="alert" className="rounded-md bg-warning-soft p-3 text-md text-warning">
            {problem}
          </p>
          <Link to="/sign-in" className="text-accent underline">
            Back to the sign-in page
          </Link>
        </>
      )}
    </main>
  );
}
