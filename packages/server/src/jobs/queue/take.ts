import type { Db } from '#platform/db.ts';
import { limits } from '#platform/limits.ts';
import { eventNow } from '../record/events-sql.ts';
import { jobStatus } from '../record/model.ts';
import { isRowOf } from '../record/queue-row.ts';
import { claimNow, type Fence, unclaimed } from './claim.ts';
import { CRASHES } from './crashes.ts';
import type { LostJob } from './release.ts';

// Takes jobs from a worker because it is dead, cannot end them, or let them run past their deadline.

/** A worker that may be dead, with its last heartbeat. If it has sent another one since, it lives. */
export type Suspect = { id: string; lastSeen: string };

/** Another crash, or another attempt, would end the job of a row `q` that has crashed before. */
const SUSPECT = `(${CRASHES} > 0 and (q.attempt >= $2 or ${CRASHES} + 1 >= $8))`;

/**
 * Takes jobs from dead workers, and those that the taker itself could not end. They return to the queue, or, after the
 * last attempt or the last permitted crash, the taker claims them to end them (quarantine). A death counts as an
 * attempt and a crash of each job that ran there, unless the dead worker has recorded what it was stuck on (stuck.ts):
 * then the others go back at no cost. So do jobs whose last crash it would be, except the one that started last: they
 * start one at a time, so the others had run beyond the time in which they could have done it. Workers are locked, so
 * that two processes never take over the same one, and a worker that sends a heartbeat meanwhile is not removed.
 */
export async function takeJobs(
  tx: Db,
  options: {
    takerId: string;
    suspects: Suspect[];
    /** Workers that are dead regardless of their heartbeat. */
    dead: string[];
    /** Claims of the taker itself whose end could not be stored. */
    failed: Fence[];
  },
): Promise<LostJob[]> {
  const rows = await tx.query<LostRow>(
    `with taker as materialized (select id from workers where id = $1 for key share),
      silent as materialized (
        select id, stuck_claim from workers where exists (select from taker) and id <> $1
          and (id, last_seen) in (select * from unnest($3::uuid[], $4::timestamptz[]))
        order by id for update skip locked
      ),
      dead as materialized (
        select id, stuck_claim from silent
        union select given.id, w.stuck_claim from taker cross join unnest($5::uuid[]) as given (id)
          left join workers w on w.id = given.id
      ),
      named as materialized (
        select q.job_id, q.claim, case
          when dead.stuck_claim <> q.claim then 'spared'
          when ${SUSPECT} and q.claim < max(q.claim) filter (where ${SUSPECT}) over (partition by dead.id) then 'spared'
          else 'crashed' end as fate
        from dead join job_queue q on q.worker_id = dead.id
        union all
        select job_id, claim, 'failed' from taker, unnest($6::uuid[], $7::bigint[]) as failed (job_id, claim)
      ),
      lost as materialized (
        select q.job_id, n.fate, ${CRASHES} + (n.fate = 'crashed')::int as crashes,
          n.fate <> 'spared' and q.attempt >= $2 or n.fate = 'crashed' and ${CRASHES} + 1 >= $8 as over
        from named n join job_queue q on ${isRowOf('n.job_id')} and q.claim is not distinct from n.claim
        where q.worker_id is not null order by q.job_id for update of q
      ),
      ended as (
        update job_queue q set worker_id = $1, ${claimNow} from lost where ${isRowOf('lost.job_id')} and lost.over
        returning ${LOST_COLUMNS}, lost.crashes
      ),
      moved as (
        update job_queue q set status = ${jobStatus.retry}, ${unclaimed}, run_at = clock_timestamp(),
          attempt = q.attempt - (lost.fate = 'spared')::int,
          events = q.events || case lost.fate
            when 'spared' then ${eventNow(jobStatus.retry, `'error', 'The worker was stopped, because something else blocked it; the job starts again.'`)}
            when 'failed' then ${eventNow(jobStatus.retry, `'error', 'The worker running this job stopped; it will run again.'`)}
            else ${eventNow(jobStatus.retry, `'error', 'The worker running this job stopped; it will run again.', 'died', true`)} end
        from lost where ${isRowOf('lost.job_id')} and not lost.over
        returning ${LOST_COLUMNS}, lost.crashes
      ),
      buried as (delete from workers w using dead where w.id = dead.id),
      taken as (select * from ended union all select * from moved)
      ${withJob('taken')}`,
    [
      options.takerId,
      limits.jobAttempts,
      options.suspects.map(({ id }) => id),
      options.suspects.map(({ lastSeen }) => lastSeen),
      options.dead,
      options.failed.map(({ jobId }) => jobId),
      options.failed.map(({ claim }) => claim),
      limits.jobCrashes,
    ],
  );
  return rows.map(toLost);
}

/** Claims running jobs past their deadline for the taker, which ends them in the same transaction. */
export async function takeLateJobs(
  tx: Db,
  options: { takerId: string; claims: Fence[]; graceSeconds: number },
): Promise<LostJob[]> {
  const { takerId, claims, graceSeconds } = options;
  const rows = await tx.query<LostRow>(
    `with taker as materialized (select id from workers where id = $1 for key share),
      late as materialized (
        select q.job_id from taker cross join unnest($2::uuid[], $3::bigint[]) as given (job_id, claim)
        join job_queue q on ${isRowOf('given.job_id')} and q.claim is not distinct from given.claim
        where q.deadline < clock_timestamp() - make_interval(secs => $4)
        order by q.job_id for update of q
      ),
      taken as (
        update job_queue q set worker_id = $1, ${claimNow} from late where ${isRowOf('late.job_id')}
        returning ${LOST_COLUMNS}, 0 as crashes
      )
      ${withJob('taken')}`,
    [takerId, claims.map(({ jobId }) => jobId), claims.map(({ claim }) => claim), graceSeconds],
  );
  return rows.map(toLost);
}

type LostRow = {
  job_id: string;
  claim: number | null;
  worker_id: string | null;
  attempt: number;
  timeout_seconds: number | null;
  org_id: string;
  version_id: string;
  created_at: Date;
  crashes: number;
};

const LOST_COLUMNS = 'q.job_id, q.claim, q.worker_id, q.attempt, q.timeout_seconds, q.org_id';

const withJob = (taken: string): string =>
  `select t.*, j.version_id, j.created_at from ${taken} t join jobs j on j.id = t.job_id`;

const toLost = (row: LostRow): LostJob => ({
  jobId: row.job_id,
  claim: row.claim ?? 0,
  workerId: row.worker_id ?? '',
  attempt: row.attempt,
  timeoutSeconds: row.timeout_seconds ?? 0,
  orgId: row.org_id,
  versionId: row.version_id,
  createdAt: row.created_at,
  crashes: row.crashes,
  isHeld: row.worker_id !== null,
});
