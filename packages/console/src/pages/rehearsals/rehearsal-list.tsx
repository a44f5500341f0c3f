import type { Policy, RehearsalSummary } from '@errand/sdk';
import { useNavigate } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { CopyId } from '../../design/copy.tsx';
import type { Column } from '../../design/data-table.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { RowLink } from '../../lists/links.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { RehearsalSection } from '../runs/rehearsal-section.tsx';
import { RunStatus, untilAllDone } from '../runs/run-status.tsx';
import { undecidableOf } from './flip-words.ts';
import { PolicyVersionName } from './policy-version-name.tsx';
import { RehearsalActions } from './rehearsal-actions.tsx';
import { StartRehearsalDialog } from './start-rehearsal-dialog.tsx';

const columnsFor = (canWrite: boolean): Column<RehearsalSummary>[] => [
  {
    header: 'Version',
    cell: ({ id, policy_id: policyId, version_id: versionId }) => (
      <RowLink to={`/policies/${policyId}/rehearsals/${id}`}>
        <PolicyVersionName id={versionId} />
      </RowLink>
    ),
  },
  { header: 'Status', cell: (one) => <RunStatus run={one} /> },
  { header: 'Cases', numeric: true, cell: ({ total }) => formatNumber(total) },
  { header: 'Flips', numeric: true, cell: ({ flip_count: count }) => formatNumber(count) },
  { header: 'Unchanged', numeric: true, cell: ({ unchanged }) => formatNumber(unchanged) },
  { header: 'Undecidable', numeric: true, cell: (one) => formatNumber(undecidableOf(one)) },
  { header: 'Cost', numeric: true, cell: ({ cost }) => formatCost(cost) },
  { header: 'Started', at: ({ started_at: at }) => at },
  { header: 'Id', from: 'xl', cell: ({ id }) => <CopyId id={id} className="relative" /> },
  { actions: (one) => canWrite && <RehearsalActions rehearsal={one} /> },
];

/** The rehearsals of a policy, newest first. */
export function RehearsalList({ policy, canWrite }: { policy: Policy; canWrite: boolean }) {
  const navigate = useNavigate();
  const list = useList(
    keys.rehearsalLists(policy.id),
    (paging, options) => errand.rehearsals.list(policy.id, paging, options),
    untilAllDone,
  );
  return (
    <RehearsalSection
      list={list}
      columns={columnsFor(canWrite)}
      canWrite={canWrite}
      description="Past cases decided again with another version, before it becomes current."
      empty="A rehearsal decides past cases again with another version and shows which verdicts would flip."
      dialog={(close) => (
        <StartRehearsalDialog
          policy={policy}
          onClose={close}
          onStarted={({ id }) =>
            void navigate({ to: '/policies/$id/rehearsals/$rehearsalId', params: { id: policy.id, rehearsalId: id } })
          }
        />
      )}
    />
  );
}
