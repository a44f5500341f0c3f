import type { Job } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { OctagonX } from 'lucide-react';
import { Button, buttonClass } from '../../design/button.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { formatNumber } from '../../design/format.ts';

type JobFailureProps = { job: Job; canRun: boolean; onRetry(): void; onStep(key: string): void };

/** Shows what went wrong and what to do about it. */
export function JobFailure({ job, canRun, onRetry, onStep }: JobFailureProps) {
  const step = failedStep(job);
  const message = job.error_message || 'The job failed without a message.';
  return (
    <section
      aria-label="Failure"
      className="mb-5 flex flex-col gap-3 rounded-md border border-danger bg-danger-soft p-4"
    >
      <div className="flex items-start gap-2.5">
        <OctagonX size={18} aria-hidden className="mt-0.5 shrink-0 text-danger" />
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-semibold">
            {job.attempt > 1 ? `Failed after ${job.attempt} attempts` : 'Failed'}
          </h2>
          <p dir="auto" className="mt-0.5 text-md break-words whitespace-pre-wrap">
            {message}
          </p>
          {job.error !== null && (
            <>
              <p className="mt-2 text-md">
                <strong className="font-medium">What to do:</strong> {job.error.remedy}
              </p>
              <p className="mt-1 text-sm text-muted">
                <a href={`/docs/errors/${job.error.code}/`} className="underline">
                  {job.error.code}
                </a>
                {job.error.similar_24h > 1 && ` · ${formatNumber(job.error.similar_24h)} such failures in 24 hours`}
              </p>
            </>
          )}
        </div>
        <CopyButton
          text={`${message}\n${job.error === null ? '' : `${job.error.code}\n`}job ${job.id}`}
          label="Copy details"
        />
      </div>
      <div className="flex flex-wrap gap-2">
        {canRun && <Button onClick={onRetry}>Run again…</Button>}
        {step !== undefined && <Button onClick={() => onStep(step)}>Show the step that failed</Button>}
        <Link to="/jobs" search={{ status: 'failed', agent: job.agent_id, since: '24h' }} className={buttonClass()}>
          Failures of this agent in 24 hours
        </Link>
      </div>
    </section>
  );
}

/** Returns the step that failed, if it was recorded. */
const failedStep = (job: Job): string | undefined => job.steps.findLast(({ status }) => status === 'failed')?.key;
