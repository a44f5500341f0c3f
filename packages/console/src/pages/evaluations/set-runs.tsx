import type { EvaluationRun, EvaluationSet } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { buttonClass } from '../../design/button.tsx';
import { CopyId } from '../../design/copy.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { selectionColumn } from '../../design/selection-column.tsx';
import { shortId } from '../../design/short-id.ts';
import { ListSection } from '../../lists/list-section.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { untilAllDone } from '../runs/run-status.tsx';
import { accuracyOf, EvaluationActions, EvaluationStatus } from './run-status.tsx';
import { VersionName } from './version-name.tsx';

export function SetRuns({ set, canWrite }: { set: EvaluationSet; canWrite: boolean }) {
  const list = useList(
    keys.evaluationRuns(set.id),
    (paging, options) => errand.evaluationSets.runs(set.id, paging, options),
    untilAllDone,
  );
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // The older run is compared with the newer one.
  const [b, a] = (list.query.data?.results ?? []).filter(({ id }) => chosen.includes(id)).map(({ id }) => id);
  const select = ({ id }: EvaluationRun, on: boolean) =>
    setChosen(on ? [...chosen, id].slice(-2) : chosen.filter((one) => one !== id));
  return (
    <ListSection
      label="Runs"
      description={
        a !== undefined && b !== undefined ? (
          <Link
            to="/evaluations/$id/compare"
            params={{ id: set.id }}
            search={{ a, b }}
            className={buttonClass('secondary')}
          >
            Compare the two runs
          </Link>
        ) : (
          list.query.data?.count !== 0 && (
            <span className="inline-flex min-h-8 items-center">Select two runs to compare them.</span>
          )
        )
      }
      list={list}
      empty={
        <EmptyState title="No runs yet">
          A run answers every case with one version and scores the answers. Start one above.
        </EmptyState>
      }
      columns={[
        selectionColumn<EvaluationRun>({
          header: 'Compare',
          label: ({ id }) => `Compare run ${shortId(id)}`,
          isChosen: ({ id }) => chosen.includes(id),
          onChange: select,
        }),
        {
          header: 'Version',
          cell: (run) => (
            <Link
              to="/evaluations/runs/$id"
              params={{ id: run.id }}
              className="font-medium text-accent hover:underline"
            >
              <VersionName run={run} />
            </Link>
          ),
        },
        { header: 'Status', cell: (run) => <EvaluationStatus run={run} /> },
        { header: 'Accuracy', numeric: true, cell: accuracyOf },
        {
          header: 'Regressions',
          numeric: true,
          cell: ({ status, regressions }) => (status === 'done' ? formatNumber(regressions.length) : '–'),
        },
        { header: 'Cost', numeric: true, cell: ({ cost }) => formatCost(cost) },
        { header: 'Started', at: ({ started_at: at }) => at },
        { header: 'Id', from: 'xl', cell: ({ id }) => <CopyId id={id} /> },
        { actions: (run) => canWrite && <EvaluationActions run={run} /> },
      ]}
    />
  );
}
