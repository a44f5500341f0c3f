import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorCard } from '../design/error-card.tsx';
import { PageHeader } from '../design/page-header.tsx';

/** A page that broke. The shell around it stays, so that every other page can be reached. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  // After an update of the server the files of the old pages are gone.
  const isOutdated = /dynamically imported module|Importing a module script failed/i.test(String(error));
  if (isOutdated) {
    return (
      <>
        <PageHeader title="A new version is here" />
        <ErrorCard
          error={new Error('The server was updated. Reload to get its console.')}
          title="Reload the page"
          onRetry={() => location.reload()}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader title="This page broke" />
      <ErrorCard
        error={error}
        title="Something on this page went wrong"
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </>
  );
}
