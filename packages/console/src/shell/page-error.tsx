import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useConnection } from '../data/connection.ts';
import { ErrorCard } from '../design/error-card.tsx';
import { PageHeader } from '../design/page-header.tsx';

/** Shown for a page that failed. The shell stays, so that every other page can be reached. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const connection = useConnection();
  const isNotLoaded = /dynamically imported module|importing a module script failed/i.test(String(error));
  const retry = () => {
    reset();
    void router.invalidate();
  };
  const last = useRef(connection);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time the server is back
  useEffect(() => {
    if (isNotLoaded && last.current !== 'live' && connection === 'live') retry();
    last.current = connection;
  }, [connection]);

  if (isNotLoaded && connection !== 'live') {
    return (
      <>
        <PageHeader title="No connection" />
        <ErrorCard
          error={
            new Error(
              'This page has not been loaded yet, and the server is unreachable. It opens when the server is back.',
            )
          }
          title="Waiting for the server"
          onRetry={retry}
        />
      </>
    );
  }
  // After an update of the server, the files of old pages no longer exist.
  if (isNotLoaded) {
    return (
      <>
        <PageHeader title="A new version is available" />
        <ErrorCard
          error={new Error('The server was updated. Reload to get the new console.')}
          title="Reload the page"
          onRetry={() => location.reload()}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title="This page failed" />
      <ErrorCard error={error} title="Something on this page went wrong" onRetry={retry} />
    </>
  );
}
