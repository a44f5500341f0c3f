import { isFinalStatus, type Job, type JobStep, jobStatus, type StatusEventView } from '@errand/sdk';

// Merges the events of a job's stream into the job. After a reconnection the stream may repeat events.

export function withStep(job: Job, step: JobStep): Job {
  return job.steps.some(({ key }) => key === step.key) ? job : { ...job, steps: [...job.steps, step] };
}

export function withStatus(job: Job, event: StatusEventView): Job {
  const known = job.status_events.some(
    (one) => one.timestamp === event.timestamp && one.status_code === event.status_code,
  );
  // The final state also needs outputs and cost, so the job is reloaded when the stream ends.
  if (known || isFinalStatus(event.status_code)) return job;
  return {
    ...job,
    status_code: event.status_code,
    display_status: stateOf(event),
    status_events: [...job.status_events, event],
  };
}

const stateOf = ({ status_code: code, wait_id: wait }: StatusEventView): Job['display_status'] => {
  if (code === jobStatus.pending) return 'queued';
  if (code === jobStatus.retry) return 'retrying';
  return wait === undefined ? 'running' : 'waiting';
};
