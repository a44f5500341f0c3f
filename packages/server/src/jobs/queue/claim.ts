import { type Cause, untrustedOf } from '#orgs/actor.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { limits } from '#platform/limits.ts';
import type { TraceCarrier } from '#platform/tracing.ts';
import { eventNow } from '../record/events-sql.ts';
import { type JobInput, jobStatus, priority, type StatusEvent } from '../record/model.ts';
import { isRowOf } from '../record/queue-row.ts';
import { CRASHES } from './crashes.ts';

/** One claim of a job. Claim numbers only rise, and every write for a running job names its claim. */
export type Fence = { jobId: string; claim: number };

export type ClaimedJob = Fence & {
  workerId: string;
  attempt: number;
  orgId: string;
  agentId: string;
  versionId: string;
  policyVersionId: string | null;
  batchId: string | null;
  origin: string;
  inputs: JobInput[];
  cacheKey: Buffer | null;
  cacheFailedJobs: boolean;
  timeoutSeconds: number;
  maxCost: number | null;
  hold: number;
  limited: boolean;
  createdAt: Date;
  runAt: Date;
  priority: number;
  agentDeleted: boolean;
  /** The job that this one repeats. */
  retriedFrom: string | null;
  /** Where untrusted content came from that is in its inputs, as far as the service knows. */
  untrusted: string[];
  /** Whether its batch has a cost limit. */
  batchCapped: boolean;
  /** Whether it was started before, so that its journal may have steps. */
  hasPast: boolean;
  /** The trace that the job continues, and its status events so far if it has one and was started before. */
  trace: TraceCarrier | null;
  past: StatusEvent[];
  /** For a suspect (another crash would end it): how long no other suspect may run beside it. Otherwise 0. */
  suspectMs: number;
};

/** How many jobs to claim from one organization, and from which time on to look in each of its three priorities. */
export type Lane = {
  orgId: string;
  quota: number;
  since: readonly [Date, Date, Date];
  /** Whether it looks far enough back to find rows that were committed out of order. */
  wide: boolean;
  /** How many jobs of the organization may run at once, over all workers. */
  limit: number | null;
};

export type Claim = {
  jobs: ClaimedJob[];
  /** Lanes with a limit that another worker was claiming from. */
  busy: Lane[];
};

/**
 * Claims waiting jobs, by priority and then by age within each organization. A worker that is not registered or is
 * draining gets none, and jobs of a paused organization stay. With `suspects`, at most one job that may have killed its
 * workers is claimed.
 */
export async function claimJobs(
  db: Transactor,
  workerId: string,
  lanes: Lane[],
  { suspects }: { suspects: boolean },
): Promise<Claim> {
  const limited = lanes.filter((lane) => lane.limit !== null);
  if (limited.length === 0) return { jobs: await claimFrom(db, workerId, lanes, suspects), busy: [] };
  // Counting running jobs and claiming up to the limit is atomic only under a lock. The lock is taken by a statement of
  // its own, so that the claim sees what the last holder did. It is tried and not waited for, so that one stalled
  // worker cannot hold up all others.
  return db.tx(async (tx) => {
    const held = new Set(
      await lockOrganizations(
        tx,
        limited.map((lane) => lane.orgId),
      ),
    );
    const isBusy = (lane: Lane): boolean => lane.limit !== null && !held.has(lane.orgId);
    const free = lanes.filter((lane) => !isBusy(lane));
    return { jobs: free.length === 0 ? [] : await claimFrom(tx, workerId, free, suspects), busy: lanes.filter(isBusy) };
  });
}

async function claimFrom(db: Db, workerId: string, lanes: Lane[], suspects: boolean): Promise<ClaimedJob[]> {
  const given = lanes.map(({ orgId, quota, since, limit }) => ({
    org_id: orgId,
    quota,
    most: limit,
    since_0: since[0],
    since_1: since[1],
    since_2: since[2],
  }));
  const rows = await db.query<ClaimRow>(CLAIM_JOBS, [
    workerId,
    JSON.stringify(given),
    suspects,
    limits.jobAttempts,
    limits.jobCrashes,
  ]);
  return rows.map(toClaimed);
}

