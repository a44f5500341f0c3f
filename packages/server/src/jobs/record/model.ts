import { jobStatus } from '@errand/contract/job-status.ts';

// The states of a job and the rules between them. Pure: no database, no clock.

export {
  finalStatuses,
  jobStatus,
  jobStatuses as statusNames,
  succeededStatuses,
} from '@errand/contract/job-status.ts';
export type JobStatus = (typeof jobStatus)[keyof typeof jobStatus];

/** The step of a result that people have to approve. */
export const HELD_STEP = 'result to approve';

export const isFinal = (status: number): boolean => status >= jobStatus.success;

/** 0: a caller waits for the answer. 1: single runs. 2: run-many, batches and SQL. */
export const priority = { waiting: 0, normal: 1, bulk: 2 } as const;

/** How a job was started. */
export const origins = [
  'api',
  'ui',
  'sql',
  'cli',
  'mcp',
  'a2a',
  'openai',
  'schedule',
  'trigger',
  'playbook',
  'evaluation',
  'rehearsal',
  'sample',
] as const;
export type Origin = (typeof origins)[number];

/**
 * Trials measure a version: nobody is notified of their end, nothing follows from it, nobody has to approve it, and
 * they neither read nor fill the cache. A sample shows its result to the person who asked for it.
 */
export const trialOrigins = ['evaluation', 'rehearsal', 'sample'] as const satisfies readonly Origin[];
export const isTrial = (origin: string): boolean => (trialOrigins as readonly string[]).includes(origin);
/** The origins of trials as a list for SQL. */
export const TRIAL_ORIGINS = trialOrigins.map((origin) => `'${origin}'`).join(', ');

export type CacheMode = 'read' | 'skipped' | 'disabled';

/** A worker that has been silent for this long loses its jobs. */
export const WORKER_SILENCE_SECONDS_MAX = 15;
export const HEARTBEAT_MS = 1_000;
export const JOB_SECONDS_MAX = 7_200;

export const tooLate = (seconds: number): string => `The job did not finish within its ${seconds} seconds.`;

/** In USD: the smallest amount that the ledger stores, and far more than any job costs. */
export const COST_MIN = 0.00000001;
/** What can wait is done within a day, as the providers promise it. */
export const DEADLINE_SECONDS = 86_400;
export const COST_MAX = 1_000_000;

/**
 * Rounds to the eight decimals that are stored. An amount goes into several rows (job, ledger, account). If each of
 * them rounded on its own, sums would differ, and more could be released than was held.
 */
export const roundCost = (cost: number): number => Math.round(cost * 1e8) / 1e8;

/** Returns a cost that an engine reported, or 0 if it is not a valid amount. */
export const amount = (cost: number | undefined): number =>
  cost !== undefined && cost > 0 && cost <= COST_MAX ? roundCost(cost) : 0;

/** Backoff before the next attempt: about 2, then 10 seconds, spread so that many jobs do not retry at once. */
export function retryDelaySeconds(attempt: number, random = Math.random()): number {
  return (attempt <= 1 ? 2 : 10) * (0.8 + 0.4 * random);
}

/** Bounds and spreads the pause of a postponed job, so that jobs that wait for the same thing do not return at once. */
export function postponeSeconds(seconds: number, random = Math.random()): number {
  return Math.min(300, Math.max(1, seconds)) * (1 + 0.3 * random);
}

export type JobInput = { key: string; value: string };

/** A status event as stored: milliseconds, status code, message for RETRY and FAILURE, and whether the worker died. */
export type StatusEvent = {
  at: number;
  status: JobStatus;
  error?: string;
  died?: true;
  /** How many postponements or waits in a row this event stands for. */
  postponed?: number;
  /** The wait that begins here. */
  wait?: string;
  /** At the end of a job whose words were shown. */
  streamed?: Streamed;
};

/** The output that was shown while it was written: what readers have of `generation` is the beginning of its value. */
export type Streamed = { generation: number; key: string; attempt: number };
