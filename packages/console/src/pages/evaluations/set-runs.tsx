import type { EvaluationRun, EvaluationSet } from '@errand/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { buttonClass } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { errand } from '../../session/client.ts';
import { accuracyOf, isUnderWay, RunActions, RunStatus } from './run-status.tsx';
import type { SetPartProps } from './set-cases.tsx';
import { VersionName } from './version-name.tsx';

const PAGE_SIZE = 25;
const LOOK_MS = 1_000;

export function SetRuns({ set, page, onPage, canWrite }: SetPartProps) {
  const runs = useQuery({
    queryKey: keys.evaluationRuns(set.id, page),
    queryFn: ({ signal }) => errand.evaluationSets.runs(set.id, { page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? LOOK_MS : false),
  });
  return (
    <QueryView query={runs}>
      {(data) =>
        data.results.length === 0 ? (
          <EmptyState title="No runs yet">
            A run answers every case with one version and scores the answers. Start one above.
          </EmptyState>
        ) : (
          <>
            <RunTable set={set} runs={data.results} canWrite={canWrite} />
            <Pager page={page} pageSize={PAGE_SIZE} count={data.count} onPage={onPage} />
          </>
        )
      }
    </QueryView>
  );
}

type RunTableProps = { set: EvaluationSet; runs: readonly EvaluationRun[]; canWrite: boolean };

function RunTable({ set, runs, canWrite }: RunTableProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  // The older run is compared with the newer one.
  const [b, a] = runs.filter(({ id }) => chosen.includes(id)).map(({ id }) => id);
  return (
    <>
      <div className="mb-3 flex min-h-8 items-center gap-3">
        {a !== undefined && b !== undefined ? (
          <Link
            to="/evaluations/$id/compare"
            params={{ id: set.id }}
            search={{ a, b }}
            className={buttonClass('secondary')}
          >
            Compare the two runs
          </Link>
        ) : (
          <span className="text-muted">Select two runs to compare them.</span>
        )}
      </div>
      <Table label="Runs">
        <thead>
          <tr>
            <Th>
              <span className="sr-only">Compare</span>
            </Th>
            <Th>Run</Th>
            <Th>Version</Th>
            <Th>Status</Th>
            <Th numeric>Accuracy</Th>
            <Th numeric>Regressions</Th>
            <Th numeric>Cost</Th>
            <Th>Started</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <Tr key={run.id}>
              <Td>
                <Checkbox
                  hideLabel
                  label={`Compare run ${shortId(run.id)}`}
                  checked={chosen.includes(run.id)}
                  onChange={(on) =>
                    setChosen(on ? [...chosen, run.id].slice(-2) : chosen.filter((id) => id !== run.id))
                  }
                />
              </Td>
              <Td>
                <Link
                  to="/evaluations/runs/$id"
                  params={{ id: run.id }}
                  className="font-mono text-code text-accent hover:underline"
                >
                  {shortId(run.id)}
                </Link>
              </Td>
              <Td>
                <VersionName run={run} />
              </Td>
              <Td>
                <RunStatus run={run} />
              </Td>
              <Td numeric>{accuracyOf(run)}</Td>
              <Td numeric>{run.status === 'done' ? formatNumber(run.regressions.length) : '–'}</Td>
              <Td numeric>{formatCost(run.cost)}</Td>
              <Td>
                <RelativeTime at={run.started_at} />
              </Td>
              <Td className="text-right">{canWrite && <RunActions run={run} />}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
