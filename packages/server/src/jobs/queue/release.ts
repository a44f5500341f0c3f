import type { Db } from '#platform/db.ts';
import { limits } from '#platform/limits.ts';
import { eventNow } from '../record/events-sql.ts';
import { jobStatus } from '../record/model.ts';
import type { Fence } from './claim.ts';

// Jobs that leave their worker without an end. Each statement locks the rows it moves for update, which waits for a
// step that is being recorded: whoever runs the job next sees that step.

/** Back to the queue for another attempt. False when the job was not ours any more. */
export async function retryJob(
  db: Db,
  fence: Fence,
  options: { error: string; delaySeconds: number },
): Promise<boolean> {
  const changed = await db.run(
    `with own as materialized (
        select job_id from job_queue where job_id = $1 and worker_id is not distinct from $2 and attempt = $3 for update
      )
      update job_queue q set status = ${jobStatus.retry}, worker_id = null, run_at = clock_timestamp() + make_interval(secs => $4),
        events = q.events || ${eventNow(jobStatus.retry, `'error', $5::text`)}
      from own where q.job_id = own.job_id`,
    [fence.jobId, fence.workerId, fence.attempt, options.delaySeconds, options.error],
  );
  return changed > 0;
}

/**
 * Back to the queue for later without costing an attempt: what the job needs is not there, and it is not to blame. A
 * wait of hours has one event, not one for each look: start and wait of the last one are replaced.
 */
export async function postponeJob(
  db: Db,
  fence: Fence,
  options: { reason: string; delaySeconds: number },
): Promise<boolean> {
  const changed = await db.run(
    `with own as materialized (
        select job_id, (events->-2->>'postponed')::int as before
        from job_queue where job_id = $1 and worker_id is not distinct from $2 and attempt = $3 for update
      )
      update job_queue q set status = ${jobStatus.retry}, worker_id = null, attempt = q.attempt - 1,
        run_at = clock_timestamp() + make_interval(secs => $4),
        events = (case when own.before is null then q.events else q.events - -1 - -1 end)
          || ${eventNow(jobStatus.retry, `'error', $5::text, 'postponed', coalesce(own.before, 0) + 1`)}
      from own where q.job_id = own.job_id`,
    [fence.jobId, fence.workerId, fence.attempt, options.delaySeconds, options.reason],
  );
  return changed > 0;
}

/** A job that waits for a later moment is due now. Its organization, when there was such a job. */
export async function wakeJob(db: Db, jobId: string): Promise<string | undefined> {
  const rows = await db.query<{ org_id: string }>(
    `update job_queue set run_at = clock_timestamp()
      where job_id = $1 and status = ${jobStatus.retry} and worker_id is null and run_at > clock_timestamp() returning org_id`,
    [jobId],
  );
  return rows[0]?.org_id;
}

/**
 * Back to the queue at once and without costing an attempt, since the job is not to blame: all jobs of the worker, or
 * only these. Returns the organizations that have work again, once per job.
 */
export async function giveBackJobs(
  db: Db,
  workerId: string,
  options: { reason: string; only?: Fence[] },
): Promise<string[]> {
  const rows = await db.query<{ org_id: string }>(
    `with own as materialized (
        select job_id from job_queue q where worker_id = $1
          and ($3::uuid[] is null or (q.job_id, q.attempt) in (select * from unnest($3::uuid[], $4::smallint[])))
        order by job_id for update
      )
      update job_queue q set status = ${jobStatus.retry}, worker_id = null, attempt = q.attempt - 1, run_at = clock_timestamp(),
        events = q.events || ${eventNow(jobStatus.retry, `'error', $2::text`)}
      from own where q.job_id = own.job_id
      returning q.org_id`,
    [
      workerId,
      options.reason,
      options.only?.map((fence) => fence.jobId) ?? null,
      options.only?.map((fence) => fence.attempt) ?? null,
    ],
  );
  return rows.map((row) => row.org_id);
}

export type LostJob = Fence & {
  orgId: string;
  versionId: string;
  createdAt: Date;
  /** It had its last attempt; it is in the taker's hands now, who ends it in the same transaction. */
  exhausted: boolean;
};

/**
 * Takes jobs from workers that are dead and from a worker that cannot end them itself: back to the queue, or, after
 * the last attempt, into the hands of the taker. Counting a death as an attempt keeps a job that kills its worker from
 * going round for ever. Workers are locked, so two processes never take over the same one, and none that beats again
 * meanwhile is buried.
 */
