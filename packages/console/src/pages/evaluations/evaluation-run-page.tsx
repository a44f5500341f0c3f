import type { EvaluationRun } from '@errand/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Card, Facts } from '../../design/card.tsx';
import { CopyId } from '../../design/copy.tsx';
import { formatCost, formatNumber, formatPercent } from '../../design/format.ts';
import { Warnings } from '../../design/warnings.tsx';
import { JobLink } from '../../lists/links.tsx';
import { PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { RunPage } from '../runs/run-page.tsx';
import { untilDone } from '../runs/run-status.tsx';
import { accuracyOf, EvaluationActions, EvaluationStatus } from './run-status.tsx';
import { Scores } from './scores.tsx';
import { useSetName } from './use-set-name.ts';
import { ValuesText } from './values-text.tsx';
import { VersionName } from './version-name.tsx';

export function EvaluationRunPage() {
  const { id } = useParams({ from: '/shell/evaluations/runs/$id' });
  const run = useRead(keys.evaluationRun(id), (options) => errand.evaluationRuns.get(id, options), untilDone);
  const canWrite = useAccess().can('member');
  const setName = useSetName(run.data?.evaluation_set_id);
  const crumbs = [
    { label: 'Evaluations', to: '/evaluations' },
    ...(run.data ? [{ label: setName, to: `/evaluations/${run.data.evaluation_set_id}` }] : []),
  ];
  return (
    <RunPage
      title="Evaluation run"
      id={id}
      crumbs={crumbs}
      query={run}
      badge={(found) => <EvaluationStatus run={found} />}
      actions={(found) => canWrite && <EvaluationActions run={found} />}
    >
      {(found) => <RunView run={found} />}
    </RunPage>
  );
}

function RunView({ run }: { run: EvaluationRun }) {
  const baseline = run.baseline_run_id;
  return (
    <>
      <Warnings title="The output of this version may not match the set" items={run.warnings} />
      <Card>
        <Facts
          facts={[
            ['Version', <VersionName key="version" run={run} />],
            [run.repeats > 1 ? `Accuracy, majority of ${run.repeats}` : 'Accuracy', accuracyOf(run)],
            ...(run.scores?.repeats
              ? [['Accuracy of one answer', spreadOf(run.scores.repeats)] as [string, string]]
              : []),
            ['Cost', `${formatCost(run.cost)}${run.max_cost === null ? '' : ` of ${formatCost(run.max_cost)}`}`],
            ...(run.reason === null ? [] : [['Why it ended', run.reason] as [string, string]]),
            [
              'Regressions',
              baseline === null || baseline === run.id ? (
                'Nothing to compare with yet'
              ) : (
                <Link
                  key="regressions"
                  to="/evaluations/$id/compare"
                  params={{ id: run.evaluation_set_id }}
                  search={{ a: baseline, b: run.id }}
                  className="text-accent hover:underline"
                >
                  {formatNumber(run.regressions.length)} · Compare with the current version
                </Link>
              ),
            ],
          ]}
        />
      </Card>
      {run.scores && <Scores scores={run.scores} />}
      <Results run={run} />
    </>
  );
}

type Repeats = NonNullable<NonNullable<EvaluationRun['scores']>['repeats']>;

/** How much the repeats vary. */
function spreadOf({ single, accuracies, unsteady }: Repeats): string {
  const range = `${formatPercent(Math.min(...accuracies), 1)} to ${formatPercent(Math.max(...accuracies), 1)}`;
  return `${formatPercent(single.value, 1)} (${formatPercent(single.low, 0)} to ${formatPercent(single.high, 0)}) · repeats from ${range} · ${formatNumber(unsteady)} ${unsteady === 1 ? 'case varies' : 'cases vary'}`;
}

const answers = { null: ['neutral', 'open'], true: ['positive', 'right'], false: ['danger', 'wrong'] } as const;

function Results({ run }: { run: EvaluationRun }) {
  const list = useList(
    [...keys.evaluationResults(run.id), run.done, run.status],
    (paging, options) => errand.evaluationRuns.results(run.id, paging, options),
    { pageSize: 50 },
  );
  return (
    <PagedTable
      label="Results"
      list={list}
      rowKey={(result) => result.case_id}
      rowClass="align-top"
      columns={[
        {
          header: 'Outcome',
          cell: ({ correct }) => {
            const [tone, word] = answers[`${correct}`];
            return <Badge tone={tone}>{word}</Badge>;
          },
        },
        { header: 'Expected', className: 'max-w-md', cell: ({ expected }) => <ValuesText values={expected} /> },
        {
          header: 'Got',
          className: 'max-w-md',
          cell: ({ error, got }) =>
            error === null ? <ValuesText values={got} /> : <span className="text-danger">{error}</span>,
        },
        { header: 'Job', cell: (result) => <JobLink id={result.job_id} /> },
        { header: 'Case', from: 'xl', cell: (result) => <CopyId id={result.case_id} className="-ml-1" /> },
      ]}
    />
  );
}
