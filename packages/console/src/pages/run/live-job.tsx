import { isFinalStatus, type JobStep } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { useConnection } from '../../data/connection.ts';
import { useChange } from '../../data/queries.ts';
import { StatusBadge } from '../../design/badge.tsx';
import { Button, buttonClass } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { formatCost, formatDuration, formatNumber } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { Elapsed } from '../../design/relative-time.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { JobOutputs } from '../jobs/job-outputs.tsx';
import { useJob, useJobProgress, useJobWords } from '../jobs/use-job.ts';

/** Shows a job while it runs and when it is done. */
export function LiveJob({ jobId }: { jobId: string }) {
  const query = useJob(jobId);
  const progress = useJobProgress(jobId);
  const hasWords = useJobWords(jobId) !== '';
  const connection = useConnection();
  const { can } = useAccess();
  const cancel = useChange(() => errand.jobs.cancel(jobId));
  return (
    <QueryView query={query}>
      {(job) => {
        const isOver = isFinalStatus(job.status_code);
        return (
          <Card
            title="Result"
            actions={
              <div className="flex items-center gap-2">
                {!isOver && can('member') && (
                  <Button size="sm" busy={cancel.isPending || cancel.isSuccess} onClick={() => cancel.mutate()}>
                    {cancel.isSuccess ? 'Cancelling…' : 'Cancel'}
                  </Button>
                )}
                <Link to="/jobs/$id" params={{ id: jobId }} className={buttonClass('secondary', 'sm')}>
                  Open job
                </Link>
              </div>
            }
          >
            <div aria-live="polite" className="mb-3 flex flex-wrap items-center gap-3">
              <StatusBadge code={job.status_code} state={job.display_status} />
              <span className="text-muted">
                {isOver ? formatDuration(job.duration_ms) : <Elapsed since={job.created_at} />}
              </span>
              {isOver && <span className="text-muted">{formatCost(job.cost)}</span>}
              {job.cache.hit && <span className="text-muted">from the cache</span>}
              {!isOver && progress && <span className="text-muted">{inWords(progress)}</span>}
              {!isOver && connection !== 'live' && (
                <span className="text-warning">The server is unreachable. The job continues when it is back.</span>
              )}
            </div>
            <Steps steps={job.steps} />
            {job.error_message && <ErrorCard error={new Error(job.error_message)} title="The job failed" />}
            {(job.outputs.length > 0 || hasWords) && <JobOutputs job={job} />}
          </Card>
        );
      }}
    </QueryView>
  );
}

/** Writes an engine's progress report in words: { batch: 2, of: 5 } is "batch 2 of 5". */
const inWords = (progress: Record<string, unknown>): string =>
  Object.entries(progress)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${String(value).slice(0, 100)}`)
    .join(' ');

const STEPS_SHOWN = 200;

function Steps({ steps }: { steps: readonly JobStep[] }) {
  if (steps.length === 0) return null;
  return (
    <ol aria-label="Steps" className="mb-4 max-h-72 overflow-y-auto rounded-md border border-border">
      {steps.slice(-STEPS_SHOWN).map((step) => (
        <li key={step.key} className="flex items-center gap-3 border-b border-border px-3 py-1.5 last:border-b-0">
          <span className={step.status === 'failed' ? 'text-danger' : 'text-success'} title={step.status}>
            {step.status === 'failed' ? '✗' : '✓'}
            <span className="sr-only"> {step.status}</span>
          </span>
          <span className="min-w-0 flex-1 truncate">
            {step.name} <span className="text-faint">{step.model ?? step.kind}</span>
          </span>
          {step.input_tokens !== null && (
            <span className="text-muted">
              {formatNumber((step.input_tokens ?? 0) + (step.output_tokens ?? 0))} tokens
            </span>
          )}
          <span className="text-muted">{formatCost(step.cost)}</span>
          <span className="w-16 text-right text-muted">{formatDuration(step.duration_ms)}</span>
        </li>
      ))}
    </ol>
  );
}
