// The states of a job and the rules between them. Pure: no database, no clock.

export const jobStatus = {
  pending: 0,
  started: 1,
  retry: 2,
  success: 3,
  failure: 4,
  cancelled: 5,
  cached: 6,
} as const;
export type JobStatus = (typeof jobStatus)[keyof typeof jobStatus];

export const statusNames = ['pending', 'started', 'retry', 'success', 'failure', 'cancelled', 'cached'] as const;

export const isFinal = (status: number): boolean => status >= jobStatus.success;

/** 0: somebody waits for the answer; 1: single runs; 2: run-many, batches and SQL. */
export const priority = { waiting: 0, normal: 1, bulk: 2 } as const;

export const origins = ['api', 'ui', 'sql'] as const;
export type Origin = (typeof origins)[number];

export type CacheMode = 'read' | 'skipped' | 'disabled';

export const ATTEMPTS_MAX = 3;
/** A worker that has been silent for this long loses its jobs. */
export const LEASE_SECONDS = 15;
export const HEARTBEAT_MS = 3_000;
export const JOB_SECONDS_MAX = 7_200;

/** Seconds before the next attempt: about 2, then about 10, spread by a fifth so that a crowd does not come back at once. */
export function retryDelaySeconds(attempt: number, random = Math.random()): number {
  return (attempt <= 1 ? 2 : 10) * (0.8 + 0.4 * random);
}

export type JobInput = { key: string; value: string };

/** A status event as stored: milliseconds, code, and a text for RETRY and FAILURE. */
export type StatusEvent = { at: number; status: JobStatus; error?: string };
