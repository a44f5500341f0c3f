import type { EvaluationSet } from '@errand/sdk';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { DeleteDialog } from '../../design/dialog.tsx';
import { formatNumber } from '../../design/format.ts';
import { MoreMenu } from '../../design/menu.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { counted } from '../../design/plural.ts';
import { QueryPage } from '../../design/query-view.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { AddCasesDialog } from './add-cases-dialog.tsx';
import type { SetTab } from './evaluation-search.ts';
import { SetCases } from './set-cases.tsx';
import { SetRuns } from './set-runs.tsx';
import { StartRunDialog } from './start-run-dialog.tsx';

const crumbs = [{ label: 'Evaluations', to: '/evaluations' }];

export function EvaluationSetPage() {
  const { id } = useParams({ from: '/shell/evaluations/$id' });
  const set = useRead(keys.evaluationSet(id), (options) => errand.evaluationSets.get(id, options));
  return (
    <QueryPage query={set} title="Evaluation set" id={id} crumbs={crumbs}>
      {(found) => <SetView key={id} set={found} />}
    </QueryPage>
  );
}

function SetView({ set }: { set: EvaluationSet }) {
  const { tab = 'runs' } = useSearch({ from: '/shell/evaluations/$id' });
  const navigate = useNavigate({ from: '/evaluations/$id' });
  const canWrite = useAccess().can('member');
  const [dialog, setDialog] = useState<'add' | 'run' | 'delete'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <PageHeader
        title={set.name}
        id={set.id}
        crumbs={crumbs}
        description={
          <>
            {counted(set.case_count, 'case')}
            {set.erased_count > 0 && `, ${formatNumber(set.erased_count)} deleted with the data of their jobs`}
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
              <MoreMenu
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
          { value: 'runs', label: 'Runs', content: <SetRuns set={set} canWrite={canWrite} /> },
          { value: 'cases', label: 'Cases', content: <SetCases set={set} canWrite={canWrite} /> },
        ]}
      />
      {dialog === 'add' && <AddCasesDialog set={set} onClose={close} />}
      {dialog === 'run' && <StartRunDialog set={set} onClose={close} />}
      <DeleteDialog
        open={dialog === 'delete'}
        onClose={close}
        what="evaluation set"
        name={set.name}
        description="Its cases and runs are deleted. A set that a gate asks for cannot be deleted."
        onDelete={() => errand.evaluationSets.delete(set.id)}
        onDone={async () => {
          await navigate({ to: '/evaluations' });
          await reload(keys.evaluationSets());
        }}
      />
    </>
  );
}
