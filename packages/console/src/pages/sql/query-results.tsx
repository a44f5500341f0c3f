import type { QueryObject, StatementResult } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useChange } from '../../data/queries.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { formatCost, formatNumber } from '../../design/format.ts';
import { Menu } from '../../design/menu.tsx';
import { counted } from '../../design/plural.ts';
import { Elapsed } from '../../design/relative-time.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { Warnings } from '../../design/warnings.tsx';
import { saveBlob } from '../../json/save-text.ts';
import { errand } from '../../session/client.ts';
import { LiveGrid } from './live-grid.tsx';
import { ResultGrid } from './result-grid.tsx';
import { ResultProfile } from './result-profile.tsx';
import { useQueryRun } from './use-query-run.ts';

const ResultChart = lazy(() => import('./result-chart.tsx').then(({ ResultChart: chart }) => ({ default: chart })));

type QueryResultsProps = {
  queryId: string;
  /** Runs the same text again. Successful jobs come from the cache, so only failed ones run. */
  onRetry?: ((text: string) => void) | undefined;
};

/** Shows the last run of a draft: its progress, then a result per statement. */
export function QueryResults({ queryId, onRetry }: QueryResultsProps) {
  const { query, result, isRunning } = useQueryRun(queryId);
  const [at, setAt] = useState('0');
  if (query.isError) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <Skeleton rows={3} />;
  if (isRunning)
    return (
      <div className="flex flex-col gap-3">
        <Running query={query.data} />
        {query.data.jobs_total > 0 && <LiveGrid query={query.data} />}
      </div>
    );
  const results = result.data?.results ?? [];
  const place = Number(at) < results.length ? at : '0';
  const { error, query_task_status: status } = query.data;
  return (
    <div className="flex flex-col gap-3">
      {error && !isToldBelow(status, results) && <QueryError status={status} error={error} />}
      {query.data.jobs_total > 0 && <AgentJobs query={query.data} />}
      {result.isPending && status === 'SUCCESS' && <Skeleton rows={5} />}
      {result.isError && <ErrorCard error={result.error} onRetry={() => void result.refetch()} />}
      {results.length > 0 && (
        <Tabs
          label="Results"
          value={place}
          onChange={setAt}
          tabs={results.map((statement, index) => ({
            value: String(index),
            label: results.length === 1 ? 'Result' : `${index + 1}: ${firstWords(statement.query)}`,
            content: (
              <Statement
                queryId={queryId}
                statement={statement}
                place={index + 1}
                onRetry={onRetry && (() => onRetry(statement.query))}
              />
            ),
          }))}
        />
      )}
    </div>
  );
}

/** Whether the reasons of null cells are shown with their statements. */
const isToldBelow = (status: string | null, results: StatementResult[]): boolean =>
  status === 'SUCCESS' && results.some(({ agents }) => (agents?.errors.length ?? 0) > 0);

const firstWords = (text: string): string => {
  const words = text.trim().replace(/\s+/g, ' ');
  return words.length > 24 ? `${words.slice(0, 24)}…` : words;
};

function QueryError({ status, error }: { status: string | null; error: string }) {
  const isNote = status === 'SUCCESS';
  return (
    <div
      role="alert"
      className={
        isNote ? 'rounded-md bg-warning-soft p-3 text-warning' : 'rounded-md border border-danger bg-danger-soft p-3'
      }
    >
      <strong className="font-medium">{isNote ? 'Note:' : status === 'REVOKED' ? 'Cancelled:' : 'Not run:'}</strong>{' '}
      <span dir="auto" className="break-words whitespace-pre-wrap">
        {error}
      </span>
    </div>
  );
}

function Running({ query }: { query: QueryObject }) {
  const cancel = useChange(() => errand.queries.cancel(query.id));
  const hasJobs = query.jobs_total > 0;
  return (
    <div role="status" className="flex flex-wrap items-center gap-4 rounded-md border border-border bg-raised p-4">
      <Badge tone="accent">{query.query_task_status === 'STARTED' ? 'running' : 'waiting'}</Badge>
      <Elapsed since={query.created_at} />
      {hasJobs && (
        <>
          <progress
            aria-label="Agent jobs done"
            className="h-2 w-56 accent-accent"
            max={query.jobs_total}
            value={query.jobs_done}
          />
          <span className="tabular-nums">
            {formatNumber(query.jobs_done)} of {formatNumber(query.jobs_total)} jobs, {formatCost(query.cost)}
            {query.max_cost !== null && ` of at most ${formatCost(query.max_cost)}`}
          </span>
        </>
      )}
      <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel
      </Button>
    </div>
  );
}

