import type { EvaluationSet } from '@errand/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { formatNumber } from '../../design/format.ts';
import { Menu } from '../../design/menu.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { showError, showToast } from '../../design/toast.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { AddCasesDialog } from './add-cases-dialog.tsx';
import type { SetTab } from './evaluation-search.ts';
import { SetCases } from './set-cases.tsx';
import { SetRuns } from './set-runs.tsx';
import { StartRunDialog } from './start-run-dialog.tsx';

export function EvaluationSetPage() {
  const { id } = useParams({ from: '/shell/evaluations/$id' });
  const set = useQuery({
    queryKey: keys.evaluationSet(id),
    queryFn: ({ signal }) => errand.evaluationSets.get(id, { signal }),
  });
  if (set.data) return <SetView key={id} set={set.data} />;
  return (
    <>
      <PageHeader title="Evaluation set" id={id} crumbs={[{ label: 'Evaluations', to: '/evaluations' }]} />
      {set.isError ? <ErrorCard error={set.error} onRetry={() => void set.refetch()} /> : <Skeleton />}
    </>
  );
}

function SetView({ set }: { set: EvaluationSet }) {
  const { tab = 'runs', page = 1 } = useSearch({ from: '/shell/evaluations/$id' });
  const navigate = useNavigate({ from: '/evaluations/$id' });
  const queryClient = useQueryClient();
  const canWrite = useAccess().can('member');
  const [dialog, setDialog] = useState<'add' | 'run' | 'delete'>();
  const close = () => setDialog(undefined);
  const turnTo = (next: number) => void navigate({ search: (before) => ({ ...before, page: next }) });
  return (
    <>
      <PageHeader
        title={set.name}
        id={set.id}
        crumbs={[{ label: 'Evaluations', to: '/evaluations' }]}
        description={
          <>
            {formatNumber(set.case_count)} {set.case_count === 1 ? 'case' : 'cases'}
            {set.description && (
              <>
                {' · '}
                <bdi>{set.description}</bdi>
              </>
            )}
          </>
        }
        actions={
          canWrite && (
            <>
              <Button onClick={() => setDialog('add')}>Add cases…</Button>
              <Button variant="primary" disabled={set.case_count === 0} onClick={() => setDialog('run')}>
                Start a run…
              </Button>
              <Menu
                trigger={<IconButton label="More actions" icon={<Ellipsis size={16} aria-hidden />} />}
                items={[{ label: 'Delete evaluation set…', danger: true, onSelect: () => setDialog('delete') }]}
              />
            </>
          )
        }
      />
      <Tabs
        label="Parts of the evaluation set"
        value={tab}
        onChange={(next: SetTab) => void navigate({ search: { tab: next }, replace: true })}
        tabs={[
          {
            value: 'runs',
            label: 'Runs',
            content: <SetRuns set={set} page={page} onPage={turnTo} canWrite={canWrite} />,
          },
          {
            value: 'cases',
            label: 'Cases',
            content: <SetCases set={set} page={page} onPage={turnTo} canWrite={canWrite} />,
          },
        ]}
      />
      {dialog === 'add' && <AddCasesDialog set={set} onClose={close} />}
      {dialog === 'run' && <StartRunDialog set={set} onClose={close} />}
      <ConfirmDialog
        open={dialog === 'delete'}
        onClose={close}
        title={`Delete ${set.name}?`}
        description="Its cases and runs are deleted. A set that a gate asks for cannot be deleted."
        action="Delete evaluation set"
        danger
        onConfirm={async () => {
          await errand.evaluationSets.delete(set.id).catch((error: unknown) => {
            showError(error, 'The evaluation set was not deleted');
            throw error;
          });
          showToast('Evaluation set deleted');
          await navigate({ to: '/evaluations' });
          await queryClient.invalidateQueries({ queryKey: keys.evaluationSets() });
        }}
      />
    </>
  );
}
