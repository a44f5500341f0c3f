import type { Db } from '#platform/db.ts';
import { ATTEMPTS_MAX } from '../model.ts';
import type { Fence } from './claim.ts';

/** Back to the queue for another attempt. False when the job was not ours any more. */
export async function retryJob(
  db: Db,
  fence: Fence,
  options: { error: string; delaySeconds: number },
): Promise<boolean> {
  const changed = await db.run(
    `update job_queue set status = 2, worker_id = null, run_at = clock_timestamp() + make_interval(secs => $4),
        events = events || jsonb_build_object('at', floor(extract(epoch from clock_timestamp()) * 1000), 'status', 2, 'error', $5::text)
      where job_id = $1 and worker_id = $2 and attempt = $3`,
    [fence.jobId, fence.workerId, fence.attempt, options.delaySeconds, options.error],
  );
  return changed > 0;
}

/** Back to the queue at once and without costing an attempt: the worker stops, the job is not to blame. */
export async function giveBackJobs(db: Db, workerId: string): Promise<number> {
  return db.run(
    `update job_queue set status = 2, worker_id = null, attempt = attempt - 1, run_at = clock_timestamp(),
        events = events || jsonb_build_object('at', floor(extract(epoch from clock_timestamp()) * 1000), 'status', 2,
          'error', 'The worker was stopped; the job continues on another one.')
      where worker_id = $1`,
    [workerId],
  );
}

export type ExhaustedJob = Fence & {
  versionId: string;
  createdAt: Date;
  /** What its recorded steps used. */
  cost: number;
  inputTokens: number | null;
  outputTokens: number | null;
};

/**
 * Takes the jobs of workers that were silent for longer than the lease: back to the queue, or, after the last attempt,
 * into the hands of the caller, who ends them. Counting a death as an attempt keeps a job that kills its worker from
 * going round for ever. Workers are locked, so two processes never take over the same one.
 */
export async function takeOver(
  db: Db,
  options: { leaseSeconds: number; takerId: string; knownDead?: string[] },
): Promise<{ retried: number; exhausted: ExhaustedJob[] }> {
  const rows = await db.query<{
    job_id: string;
    attempt: number;
    status: number;
    version_id: string;
    created_at: Date;
    cost: number;
    input_tokens: number | null;
    output_tokens: number | null;
  }>(
    `with silent as materialized (
        select id from workers where last_seen < clock_timestamp() - make_interval(secs => $1) and id <> $2
        for update skip locked
      ),
      dead as materialized (select id from silent union select unnest($4::uuid[])),
      lost as materialized (
        select q.job_id from dead join job_queue q on q.worker_id = dead.id where q.worker_id is not null
        for update of q
      ),
      moved as (
        update job_queue q set
          status = case when q.attempt >= $3 then 1 else 2 end,
          worker_id = case when q.attempt >= $3 then $2::uuid end,
          run_at = clock_timestamp(),
          events = case when q.attempt >= $3 then q.events
            else q.events || jsonb_build_object('at', floor(extract(epoch from clock_timestamp()) * 1000), 'status', 2,
              'error', 'The worker running this job stopped; it will run again.') end
        from lost where q.job_id = lost.job_id
        returning q.job_id, q.attempt, q.status
      ),
      buried as (delete from workers w using dead where w.id = dead.id)
      select m.job_id, m.attempt, m.status, j.version_id, j.created_at, s.cost, s.input_tokens, s.output_tokens
      from moved m join jobs j on j.id = m.job_id
      cross join lateral (
        select coalesce(sum(cost), 0) as cost, sum(input_tokens) as input_tokens, sum(output_tokens) as output_tokens
        from job_steps where job_id = m.job_id) s`,
    [options.leaseSeconds, options.takerId, ATTEMPTS_MAX, options.knownDead ?? []],
  );
  return {
    retried: rows.filter((row) => row.status === 2).length,
    exhausted: rows
      .filter((row) => row.status === 1)
      .map((row) => ({
        jobId: row.job_id,
        workerId: options.takerId,
        attempt: row.attempt,
        versionId: row.version_id,
        createdAt: row.created_at,
        cost: row.cost,
        inputTokens: row.input_tokens,
        outputTokens: row.output_tokens,
      })),
  };
}

/** Workers that queue rows name but nobody registered. There should be none; doctor and a slow check look anyway. */
export async function findUnregisteredWorkers(db: Db): Promise<string[]> {
  const rows = await db.query<{ worker_id: string }>(
    `select distinct q.worker_id from job_queue q
      where q.worker_id is not null and not exists (select from workers w where w.id = q.worker_id)`,
  );
  return rows.map((row) => row.worker_id);
}

/** Of these attempts, those that no longer own their job: cancelled, finished elsewhere or taken over. */
export async function findLostJobs(db: Db, fences: Fence[]): Promise<string[]> {
  const rows = await db.query<{ job_id: string }>(
    `select i.job_id from unnest($1::uuid[], $2::uuid[], $3::smallint[]) as i (job_id, worker_id, attempt)
      where not exists (select from job_queue q
        where q.job_id = i.job_id and q.worker_id = i.worker_id and q.attempt = i.attempt)`,
    [fences.map((fence) => fence.jobId), fences.map((fence) => fence.workerId), fences.map((fence) => fence.attempt)],
  );
  return rows.map((row) => row.job_id);
}