function AgentJobs({ query }: { query: QueryObject }) {
  return (
    <p className="text-muted">
      {formatNumber(query.jobs_done)} of {formatNumber(query.jobs_total)} agent jobs done, {formatCost(query.cost)}.{' '}
      <Link to="/jobs" search={{ metadata: JSON.stringify({ query_id: query.id }) }} className="text-accent underline">
        Show the jobs
      </Link>
    </p>
  );
}

/** The most failed cells that a result lists. */
const CELLS_MAX = 500;

type AgentsProps = {
  queryId: string;
  agents: NonNullable<StatementResult['agents']>;
  onRetry: (() => void) | undefined;
};

/** Shows what the agents of a statement did, and why cells are null. */
function StatementAgents({ queryId, agents, onRetry }: AgentsProps) {
  const { jobs, failed, cost, errors, failed_cells: cells = [] } = agents;
  const title = `${counted(failed, 'call')} gave no answer; ${formatNumber(jobs)} jobs, ${formatCost(cost)}`;
  return (
    <div className="flex flex-col items-start gap-2">
      <Warnings title={title} items={errors.map(({ message, rows }) => `${formatNumber(rows)} × ${message}`)} />
      {failed > 0 && (
        <p className="flex flex-wrap items-center gap-3 text-muted">
          {onRetry && (
            <Button
              size="sm"
              icon={<RotateCw size={12} aria-hidden />}
              title="The answers that are there come from the cache and cost nothing."
              onClick={onRetry}
            >
              Retry failed cells
            </Button>
          )}
          <Link
            to="/jobs"
            search={{ q: `status:failure metadata.query_id:${queryId}` }}
            className="text-accent underline"
          >
            Show the failed jobs
          </Link>
          {cells.length >= CELLS_MAX && `The first ${formatNumber(cells.length)} failed cells are marked.`}
        </p>
      )}
    </div>
  );
}

type StatementProps = {
  queryId: string;
  statement: StatementResult;
  place: number;
  onRetry: (() => void) | undefined;
};

const views = { rows: 'Rows', columns: 'Columns', chart: 'Chart' } as const;

function Statement({ queryId, statement, place, onRetry }: StatementProps) {
  const [view, setView] = useState<keyof typeof views>('rows');
  const save = useChange(async (format: 'csv' | 'jsonl' | 'parquet') =>
    saveBlob(
      await errand.queries.export(queryId, { statement: place, format: format }),
      `query-${queryId.slice(0, 8)}-${place}.${format}`,
    ),
  );
  const agents = statement.agents && <StatementAgents queryId={queryId} agents={statement.agents} onRetry={onRetry} />;
  if (statement.column_names.length === 0) {
    return (
      <>
        {agents}
        <p className="text-muted">Done: {formatNumber(statement.row_count)} rows were written.</p>
      </>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      {agents}
      <div className="flex items-center gap-2">
        {Object.entries(views).map(([name, label]) => (
          <Button
            key={name}
            size="sm"
            className="aria-pressed:bg-accent-soft"
            aria-pressed={view === name}
            onClick={() => setView(name as keyof typeof views)}
          >
            {label}
          </Button>
        ))}
        <span className="ml-auto">
          <Menu
            trigger={
              <Button size="sm" busy={save.isPending}>
                Export…
              </Button>
            }
            items={[
              { label: 'CSV', onSelect: () => save.mutate('csv') },
              { label: 'JSON lines', onSelect: () => save.mutate('jsonl') },
              { label: 'Parquet', onSelect: () => save.mutate('parquet') },
            ]}
          />
        </span>
      </div>
      {view === 'chart' && (
        <Suspense fallback={<Skeleton rows={6} />}>
          <ResultChart result={statement} />
        </Suspense>
      )}
      {view === 'columns' && <ResultProfile result={statement} />}
      {view === 'rows' && <ResultGrid result={statement} />}
    </div>
  );
}
