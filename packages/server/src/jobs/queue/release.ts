import type { Db } from '#platform/db.ts';
import { eventNow } from '../record/events-sql.ts';
import { jobStatus } from '../record/model.ts';
import { ownCost } from '../record/own-key-sql.ts';
import { isRowOf } from '../record/queue-row.ts';
import { type Fence, unclaimed } from './claim.ts';

// Returns jobs from their worker to the queue. Each statement locks its rows for update, which waits for a step that is
// being recorded, so that the next worker sees that step.

/** Queues a job for another attempt. Returns false if this attempt no longer owns it. */
export async function retryJob(
  db: Db,
  fence: Fence,
  options: { error: string; delaySeconds: number },
): Promise<boolean> {
  const changed = await db.run(
    `with own as materialized (
        select job_id from job_queue where job_id = $1 and claim = $2 for update
      )
      update job_queue q set status = ${jobStatus.retry}, ${unclaimed}, run_at = clock_timestamp() + make_interval(secs => $3),
        events = q.events || ${eventNow(jobStatus.retry, `'error', $4::text`)}
      from own where ${isRowOf('own.job_id')}`,
    [fence.jobId, fence.claim, options.delaySeconds, options.error],
  );
  return changed > 0;
}

/**
 * Queues a job for later without counting the attempt, because something outside the job is missing. Postponements in a
 * row share one status event: the start and the postponement before are replaced.
 */
export async function postponeJob(
  db: Db,
  fence: Fence,
  options: { reason: string; delaySeconds: number },
): Promise<boolean> {
  const changed = await db.run(
    `with own as materialized (
        select job_id, (events->-2->>'postponed')::int as before
        from job_queue where job_id = $1 and claim = $2 for update
      )
      update job_queue q set status = ${jobStatus.retry}, ${unclaimed}, attempt = q.attempt - 1,
        run_at = clock_timestamp() + make_interval(secs => $3),
        events = (case when own.before is null then q.events else q.events - -1 - -1 end)
          || ${eventNow(jobStatus.retry, `'error', $4::text, 'postponed', coalesce(own.before, 0) + 1`)}
      from own where ${isRowOf('own.job_id')}`,
    [fence.jobId, fence.claim, options.delaySeconds, options.reason],
  );
  return changed > 0;
}

/** Makes a job that waits for its next attempt due now. Returns its organization, or undefined if there is none. */
export async function wakeJob(db: Db, jobId: string): Promise<string | undefined> {
  const rows = await db.query<{ org_id: string }>(
    `update job_queue set run_at = clock_timestamp()
      where job_id = $1 and status = ${jobStatus.retry} and worker_id is null and run_at > clock_timestamp() returning org_id`,
    [jobId],
  );
  return rows[0]?.org_id;
}

/**
 * Returns jobs to the queue at once without counting the attempt: all jobs of a worker, or these claims of any worker.
 * Returns the organization of each job.
 */
export async function giveBackJobs(
  db: Db,
  from: { workerId: string } | { claims: Fence[] },
  reason: string,
): Promise<string[]> {
  const claims = 'claims' in from ? from.claims : [];
  const rows = await db.query<{ org_id: string }>(
    `with named as materialized (
        select job_id, claim from job_queue where worker_id = $1
        union all
        select job_id, claim from unnest($3::uuid[], $4::bigint[]) as given (job_id, claim)
      ),
      own as materialized (
        select q.job_id from named n join job_queue q on ${isRowOf('n.job_id')} and q.claim is not distinct from n.claim
        where q.worker_id is not null order by q.job_id for update of q
      )
      update job_queue q set status = ${jobStatus.retry}, ${unclaimed}, attempt = q.attempt - 1, run_at = clock_timestamp(),
        events = q.events || ${eventNow(jobStatus.retry, `'error', $2::text`)}
      from own where ${isRowOf('own.job_id')}
      returning q.org_id`,
    [
      'workerId' in from ? from.workerId : null,
      reason,
      claims.map((fence) => fence.jobId),
      claims.map((fence) => fence.claim),
    ],
  );
  return rows.map((row) => row.org_id);
}

export type LostJob = Fence & {
  workerId: string;
  attempt: number;
  timeoutSeconds: number;
  orgId: string;
  versionId: string;
  createdAt: Date;
  /** In how many processes it ran that died or were stuck. */
  crashes: number;
  /** Whether the taker has claimed it and ends it in the same transaction. Otherwise it is back in the queue. */
  isHeld: boolean;
};

/**
 * Terminates the connections of a process that counts as dead. If it is only paused, its open transactions would keep
 * their locks, and a result that it does not read would keep its claim from ending, for as long as it sleeps.
 */
export async function cutConnections(db: Db, name: string): Promise<number> {
  const rows = await db.query<{ cut: boolean }>(
    `select pg_terminate_backend(pid) as cut from pg_stat_activity
      where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
    [name],
  );
  return rows.filter((row) => row.cut).length;
}

/** Sums what the recorded steps of these jobs used. */
export async function sumSteps(
  db: Db,
  jobIds: string[],
): Promise<Map<string, { cost: number; ownCost: number; inputTokens: number | null; outputTokens: number | null }>> {
  const rows = await db.query<{
    job_id: string;
    cost: number;
    ownCost: number;
    inputTokens: number | null;
    outputTokens: number | null;
  }>(
    `select job_id, sum(cost) as cost, ${ownCost('s')} as "ownCost", sum(input_tokens) as "inputTokens",
        sum(output_tokens) as "outputTokens"
      from job_steps s where job_id = any($1::uuid[]) group by job_id`,
    [jobIds],
  );
  return new Map(rows.map(({ job_id: jobId, ...used }) => [jobId, used]));
}

/** Finds workers that queue rows name but that are not registered. There should be none; this is a safety check. */
export async function findUnregisteredWorkers(db: Db): Promise<string[]> {
  const rows = await db.query<{ worker_id: string }>(
    `select distinct q.worker_id from job_queue q
      where q.worker_id is not null and not exists (select from workers w where w.id = q.worker_id)`,
  );
  return rows.map((row) => row.worker_id);
}

/** A standby may lag, so it does not say who owns a job. Has the code of a write there: callers wait for the primary. */
class StandbyAnswer extends Error {
  readonly code = '25006';
  constructor() {
    super('This PostgreSQL server is a standby.');
  }
}

/** Returns those of the claims that are still valid: not cancelled, taken over or returned to the queue. */
export async function listStillOwned(db: Db, fences: Fence[]): Promise<number[]> {
  const rows = await db.query<{ claim: number | null; is_standby: boolean }>(
    `select q.claim, pg_is_in_recovery() as is_standby from unnest($1::uuid[], $2::bigint[]) as i (job_id, claim)
      left join job_queue q on ${isRowOf('i.job_id')} and q.claim = i.claim`,
    [fences.map((fence) => fence.jobId), fences.map((fence) => fence.claim)],
  );
  if (rows[0]?.is_standby) throw new StandbyAnswer();
  return rows.flatMap(({ claim }) => (claim === null ? [] : [claim]));
}

/** Moves the deadlines of these jobs by the duration of a database outage. */
export async function extendDeadlines(db: Db, fences: Fence[], seconds: number): Promise<void> {
  await db.run(
    `update job_queue q set deadline = q.deadline + make_interval(secs => $3)
      from unnest($1::uuid[], $2::bigint[]) as i (job_id, claim)
      where ${isRowOf('i.job_id')} and q.claim = i.claim`,
    [fences.map((fence) => fence.jobId), fences.map((fence) => fence.claim), seconds],
  );
}