export async function takeJobs(
  tx: Db,
  options: {
    takerId: string;
    leaseSeconds: number;
    /** Found silent before; they count only if they still are. */
    silent: string[];
    /** Dead whatever their heartbeat says. */
    dead: string[];
    /** Attempts of the taker itself that came to no end. */
    failed: Fence[];
  },
): Promise<LostJob[]> {
  const rows = await tx.query<{
    job_id: string;
    attempt: number;
    status: number;
    org_id: string;
    version_id: string;
    created_at: Date;
  }>(
    `with taker as materialized (select id from workers where id = $2 for key share),
      silent as materialized (
        select id from workers where id = any($4::uuid[]) and id <> $2 and exists (select from taker)
          and last_seen < clock_timestamp() - make_interval(secs => $1)
        order by id for update skip locked
      ),
      dead as materialized (
        select id from silent union select unnest($5::uuid[]) from taker
      ),
      named as materialized (
        select q.job_id, q.worker_id, q.attempt from dead join job_queue q on q.worker_id = dead.id
        union all
        select job_id, id, attempt from taker, unnest($6::uuid[], $7::smallint[]) as failed (job_id, attempt)
      ),
      lost as materialized (
        select q.job_id from named n
        join job_queue q on q.job_id = n.job_id and q.worker_id is not distinct from n.worker_id and q.attempt = n.attempt
        order by q.job_id for update of q
      ),
      moved as (
        update job_queue q set
          status = case when q.attempt >= $3 then ${jobStatus.started} else ${jobStatus.retry} end,
          worker_id = case when q.attempt >= $3 then $2::uuid end,
          run_at = clock_timestamp(),
          events = case when q.attempt >= $3 then q.events
            else q.events || ${eventNow(jobStatus.retry, `'error', 'The worker running this job stopped; it will run again.', 'died', true`)} end
        from lost where q.job_id = lost.job_id
        returning q.job_id, q.attempt, q.status, q.org_id
      ),
      buried as (delete from workers w using dead where w.id = dead.id)
      select m.job_id, m.attempt, m.status, m.org_id, j.version_id, j.created_at
      from moved m join jobs j on j.id = m.job_id`,
    [
      options.leaseSeconds,
      options.takerId,
      limits.jobAttempts,
      options.silent,
      options.dead,
      options.failed.map((fence) => fence.jobId),
      options.failed.map((fence) => fence.attempt),
    ],
  );
  return rows.map((row) => ({
    jobId: row.job_id,
    workerId: options.takerId,
    attempt: row.attempt,
    orgId: row.org_id,
    versionId: row.version_id,
    createdAt: row.created_at,
    exhausted: row.status === jobStatus.started,
  }));
}

export type SilentWorker = { id: string; mark: string };

/**
 * Workers without a heartbeat for longer than the lease. None right after a start of PostgreSQL: while it was away,
 * nobody could beat.
 */
export async function findSilentWorkers(
  db: Db,
  options: { takerId: string; leaseSeconds: number; graceSeconds: number },
): Promise<SilentWorker[]> {
  return db.query<SilentWorker>(
    `select id, split_part(host, '#', 2) as mark from workers
      where last_seen < clock_timestamp() - make_interval(secs => $1) and id <> $2
        and pg_postmaster_start_time() < clock_timestamp() - make_interval(secs => $3)`,
    [options.leaseSeconds, options.takerId, options.graceSeconds],
  );
}

/**
 * Cuts the connections of a process that was given up for dead. It may only be paused: what it has under way would
 * keep its locks, and a result that it does not read would keep a claim from ending, for as long as it sleeps.
 */
export async function cutConnections(db: Db, name: string): Promise<number> {
  const rows = await db.query<{ cut: boolean }>(
    `select pg_terminate_backend(pid) as cut from pg_stat_activity
      where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`,
    [name],
  );
  return rows.filter((row) => row.cut).length;
}

/** What the recorded steps of these jobs used. */
export async function sumSteps(
  db: Db,
  jobIds: string[],
): Promise<Map<string, { cost: number; inputTokens: number | null; outputTokens: number | null }>> {
  const rows = await db.query<{
    job_id: string;
    cost: number;
    inputTokens: number | null;
    outputTokens: number | null;
  }>(
    `select job_id, sum(cost) as cost, sum(input_tokens) as "inputTokens", sum(output_tokens) as "outputTokens"
      from job_steps where job_id = any($1::uuid[]) group by job_id`,
    [jobIds],
  );
  return new Map(rows.map(({ job_id: jobId, ...used }) => [jobId, used]));
}

/** Workers that queue rows name but nobody registered. There should be none; doctor and a slow check look anyway. */
export async function findUnregisteredWorkers(db: Db): Promise<string[]> {
  const rows = await db.query<{ worker_id: string }>(
    `select distinct q.worker_id from job_queue q
      where q.worker_id is not null and not exists (select from workers w where w.id = q.worker_id)`,
  );
  return rows.map((row) => row.worker_id);
}

/** What the queue says this worker runs. */
export async function listOwned(db: Db, workerId: string): Promise<Fence[]> {
  return db.query<Fence>(
    'select job_id as "jobId", worker_id as "workerId", attempt from job_queue where worker_id = $1',
    [workerId],
  );
}

/** Of these attempts, those that still own their jobs: not cancelled, not taken over. */
export async function listStillOwned(db: Db, fences: Fence[]): Promise<Fence[]> {
  return db.query<Fence>(
    `select q.job_id as "jobId", q.worker_id as "workerId", q.attempt
      from unnest($1::uuid[], $2::uuid[], $3::smallint[]) as i (job_id, worker_id, attempt)
      join job_queue q on q.job_id = i.job_id and q.worker_id is not distinct from i.worker_id and q.attempt = i.attempt`,
    [fences.map((fence) => fence.jobId), fences.map((fence) => fence.workerId), fences.map((fence) => fence.attempt)],
  );
}