async function lockOrganizations(tx: Db, orgIds: string[]): Promise<string[]> {
  const rows = await tx.query<{ org_id: string }>(
    `select org_id from unnest($1::uuid[]) org_id where pg_try_advisory_xact_lock(hashtextextended(org_id::text, 7402118))`,
    [orgIds],
  );
  return rows.map((row) => row.org_id);
}

type ClaimRow = {
  job_id: string;
  claim: number;
  worker_id: string;
  attempt: number;
  org_id: string;
  agent_id: string;
  version_id: string;
  policy_version_id: string | null;
  batch_id: string | null;
  origin: string;
  inputs: JobInput[];
  cache_key: Buffer | null;
  cache_failed_jobs: boolean;
  timeout_seconds: number;
  max_cost: number | null;
  hold: number;
  limited: boolean;
  created_at: Date;
  run_at: Date;
  priority: number;
  agent_deleted: boolean;
  retried_from: string | null;
  cause: Cause | null;
  batch_capped: boolean;
  has_past: boolean;
  trace: string | null;
  past: StatusEvent[] | null;
  deaths: StatusEvent[] | null;
};

function toClaimed(row: ClaimRow): ClaimedJob {
  return {
    jobId: row.job_id,
    claim: row.claim,
    workerId: row.worker_id,
    attempt: row.attempt,
    orgId: row.org_id,
    agentId: row.agent_id,
    versionId: row.version_id,
    policyVersionId: row.policy_version_id,
    batchId: row.batch_id,
    origin: row.origin,
    inputs: row.inputs,
    cacheKey: row.cache_key,
    cacheFailedJobs: row.cache_failed_jobs,
    timeoutSeconds: row.timeout_seconds,
    maxCost: row.max_cost,
    hold: row.hold,
    limited: row.limited,
    createdAt: row.created_at,
    runAt: row.run_at,
    priority: row.priority,
    agentDeleted: row.agent_deleted,
    retriedFrom: row.retried_from,
    untrusted: untrustedOf(row.cause),
    batchCapped: row.batch_capped,
    hasPast: row.has_past,
    trace: row.trace,
    past: row.past ?? [],
    suspectMs: row.deaths === null ? 0 : longestRun(row.deaths),
  };
}

/** A worker that died with many jobs must not delay their second try for long. */
const ALONE_MS_MAX = 5_000;

/** Returns the longest time from a start to the worker's death. A job that kills its worker again does so by then. */
function longestRun(events: StatusEvent[]): number {
  const runs = events.map((event, index) => (event.died ? event.at - (events[index - 1]?.at ?? event.at) : 0));
  return Math.min(ALONE_MS_MAX, Math.max(0, ...runs));
}

/** A condition on jobs that crashed and that one more crash would end. */
const SUSPECT = `q.events @> '[{"died": true}]' and (q.attempt >= $4 - 1 or ${CRASHES} >= $5 - 1)`;

const CLAIM_COLUMNS = `q.job_id, q.claim, q.worker_id, q.attempt, q.org_id, q.agent_id, j.version_id, j.policy_version_id, q.batch_id,
  j.origin, j.inputs, j.cache_key, coalesce(a.cache_failed_jobs, false) as cache_failed_jobs, j.timeout_seconds, j.max_cost, q.hold,
  coalesce(c.limited, false) as limited, j.created_at, q.run_at, q.priority,
  a.id is null or a.deleted_at is not null as agent_deleted, j.retried_from, j.cause,
  b.max_cost is not null as batch_capped, q.has_past, q.deaths, j.trace,
  case when q.has_past and j.trace is not null then q.events end as past`;

