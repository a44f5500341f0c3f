import type { Policy } from '@errand/sdk';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { FOREVER, reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { DeleteDialog } from '../../design/dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { QueryPage, QueryView } from '../../design/query-view.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { Warnings } from '../../design/warnings.tsx';
import { saveText } from '../../json/save-text.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { GateCard } from '../gates/gate-card.tsx';
import { OpenPromotion } from '../gates/open-promotion.tsx';
import { RehearsalList } from '../rehearsals/rehearsal-list.tsx';
import { DependentAgents } from '../versions/dependent-agents.tsx';
import { VersionedHeader } from '../versions/versioned-header.tsx';
import { PolicyRules } from './policy-rules.tsx';
import type { PolicyTab } from './policy-search.ts';
import { PolicyVersions } from './policy-versions.tsx';
import { PromotePolicy } from './promote-dialog.tsx';
import { useDependents } from './use-dependents.ts';

const crumbs = [{ label: 'Policies', to: '/policies' }];

export function PolicyPage() {
  const { id } = useParams({ from: '/shell/policies/$id' });
  const policy = useRead(keys.policy(id), (options) => errand.policies.get(id, options));
  return (
    <QueryPage query={policy} title="Policy" id={id} crumbs={crumbs}>
      {(found) => <PolicyView key={id} policy={found} />}
    </QueryPage>
  );
}

function PolicyView({ policy }: { policy: Policy }) {
  const { tab = 'rules', version: wanted } = useSearch({ from: '/shell/policies/$id' });
  const navigate = useNavigate({ from: '/policies/$id' });
  const canWrite = useAccess().can('member');
  const [isDeleting, setIsDeleting] = useState(false);
  const [promoting, setPromoting] = useState<string>();
  const versionId = wanted ?? policy.current_version_id ?? policy.id;
  const version = useRead(
    keys.policyVersion(versionId),
    (options) => errand.policyVersions.get(versionId, options),
    FOREVER,
  );
  return (
    <>
      <VersionedHeader
        owner={policy}
        crumbs={crumbs}
        version={version.data}
        editPath={`/policies/${policy.id}/edit`}
        wanted={wanted}
        canWrite={canWrite}
        menu={[
          {
            label: 'Download as JSON',
            disabled: version.data === undefined,
            onSelect: () => saveText(JSON.stringify(version.data!.content, null, 2), `${policy.name}.json`),
          },
          'separator',
          { label: 'Delete policy…', danger: true, onSelect: () => setIsDeleting(true) },
        ]}
      />
      <Warnings title="Warnings about this version" items={version.data?.content_warnings ?? []} />
      <OpenPromotion owner={{ kind: 'policy', id: policy.id }} />
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
            content: <RehearsalList policy={policy} canWrite={canWrite} />,
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
          { value: 'agents', label: 'Agents', content: <Agents policyId={policy.id} /> },
        ]}
      />
      {promoting !== undefined && (
        <PromotePolicy policy={policy} versionId={promoting} onClose={() => setPromoting(undefined)} />
      )}
      <DeleteDialog
        open={isDeleting}
        onClose={() => setIsDeleting(false)}
        what="policy"
        name={policy.name}
        description="All its versions are deleted. Finished jobs keep their verdicts. A policy that agent versions use cannot be deleted."
        onDelete={() => errand.policies.delete(policy.id)}
        onFailed={() => navigate({ search: { tab: 'agents' } })}
        onDone={async () => {
          await reload(keys.policies());
          await navigate({ to: '/policies' });
        }}
      />
    </>
  );
}

const Agents = ({ policyId }: { policyId: string }) => (
  <DependentAgents
    query={useDependents(policyId)}
    empty={
      <EmptyState title="No agent uses this policy">
        Add it to an agent's configuration as <code>policy_version_id</code>. Its next job uses the current version.
      </EmptyState>
    }
  />
);
