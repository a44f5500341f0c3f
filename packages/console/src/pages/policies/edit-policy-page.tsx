import type { JsonObject, Policy } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { ErrorCard } from '../../design/error-card.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { RoleNeeded } from '../../design/role-needed.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { PolicyEditor } from './policy-editor.tsx';

/** A starting point, so that nobody begins with an empty page. */
const firstContent: JsonObject = {
  guidelines: {
    categories: [{ title: 'General', rules: [{ title: '', description: '', flag: 'RED_FLAG' }] }],
  },
  dispositions: {
    classifications: [
      { name: 'approved', description: 'No red flag rule is hit.' },
      { name: 'rejected', description: 'A red flag rule is hit.' },
    ],
  },
  summary_template: { template: '{{verdict}}: {{#each findings}}{{#if hit}}{{rule_title}}. {{/if}}{{/each}}' },
};

export function NewPolicyPage() {
  const { can } = useAccess();
  return (
    <>
      <PageHeader title="New policy" crumbs={[{ label: 'Policies', to: '/policies' }]} />
      {can('member') ? <PolicyEditor content={firstContent} baseId={null} /> : <RoleNeeded what="Writing policies" />}
    </>
  );
}

export function EditPolicyPage() {
  const { can } = useAccess();
  const { id } = useParams({ from: '/shell/policies/$id/edit' });
  const { version } = useSearch({ from: '/shell/policies/$id/edit' });
  const policy = useQuery({ queryKey: keys.policy(id), queryFn: ({ signal }) => errand.policies.get(id, { signal }) });
  const crumbs = [
    { label: 'Policies', to: '/policies' },
    { label: policy.data?.name ?? 'Policy', to: `/policies/${id}` },
  ];
  return (
    <>
      <PageHeader title={policy.data ? `Edit ${policy.data.name}` : 'Edit policy'} crumbs={crumbs} />
      {!can('member') ? (
        <RoleNeeded what="Writing policies" />
      ) : policy.data ? (
        <FromVersion key={version ?? 'current'} policy={policy.data} version={version} />
      ) : policy.isError ? (
        <ErrorCard error={policy.error} onRetry={() => void policy.refetch()} />
      ) : (
        <Skeleton />
      )}
    </>
  );
}

function FromVersion({ policy, version }: { policy: Policy; version: string | undefined }) {
  const id = version ?? policy.current_version_id ?? policy.id;
  const base = useQuery({
    queryKey: keys.policyVersion(id),
    queryFn: ({ signal }) => errand.policyVersions.get(id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (base.data)
    return (
      <PolicyEditor
        key={base.data.id}
        policy={policy}
        content={base.data.content}
        baseId={base.data.id}
        warnings={base.data.content_warnings}
      />
    );
  return base.isError ? <ErrorCard error={base.error} onRetry={() => void base.refetch()} /> : <Skeleton />;
}