/** Gives a row a new claim number and a deadline. */
export const claimNow = `claim = nextval('job_claims'), deadline = clock_timestamp() + make_interval(secs => q.timeout_seconds)`;
/** Removes the claim from a row, so that writes of its earlier owner are refused. */
export const unclaimed = 'worker_id = null, claim = null, deadline = null';

// The inner select is nested because PostgreSQL allows no row locks in a set operation.
const arm = (urgency: number): string => `select job_id, has_past, suspect from (
  select job_id, status <> ${jobStatus.pending} as has_past, ${SUSPECT} as suspect from job_queue q
  where org_id = lane.org_id and priority = ${urgency} and worker_id is null
    and run_at >= lane.since_${urgency} and run_at <= clock_timestamp() and ($3 or not (${SUSPECT}))
  order by run_at limit lane.quota for update skip locked) arm_${urgency}`;

// Each arm is a range of the index job_queue_waiting that starts where this worker's last claim ended. Entries of ended
// jobs that cannot be vacuumed yet, because of an old snapshot, lie before it and are not read again.
// The arms are read one after the other, so that a less urgent row is locked only if it is taken.
// `me` locks the worker's registration, so that every claimed job is watched.
const CLAIM_JOBS = `
  with me as materialized (select id from workers where id = $1 and draining_at is null for key share),
  lane as materialized (
    select org_id, since_0, since_1, since_2,
      case when most is null then quota else greatest(0, least(quota, most - (
        select count(*)::int from workers w join job_queue q on q.worker_id = w.id where q.org_id = given.org_id))) end as quota
    from json_to_recordset($2::json) as given (org_id uuid, quota int, most int, since_0 timestamptz,
      since_1 timestamptz, since_2 timestamptz)
    where exists (select from me)
      and not exists (select from organizations o where o.id = given.org_id and o.paused_at is not null)
  ),
  candidate as materialized (
    select arms.job_id, arms.has_past, arms.suspect from lane cross join lateral (
      select job_id, has_past, suspect from (${Object.values(priority).map(arm).join(' union all ')}) waiting limit lane.quota
    ) arms where lane.quota > 0
  ),
  picked as (
    select job_id, has_past, suspect from candidate where not suspect
    union all (select job_id, has_past, suspect from candidate where suspect limit 1)
  ),
  taken as (
    update job_queue q set status = ${jobStatus.started}, worker_id = $1, attempt = q.attempt + 1, ${claimNow},
      events = q.events || ${eventNow(jobStatus.started)}
    from picked where ${isRowOf('picked.job_id')}
    returning q.*, picked.has_past, case when picked.suspect then q.events end as deaths
  )
  select ${CLAIM_COLUMNS}
  from taken q join jobs j on j.id = q.job_id left join agents a on a.id = q.agent_id
  left join credit_accounts c on c.org_id = q.org_id left join batches b on b.id = q.batch_id
  order by q.priority, q.run_at`;

/** Finds where jobs wait: the oldest due time of each organization and priority. Needs one index probe per row. */
export async function findLanes(db: Db): Promise<{ orgId: string; priority: number; runAt: Date }[]> {
  const rows = await db.query<{ org_id: string; priority: number; run_at: Date }>(
    `with recursive lane as (
        (select org_id, priority, run_at from job_queue where worker_id is null
          order by org_id, priority, run_at limit 1)
        union all
        select next.org_id, next.priority, next.run_at from lane cross join lateral (
          select org_id, priority, run_at from job_queue
          where worker_id is null and (org_id, priority) > (lane.org_id, lane.priority)
          order by org_id, priority, run_at limit 1) next
      )
      select org_id, priority, run_at from lane where run_at <= clock_timestamp()
        and not exists (select from organizations o where o.id = lane.org_id and o.paused_at is not null)`,
  );
  return rows.map((row) => ({ orgId: row.org_id, priority: row.priority, runAt: row.run_at }));
}
