import { isFinalStatus, type JobStep } from '@errand/sdk/jobs.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../../design/badge.tsx';
import { Button, buttonClass } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { ErrorCard } from '../../design/error-card.tsx';
import { formatCost, formatDuration, formatNumber } from '../../design/format.ts';
import { QueryView } from '../../design/query-view.tsx';
import { Elapsed } from '../../design/relative-time.tsx';
import { keys } from '../../query-keys.ts';
import { errand } from '../../session/client.ts';
import { JobOutputs } from '../jobs/job-outputs.tsx';
import { useJobEvents } from './use-job-events.ts';

/** A job while it runs and when it is done. */
export function LiveJob({ jobId }: { jobId: string }) {
  const news = useJobEvents(jobId);
  const query = useQuery({
    queryKey: keys.job(jobId),
    queryFn: ({ signal }) => errand.jobs.get(jobId, signal),
  });
  const cancel = useMutation({ mutationFn: () => errand.jobs.cancel(jobId) });
  return (
    <QueryView query={query}>
      {(job) => {
        const code = isFinalStatus(job.status_code)
          ? job.status_code
          : (news.statuses.at(-1)?.status_code ?? job.status_code);
        const isOver = isFinalStatus(job.status_code);
        const steps = isOver || news.steps.length === 0 ? job.steps : news.steps;
        return (
          <Card
            title="Result"
            actions={
              <div className="flex items-center gap-2">
                {!isOver && (
                  <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate()}>
                    Cancel
                  </Button>
                )}
                <Link to="/jobs/$id" params={{ id: jobId }} className={buttonClass('secondary', 'sm')}>
                  Open job
                </Link>
              </div>
            }
          >
            <div aria-live="polite" className="mb-3 flex flex-wrap items-center gap-3">
              <StatusBadge code={code} />
              <span className="text-muted">
                {isOver ? formatDuration(job.duration_ms) : <Elapsed since={job.created_at} />}
              </span>
              {isOver && <span className="text-muted">{formatCost(job.cost)}</span>}
              {job.cache.hit && <span className="text-muted">answered from the cache</span>}
              {!isOver && news.connection === 'reconnecting' && <span className="text-warning">connecting…</span>}
            </div>
            {news.error && !isOver && (
              <ErrorCard error={news.error} title="Live updates stopped" onRetry={() => void query.refetch()} />
            )}
            <Steps steps={steps} />
            {job.error_message && <ErrorCard error={new Error(job.error_message)} title="The job failed" />}
            {job.outputs.length > 0 && <JobOutputs job={job} />}
          </Card>
        );
      }}
    </QueryView>
  );
}

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
