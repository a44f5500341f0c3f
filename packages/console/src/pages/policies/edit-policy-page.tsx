import type { Policy } from '@errand/sdk';
import { useParams, useSearch } from '@tanstack/react-router';
import { FOREVER, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RoleNeeded } from '../../design/role-needed.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { PolicyEditor } from './policy-editor.tsx';

export function EditPolicyPage() {
  const { can } = useAccess();
  const { id } = useParams({ from: '/shell/policies/$id/edit' });
  const { version } = useSearch({ from: '/shell/policies/$id/edit' });
  const policy = useRead(keys.policy(id), (options) => errand.policies.get(id, options));
  const crumbs = [
    { label: 'Policies', to: '/policies' },
    { label: policy.data?.name ?? 'Policy', to: `/policies/${id}` },
  ];
  return (
    <>
      <PageHeader title={policy.data ? `Edit ${policy.data.name}` : 'Edit policy'} crumbs={crumbs} />
      {can('member') ? (
        <QueryView query={policy}>
          {(found) => <FromVersion key={version ?? 'current'} policy={found} version={version} />}
        </QueryView>
      ) : (
        <RoleNeeded what="Writing policies" />
      )}
    </>
  );
}

function FromVersion({ policy, version }: { policy: Policy; version: string | undefined }) {
  const id = version ?? policy.current_version_id ?? policy.id;
  const base = useRead(keys.policyVersion(id), (options) => errand.policyVersions.get(id, options), FOREVER);
  return (
    <QueryView query={base}>
      {({ id: baseId, content, content_warnings: warnings }) => (
        <PolicyEditor key={baseId} policy={policy} content={content} baseId={baseId} warnings={warnings} />
      )}
    </QueryView>
  );
}
