import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reload } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';

/** Where an authorization server sends the browser back after somebody has signed a connection in. */
export function SignedInPage() {
  const answer = readAnswer();
  const done = useQuery({
    queryKey: keys.connectionSignIn(answer.state),
    queryFn: async () => {
      const connection = await errand.connections.completeSignIn(answer);
      await reload(keys.connectionLists());
      return connection;
    },
    // It counts once.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <>
      <PageHeader title="Sign a connection in" />
      <div className="flex max-w-xl flex-col gap-4">
        {done.isError ? (
          <ErrorCard error={done.error} title="The connection is not signed in" />
        ) : (
          <QueryView query={done}>
            {({ name, sign_in: signIn }) => (
              <Card title={<bdi>{name}</bdi>}>
                The connection is signed in at <bdi>{signIn?.issuer}</bdi>. Agents that use it act as you there.
              </Card>
            )}
          </QueryView>
        )}
        <Link to="/settings" search={{ tab: 'connections' }} className="underline">
          Connections
        </Link>
      </div>
    </>
  );
}

/** Reads the address as the browser got it: the router reads numbers in it as numbers, and a code may look like one. */
function readAnswer() {
  const [first] = performance.getEntriesByType('navigation');
  const given = first && URL.canParse(first.name) ? new URL(first.name) : undefined;
  const { searchParams } = given?.pathname === location.pathname ? given : new URL(location.href);
  const { state = '', code, iss, error, error_description } = Object.fromEntries(searchParams);
  return {
    state,
    ...(code !== undefined && { code }),
    ...(iss !== undefined && { iss }),
    ...(error !== undefined && { error }),
    ...(error_description !== undefined && { error_description }),
  };
}
