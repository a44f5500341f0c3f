import { Navigate, useParams } from '@tanstack/react-router';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { QueryPage } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';

/** Redirects to the policy of a version, because jobs only have the version's id. */
export function PolicyVersionPage() {
  const { id } = useParams({ from: '/shell/policies/versions/$id' });
  const version = useRead(keys.policyVersion(id), (options) => errand.policyVersions.get(id, options));
  return (
    <QueryPage query={version} title="Policy version" id={id} crumbs={[{ label: 'Policies', to: '/policies' }]}>
      {({ policy }) => <Navigate to="/policies/$id" params={{ id: policy.id }} search={{ version: id }} replace />}
    </QueryPage>
  );
}
