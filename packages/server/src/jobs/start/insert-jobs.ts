import { hash } from 'node:crypto';
import type { Db } from '#platform/db.ts';
import { idTime } from '#platform/ids.ts';
import { publishDeliveries } from '#webhooks/outbox.ts';
import type { CacheMode, JobInput, Origin } from '../record/model.ts';

// Accepting a job is one statement for a whole batch of requests: it checks that the agent and its policy are still as
// the caller saw them, looks into the cache, holds credits and inserts.

export type NewJob = {
  id: string;
  orgId: string;
  agentId: string;
  versionId: string;
  /** The agent as the caller saw it; when it or its policy changed since, the outcome is `stale`: nothing is stored. */
  seen: { currentVersionId: string | null; disableCache: boolean };
  policyVersionId: string | null;
  batchId: string | null;
  batchIndex: number | null;
  retriedFrom: string | null;
  origin: Origin;
  creatorId: number | null;
  inputs: JobInput[];
  /** The same as JSON text. */
  inputsText: string;
  /** JSON text of an object, or null. */
  metadata: string | null;
  /** What the answer depends on: the key of the cache is the hash of this and of the inputs. */
  cacheSeed: string;
  /** In place of the inputs, where those name files: what the files hold. */
  cacheContent: string | null;
  cacheMode: CacheMode;
  timeoutSeconds: number;
  maxCost: number | null;
  /** What to hold on a limited account: the cap, or what such jobs cost lately. */
  estimate: number;
  priority: number;
  /** Run here and now: the row is inserted as started by this worker, or queued when it is not registered any more. */
  workerId: string | null;
};

export type Accepted = {
  outcome: 'queued' | 'started' | 'cached' | 'cached_failure' | 'stale' | 'no_credits';
  hold: number;
  /** The organization's account is limited. */
  limited: boolean;
  /** The agent lets failures be reused; only asked for what starts with its acceptance. */
  cacheFailed: boolean;
};

export const cacheKey = ({ cacheSeed, cacheContent, inputsText }: NewJob): Buffer =>
  hash('sha256', cacheSeed + (cacheContent ?? inputsText), 'buffer');

/** What became of the items, in their order. */
export async function judgeJobs(db: Db, items: NewJob[]): Promise<Accepted[]> {
  const rows = await db.query<Accepted & { id: string }>(INSERT_JOBS, columns(items));
  const outcomes = new Map(rows.map((row) => [row.id, row]));
  return items.map((item) => outcomes.get(item.id)!);
}

function columns(items: NewJob[]): unknown[] {
  const column = <T>(read: (item: NewJob) => T): T[] => items.map(read);
  return [
    column((item) => item.id),
    column((item) => item.orgId),
    column((item) => item.agentId),
    column((item) => item.versionId),
    column((item) => item.seen.currentVersionId),
    column((item) => item.seen.disableCache),
    column((item) => item.policyVersionId),
    column((item) => item.batchId),
    column((item) => item.batchIndex),
    column((item) => item.retriedFrom),
    column((item) => item.origin),
    column((item) => item.creatorId),
    column((item) => item.inputsText),
    column((item) => item.metadata),
    column(cacheKey),
    column((item) => item.cacheMode),
    column((item) => item.timeoutSeconds),
    column((item) => item.maxCost),
    column((item) => item.priority),
    column((item) => idTime(item.id)),
    column((item) => item.estimate),
    column((item) => item.workerId),
  ];
}

