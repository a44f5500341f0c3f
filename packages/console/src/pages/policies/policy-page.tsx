import type { Policy } from '@errand/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Ellipsis, Pencil } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { buttonClass, IconButton } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { Menu } from '../../design/menu.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { showError, showToast } from '../../design/toast.tsx';
import { Warnings } from '../../design/warnings.tsx';
import { saveText } from '../../json/save-text.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { GateCard } from '../gates/gate-card.tsx';
import { RehearsalList } from '../rehearsals/rehearsal-list.tsx';
import { DependentAgents } from './dependent-agents.tsx';
import { PolicyRules } from './policy-rules.tsx';
import type { PolicyTab } from './policy-search.ts';
import { PolicyVersions } from './policy-versions.tsx';
import { PromoteDialog } from './promote-dialog.tsx';

export function PolicyPage() {
  const { id } = useParams({ from: '/shell/policies/$id' });
  const policy = useQuery({ queryKey: keys.policy(id), queryFn: ({ signal }) => errand.policies.get(id, { signal }) });
  if (policy.data) return <PolicyView key={id} policy={policy.data} />;
  return (
    <>
      <PageHeader title="Policy" id={id} crumbs={[{ label: 'Policies', to: '/policies' }]} />
      {policy.isError ? <ErrorCard error={policy.error} onRetry={() => void policy.refetch()} /> : <Skeleton />}
    </>
  );
}

function PolicyView({ policy }: { policy: Policy }) {
  const { tab = 'rules', version: wanted, page = 1 } = useSearch({ from: '/shell/policies/$id' });
  const navigate = useNavigate({ from: '/policies/$id' });
  const { can } = useAccess();
  const [isDeleting, setIsDeleting] = useState(false);
  const [promoting, setPromoting] = useState<string>();
  const canWrite = can('member');
  const versionId = wanted ?? policy.current_version_id ?? policy.id;
  const version = useQuery({
    queryKey: keys.policyVersion(versionId),
    queryFn: ({ signal }) => errand.policyVersions.get(versionId, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isCurrent = versionId === policy.current_version_id;
  return (
    <>
      <PageHeader
        title={policy.name}
        id={policy.id}
        crumbs={[{ label: 'Policies', to: '/policies' }]}
        badge={
          version.data && (
            <Badge tone={isCurrent ? 'positive' : 'warning'}>
              <bdi>{version.data.version_name}</bdi>
              {isCurrent ? ' · current' : ' · not current'}
            </Badge>
          )
        }
        {...(policy.description && { description: <bdi>{policy.description}</bdi> })}
        actions={
          canWrite && (
            <>
              <Link
                to="/policies/$id/edit"
                params={{ id: policy.id }}
                search={{ version: wanted }}
                className={buttonClass('primary')}
              >
                <Pencil size={14} aria-hidden />
                Edit as a new version
              </Link>
              <Menu
                trigger={<IconButton label="More actions" icon={<Ellipsis size={16} aria-hidden />} />}
                items={[
                  {
                    label: 'Download as JSON',
                    disabled: version.data === undefined,
                    onSelect: () => saveText(JSON.stringify(version.data!.content, null, 2), `${policy.name}.json`),
                  },
                  'separator',
                  { label: 'Delete policy…', danger: true, onSelect: () => setIsDeleting(true) },
                ]}
              />
            </>
          )
        }
      />
      <Warnings title="Warnings about this version" items={version.data?.content_warnings ?? []} />
      <Tabs
        label="Parts of the policy"
        value={tab}
        onChange={(next: PolicyTab) =>
          void navigate({ search: (before) => ({ ...before, tab: next, page: undefined }), replace: true })
        }
        tabs={[
          {
            value: 'rules',
            label: 'Rules and verdicts',
            content: <QueryView query={version}>{(data) => <PolicyRules content={data.content} />}</QueryView>,
          },
          {
            value: 'versions',
            label: 'Versions',
            content: <PolicyVersions policy={policy} canWrite={canWrite} onPromote={setPromoting} />,
          },
          {
            value: 'rehearsals',
            label: 'Rehearsals',
            content: (
              <RehearsalList
                policy={policy}
                page={page}
                onPage={(next) => void navigate({ search: (before) => ({ ...before, page: next }) })}
                canWrite={canWrite}
              />
            ),
          },
          {
            value: 'gate',
            label: 'Gate',
            content: (
              <div className="max-w-3xl">
                <GateCard owner={{ kind: 'policy', id: policy.id }} />
              </div>
            ),
          },
          { value: 'agents', label: 'Agents', content: <DependentAgents policyId={policy.id} /> },
        ]}
      />
      {promoting !== undefined && (
        <PromoteDialog policy={policy} versionId={promoting} onClose={() => setPromoting(undefined)} />
      )}
      <DeletePolicy policy={policy} open={isDeleting} onClose={() => setIsDeleting(false)} />
    </>
  );
}

function DeletePolicy({ policy, open, onClose }: { policy: Policy; open: boolean; onClose(): void }) {
  const navigate = useNavigate({ from: '/policies/$id' });
  const queryClient = useQueryClient();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete ${policy.name}?`}
      description="All its versions are deleted. Finished jobs keep their verdicts. A policy that agent versions use cannot be deleted."
      action="Delete policy"
      danger
      onConfirm={async () => {
        await errand.policies.delete(policy.id).catch((error: unknown) => {
          showError(error, 'The policy was not deleted');
          void navigate({ search: { tab: 'agents' } });
          throw error;
        });
        showToast('Policy deleted');
        await queryClient.invalidateQueries({ queryKey: keys.policies() });
        await navigate({ to: '/policies' });
      }}
    />
  );
}
