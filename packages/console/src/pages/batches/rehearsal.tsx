import type { Agent } from '@errand/sdk/agents.ts';
import type { Job } from '@errand/sdk/jobs.ts';
import type { AgentVersion } from '@errand/sdk/versions.ts';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { shortId } from '../../design/copy.tsx';
import { formatCost, formatDuration } from '../../design/format.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { errand } from '../../session/client.ts';
import type { Row } from './map-columns.ts';

const ROWS = 3;

type Rehearsed = { row: Row; job: Job };

/** The first three rows, run for real. Their results go into the cache, so the batch does not pay for them again. */
export function Rehearsal({ agent, version, rows }: { agent: Agent; version: AgentVersion; rows: readonly Row[] }) {
  const rehearse = useMutation({
    mutationFn: () => Promise.all(rows.slice(0, ROWS).map((row) => runRow(agent.id, version.id, row))),
  });
  const jobs = rehearse.data?.map(({ job }) => job) ?? [];
  const average = (read: (job: Job) => number) =>
    jobs.reduce((sum, job) => sum + read(job), 0) / Math.max(1, jobs.length);
  const failed = jobs.filter(({ status_code }) => status_code === 4).length;
  return (
    <Card
      title="5. Rehearse"
      actions={
        <Button busy={rehearse.isPending} onClick={() => rehearse.mutate()}>
          Try the first {Math.min(ROWS, rows.length)} rows
        </Button>
      }
    >
      {!rehearse.data ? (
        <p className="text-muted">See what three rows give and cost before all of them run.</p>
      ) : (
        <div className="flex flex-col gap-3" aria-live="polite">
          <Table label="Rehearsal">
            <thead>
              <tr>
                <Th numeric>Row</Th>
                <Th>Status</Th>
                <Th>Job</Th>
                <Th>Output</Th>
                <Th numeric>Time</Th>
                <Th numeric>Cost</Th>
              </tr>
            </thead>
            <tbody>
              {rehearse.data.map(({ row, job }) => (
                <Tr key={job.id}>
                  <Td numeric>{row.number}</Td>
                  <Td>
                    <StatusBadge code={job.status_code} />
                  </Td>
                  <Td>
                    <Link to="/jobs/$id" params={{ id: job.id }} className="font-mono text-code hover:underline">
                      {shortId(job.id)}
                    </Link>
                  </Td>
                  <Td dir="auto" className="max-w-md truncate">
                    {job.error_message ?? job.outputs[0]?.value.slice(0, 300)}
                  </Td>
                  <Td numeric>{formatDuration(job.duration_ms)}</Td>
                  <Td numeric>{formatCost(job.cost)}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
          <p>
            At this rate all {rows.length} rows cost about{' '}
            <strong>{formatCost(average((job) => job.cost) * rows.length)}</strong>.
            {failed > 0 && ` ${failed} of ${jobs.length} failed: look at them before you go on.`}
          </p>
        </div>
      )}
    </Card>
  );
}

async function runRow(agentId: string, versionId: string, row: Row): Promise<Rehearsed> {
  const body = { inputs: row.inputs, metadata: { rehearsal: true, row: row.number } };
  const jobId = await errand.runs.start(agentId, body, { versionId });
  for await (const { event } of errand.jobs.events(jobId)) if (event === 'end') break;
  return { row, job: await errand.jobs.get(jobId) };
}
