import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { ErrorCard } from '../../design/error-card.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';
import { ConsentCard } from './consent-card.tsx';

/** Asks a person whether a program may act for them. Programs bring people here when they sign in. */
export function ConsentPage() {
  const { id } = useParams({ from: '/shell/oauth/interactions/$id' });
  const request = useQuery({
    queryKey: keys.consent(id),
    queryFn: ({ signal }) => errand.oauth.interaction(id, { signal }),
    // After the decision there is nothing more to load.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <>
      <PageHeader
        title="Connect a program"
        description="A program asks to act for you. Allow it only if you started this yourself."
      />
      {request.isError && request.data === undefined ? (
        <div className="max-w-xl">
          <ErrorCard error={request.error} title="No program is waiting here" />
        </div>
      ) : (
        <QueryView query={request}>{(data) => <ConsentCard id={id} request={data} />}</QueryView>
      )}
    </>
  );
}
