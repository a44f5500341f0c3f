import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { ErrorCard } from '../../design/error-card.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { errand } from '../../session/client.ts';

/** Redirects to the policy of a version, because jobs only have the version's id. */
export function PolicyVersionPage() {
  const { id } = useParams({ from: '/shell/policies/versions/$id' });
  const version = useQuery({
    queryKey: keys.policyVersion(id),
    queryFn: ({ signal }) => errand.policyVersions.get(id, { signal }),
  });
  if (version.data)
    return <Navigate to="/policies/$id" params={{ id: version.data.policy.id }} search={{ version: id }} replace />;
  return (
    <>
      <PageHeader title="Policy version" id={id} crumbs={[{ label: 'Policies', to: '/policies' }]} />
      {version.isError ? <ErrorCard error={version.error} onRetry={() => void version.refetch()} /> : <Skeleton />}
    </>
  );
}