// Order of evaluation, as PostgreSQL sees it: `account` locks the limited accounts in a fixed order (so that two
// batches never wait for each other), `item` is judged against them, then everything is inserted from the judged rows.
// A hold never exceeds what is left: each item sees the balance less the estimates of those before it in the batch.
// `here` keeps the registration of a worker that is to run a job at once from being removed meanwhile: a process that
// was given up for dead while its statement was on the way must not leave a job that nobody runs and nobody watches.
// Amounts are rounded as they are stored, so that sums of many agree with the sum. A job is due by PostgreSQL's clock,
// whatever the clock of the process that made its id says, and however long the statement had to wait.
const INSERT_JOBS = `
  with here as materialized (
    select id from workers where id = any($22::uuid[]) order by id for key share
  ),
  item as materialized (
    select i.id, i.org_id, i.agent_id, i.version_id, i.policy_version_id, i.batch_id, i.batch_index, i.retried_from,
      i.origin, i.creator_id, i.inputs, i.metadata, i.cache_key, i.cache_mode, i.timeout_seconds, i.max_cost, i.priority,
      i.created_at, i.position, round(i.estimate, 8) as estimate, here.id as worker_id,
      greatest(least(i.created_at, clock_timestamp()), clock_timestamp() - interval '1 second') as run_at,
      coalesce(a.cache_failed_jobs, false) as cache_failed,
      a.id is not null and a.deleted_at is null and v.id is not null and v.deleted_at is null
        and (i.seen_version is null or a.current_version_id = i.seen_version)
        and a.disable_cache = i.seen_disable_cache
        and i.policy_version_id is not distinct from coalesce(v.policy_version_id, p.current_version_id) as fresh,
      hit.job_id as hit_job_id, hit.status as hit_status
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::boolean[], $7::uuid[], $8::uuid[],
        $9::int[], $10::uuid[], $11::text[], $12::int[], $13::text[], $14::text[], $15::bytea[], $16::text[], $17::int[],
        $18::numeric[], $19::smallint[], $20::timestamptz[], $21::numeric[], $22::uuid[])
      with ordinality as i (id, org_id, agent_id, version_id, seen_version, seen_disable_cache, policy_version_id,
        batch_id, batch_index, retried_from, origin, creator_id, inputs, metadata, cache_key, cache_mode,
        timeout_seconds, max_cost, priority, created_at, estimate, worker_id, position)
    left join here on here.id = i.worker_id
    left join agents a on a.id = i.agent_id and a.org_id = i.org_id
    left join agent_versions v on v.id = i.version_id and v.agent_id = i.agent_id
    left join policies p on p.id = v.policy_id and p.deleted_at is null
    left join lateral (
      select r.job_id, r.status from job_cache c join job_results r on r.job_id = c.job_id
      where i.cache_mode = 'read' and c.key = i.cache_key and c.org_id = i.org_id and r.data_deleted_at is null
        and (r.status = 3 or (r.status = 4 and a.cache_failed_jobs))
    ) hit on true
  ),
  account as materialized (
    select org_id, balance - held as available from credit_accounts
    where limited and org_id in (select org_id from item)
    order by org_id for update
  ),
  judged as materialized (
    select i.*,
      case
        when not i.fresh then 'stale'
        -- Bulk calls need credits for their first job; those that find nothing left stop at their first paid step.
        when account.org_id is not null
          and account.available - case when i.priority = 2 then 0 else i.estimate_before end <= 0 then 'no_credits'
        when i.hit_status = 3 then 'cached'
        when i.hit_status = 4 then 'cached_failure'
        when i.worker_id is not null then 'started'
        else 'queued'
      end as outcome, account.org_id is not null as limited,
      case when account.org_id is null or i.hit_job_id is not null then 0
        else greatest(0, least(i.estimate, account.available - i.estimate_before)) end as hold
    from (
      select item.*, coalesce(sum(case when fresh and hit_job_id is null then estimate else 0 end)
          over (partition by org_id order by position rows between unbounded preceding and 1 preceding), 0) as estimate_before
      from item
    ) i
    left join account on account.org_id = i.org_id
  ),
  good as materialized (select * from judged where outcome not in ('stale', 'no_credits')),
  inserted as (
    insert into jobs (id, org_id, agent_id, version_id, policy_version_id, batch_id, batch_index, retried_from, origin,
      creator_id, inputs, metadata, cache_key, cache_outcome, timeout_seconds, max_cost, created_at)
    select id, org_id, agent_id, version_id, policy_version_id, batch_id, batch_index, retried_from, origin,
      creator_id, inputs::json, metadata::json, cache_key,
      case when outcome in ('cached', 'cached_failure') then 'hit' when cache_mode = 'read' then 'miss' else cache_mode end,
      timeout_seconds, max_cost, created_at
    from good
  ),
  queued as (
    insert into job_queue (job_id, org_id, agent_id, batch_id, status, priority, run_at, attempt, worker_id, hold, events)
    select id, org_id, agent_id, batch_id, (worker_id is not null)::int, priority, run_at, (worker_id is not null)::int,
      worker_id, hold,
      case when worker_id is null then '[]'::jsonb
        else jsonb_build_array(jsonb_build_object('at', floor(extract(epoch from clock_timestamp()) * 1000), 'status', 1)) end
    from good where outcome in ('queued', 'started')
  ),
  answered as (
    insert into job_results (job_id, org_id, agent_id, status, outputs, error_message, input_tokens, output_tokens, cost,
      duration_ms, events, ui_fields, source_job_id, finished_at)
    select g.id, g.org_id, g.agent_id, case when r.status = 3 then 6 else 4 end, r.outputs, r.error_message,
      r.input_tokens, r.output_tokens, 0, 0,
      json_build_array(json_build_object('at', floor(extract(epoch from g.created_at) * 1000),
        'status', case when r.status = 3 then 6 else 4 end, 'error', r.error_message)),
      r.ui_fields, r.job_id, g.created_at
    from good g join job_results r on r.job_id = g.hit_job_id
    where g.outcome in ('cached', 'cached_failure')
  ),
  counted as (
    insert into agent_job_deltas (agent_id, org_id, job_count, most_recent_job)
    select agent_id, org_id, count(*), max(created_at) from good group by agent_id, org_id
  ),
  held as (
    update credit_accounts a set held = a.held + s.hold
    from (select org_id, sum(hold) as hold from good group by org_id having sum(hold) > 0) s
    where a.org_id = s.org_id
  ),
  ${publishDeliveries(`select id as job_id, org_id, agent_id, created_at as finished_at from good
    where outcome in ('cached', 'cached_failure')`)}
  select id, outcome, hold, limited, cache_failed as "cacheFailed" from judged`;
