import { type Agent, type AgentVersion, isFinalStatus, type Job, jobStatus } from '@errand/sdk';
import { useMutation, useQueries } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { StatusBadge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { formatCost, formatDuration, formatNumber } from '../../design/format.ts';
import { JobLink } from '../../lists/links.tsx';
import { useAttemptKey } from '../../session/attempt-key.ts';
import { errand } from '../../session/client.ts';
import { useJob } from '../jobs/use-job.ts';
import type { Row } from './map-columns.ts';

const ROWS = 3;

type Rehearsed = { number: number; jobId: string };

/** Runs the first three rows for real. Their results are cached, so the batch does not pay for them again. */
export function Rehearsal({ agent, version, rows }: { agent: Agent; version: AgentVersion; rows: readonly Row[] }) {
  const attempt = useAttemptKey();
  const first = rows.slice(0, ROWS);
  const rehearse = useMutation({
    mutationFn: () => {
      const key = attempt.keyFor([version.id, first]);
      return Promise.all(first.map((row) => start(agent.id, version.id, row, `${key}-${row.number}`)));
    },
    onSettled: (_started, error) => attempt.settle(error),
  });
  return (
    <Card
      title="5. Rehearse"
      actions={
        <Button busy={rehearse.isPending} onClick={() => rehearse.mutate()}>
          Try the first {first.length} rows
        </Button>
      }
    >
      {rehearse.data ? (
        <Outcome started={rehearse.data} total={rows.length} />
      ) : (
        <p className="text-muted">Check the results and cost of three rows before you run them all.</p>
      )}
    </Card>
  );
}

async function start(agentId: string, versionId: string, row: Row, idempotencyKey: string): Promise<Rehearsed> {
  const body = { inputs: row.inputs, metadata: { rehearsal: true, row: row.number } };
  return { number: row.number, jobId: await errand.runs.start(agentId, body, { versionId, idempotencyKey }) };
}

function Outcome({ started, total }: { started: readonly Rehearsed[]; total: number }) {
  // The badges below follow the jobs. This reads the same cached data.
  const queries = useQueries({
    queries: started.map(({ jobId }) => ({
      queryKey: keys.job(jobId),
      queryFn: ({ signal }: { signal: AbortSignal }) => errand.jobs.get(jobId, { signal }),
      enabled: false,
    })),
  });
  const ended = queries.flatMap(({ data }) => (data && isFinalStatus(data.status_code) ? [data] : []));
  const failed = ended.filter(({ status_code: code }) => code === jobStatus.failure).length;
  const cost = ended.reduce((sum, job) => sum + job.cost, 0) / Math.max(1, ended.length);
  return (
    <div className="flex flex-col gap-3">
      <DataTable
        label="Rehearsal"
        rows={started.map((one, index) => ({ ...one, job: queries[index]?.data }))}
        rowKey={({ jobId }) => jobId}
        columns={[
          { header: 'Row', numeric: true, cell: ({ number }) => number },
          { header: 'Status', cell: ({ jobId }) => <LiveStatus jobId={jobId} /> },
          { header: 'Job', cell: ({ jobId }) => <JobLink id={jobId} /> },
          {
            header: 'Output',
            className: 'max-w-md truncate',
            dir: 'auto',
            cell: ({ job }) => job && summary(job),
          },
          { header: 'Time', numeric: true, cell: ({ job }) => formatDuration(job?.duration_ms) },
          { header: 'Cost', numeric: true, cell: ({ job }) => formatCost(job?.cost) },
        ]}
      />
      <p role="status">
        {ended.length < started.length ? (
          `${ended.length} of ${started.length} are done.`
        ) : (
          <>
            At this rate all {formatNumber(total)} rows cost about <strong>{formatCost(cost * total)}</strong>.
            {failed > 0 && ` ${failed} of ${ended.length} failed: check them before you continue.`}
          </>
        )}
      </p>
    </div>
  );
}

/** Follows the job. */
function LiveStatus({ jobId }: { jobId: string }) {
  const { data: job } = useJob(jobId);
  return job && <StatusBadge code={job.status_code} state={job.display_status} />;
}

const summary = ({ error_message: problem, outputs }: Job): string | undefined =>
  problem ?? outputs[0]?.value.slice(0, 300);
