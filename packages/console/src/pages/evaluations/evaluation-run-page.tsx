import type { EvaluationResult, EvaluationRun } from '@errand/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { keys } from '../../data/query-keys.ts';
import { Badge } from '../../design/badge.tsx';
import { Card, Facts } from '../../design/card.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { PageHeader } from '../../design/page-header.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { shortId } from '../../design/short-id.ts';
import { Skeleton } from '../../design/skeleton.tsx';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { Warnings } from '../../design/warnings.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { accuracyOf, isUnderWay, RunActions, RunStatus } from './run-status.tsx';
import { Scores } from './scores.tsx';
import { useSetName } from './use-set-name.ts';
import { ValuesText } from './values-text.tsx';
import { VersionName } from './version-name.tsx';

const PAGE_SIZE = 50;
const LOOK_MS = 1_000;

export function EvaluationRunPage() {
  const { id } = useParams({ from: '/shell/evaluations/runs/$id' });
  const run = useQuery({
    queryKey: keys.evaluationRun(id),
    queryFn: ({ signal }) => errand.evaluationRuns.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_MS : false),
  });
  const canWrite = useAccess().can('member');
  const setName = useSetName(run.data?.evaluation_set_id);
  const crumbs = [
    { label: 'Evaluations', to: '/evaluations' },
    ...(run.data ? [{ label: setName, to: `/evaluations/${run.data.evaluation_set_id}` }] : []),
  ];
  return (
    <>
      <PageHeader
        title="Evaluation run"
        id={id}
        crumbs={crumbs}
        badge={run.data && <RunStatus run={run.data} />}
        actions={run.data && canWrite && <RunActions run={run.data} />}
      />
      {run.data ? (
        <RunView run={run.data} />
      ) : run.isError ? (
        <ErrorCard error={run.error} onRetry={() => void run.refetch()} />
      ) : (
        <Skeleton />
      )}
    </>
  );
}

function RunView({ run }: { run: EvaluationRun }) {
  const baseline = run.baseline_run_id;
  return (
    <div className="flex flex-col gap-4">
      <Warnings title="The output of this version may not match the set" items={run.warnings} />
      <Card>
        <Facts
          facts={[
            ['Version', <VersionName key="version" run={run} />],
            ['Accuracy', accuracyOf(run)],
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
    </div>
  );
}

function Results({ run }: { run: EvaluationRun }) {
  const { page = 1 } = useSearch({ from: '/shell/evaluations/runs/$id' });
  const navigate = useNavigate({ from: '/evaluations/runs/$id' });
  const results = useQuery({
    queryKey: [...keys.evaluationResults(run.id, page), run.done, run.status],
    queryFn: ({ signal }) => errand.evaluationRuns.results(run.id, { page, page_size: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView query={results}>
      {(data) => (
        <>
          <Table label="Results">
            <thead>
              <tr>
                <Th>Case</Th>
                <Th>Outcome</Th>
                <Th>Expected</Th>
                <Th>Got</Th>
                <Th>Job</Th>
              </tr>
            </thead>
            <tbody>
              {data.results.map((result) => (
                <ResultRow key={result.case_id} result={result} />
              ))}
            </tbody>
          </Table>
          <Pager
            page={page}
            pageSize={PAGE_SIZE}
            count={data.count}
            onPage={(next) => void navigate({ search: { page: next } })}
          />
        </>
      )}
    </QueryView>
  );
}

function ResultRow({ result }: { result: EvaluationResult }) {
  const { correct, error, job_id: jobId } = result;
  return (
    <Tr className="align-top">
      <Td className="font-mono text-code">{shortId(result.case_id)}</Td>
      <Td>
        <Badge tone={correct === null ? 'neutral' : correct ? 'positive' : 'danger'}>
          {correct === null ? 'open' : correct ? 'right' : 'wrong'}
        </Badge>
      </Td>
      <Td className="max-w-md">
        <ValuesText values={result.expected} />
      </Td>
      <Td className="max-w-md">
        {error === null ? <ValuesText values={result.got} /> : <span className="text-danger">{error}</span>}
      </Td>
      <Td>
        {jobId !== null && (
          <Link to="/jobs/$id" params={{ id: jobId }} className="font-mono text-code text-accent hover:underline">
            {shortId(jobId)}
          </Link>
        )}
      </Td>
    </Tr>
  );
}
