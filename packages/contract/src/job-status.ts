/** The states of a job, by the codes that the wire has. */
export const jobStatus = {
  pending: 0,
  started: 1,
  retry: 2,
  success: 3,
  failure: 4,
  cancelled: 5,
  cached: 6,
} as const;

/** The words of the states. A word's place is its code. */
export const jobStatuses = ['pending', 'started', 'retry', 'success', 'failure', 'cancelled', 'cached'] as const;

/** States that never change again. */
export const finalStatuses = [jobStatus.success, jobStatus.failure, jobStatus.cancelled, jobStatus.cached] as const;

/** Final states of a job that has outputs. */
export const succeededStatuses = [jobStatus.success, jobStatus.cached] as const;

/**
 * The states as people see them, each with the codes that it may have. A started job has one of three: a worker runs it,
 * it waits for something, or its wait is over and it queues for a worker.
 */
export const displayStatus = {
  queued: [jobStatus.pending, jobStatus.started],
  running: [jobStatus.started],
  waiting: [jobStatus.started],
  retrying: [jobStatus.retry],
  succeeded: [jobStatus.success, jobStatus.cached],
  failed: [jobStatus.failure],
  cancelled: [jobStatus.cancelled],
} as const;

export const displayStatuses = [
  'queued',
  'running',
  'waiting',
  'retrying',
  'succeeded',
  'failed',
  'cancelled',
] as const satisfies readonly (keyof typeof displayStatus)[];

/** What a waiting job waits for. */
export const waitReasons = ['approval', 'question', 'event', 'timer', 'provider_batch'] as const;
