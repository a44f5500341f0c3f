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
