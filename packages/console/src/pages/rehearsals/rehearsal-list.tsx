import type { Policy, RehearsalSummary } from '@errand/sdk';
import { useNavigate } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { CopyId } from '../../design/copy.tsx';
import type { Column } from '../../design/data-table.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { RowLink } from '../../lists/links.tsx';
import { ListSection } from '../../lists/list-section.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
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
  const [isStarting, setIsStarting] = useState(false);
  const list = useList(
    keys.rehearsalLists(policy.id),
    (paging, options) => errand.rehearsals.list(policy.id, paging, options),
    untilAllDone,
  );
  const isEmpty = list.query.data?.count === 0;
  const button = canWrite && (
    <Button icon={<FlaskConical size={14} aria-hidden />} onClick={() => setIsStarting(true)}>
      Rehearse a version…
    </Button>
  );
  return (
    <ListSection
      label="Rehearsals"
      description={!isEmpty && 'Past cases decided again with another version, before it becomes current.'}
      actions={!isEmpty && button}
      list={list}
      columns={columnsFor(canWrite)}
      empty={
        <EmptyState title="No rehearsals yet" actions={button}>
          A rehearsal decides past cases again with another version and shows which verdicts would flip.
        </EmptyState>
      }
    >
      {isStarting && (
        <StartRehearsalDialog
          policy={policy}
          onClose={() => setIsStarting(false)}
          onStarted={({ id }) =>
            void navigate({ to: '/policies/$id/rehearsals/$rehearsalId', params: { id: policy.id, rehearsalId: id } })
          }
        />
      )}
    </ListSection>
  );
}
