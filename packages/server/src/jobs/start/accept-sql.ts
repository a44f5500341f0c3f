import { countAccepted } from '#agents/job-counts.ts';
import { publishActions } from '#connections/deliveries/outbox.ts';
import { holdCredits } from '#credits/settlement.ts';
import { publishEvents } from '#triggers/outbox.ts';
import { publishDeliveries } from '#webhooks/outbox.ts';
import { eventNow } from '../record/events-sql.ts';
import { jobStatus, priority, TRIAL_ORIGINS } from '../record/model.ts';

// The two statements that accept jobs, built from the same parts. Both take two JSON lists (insert-jobs.ts): targets
// hold what several jobs share, and each job names the place of its target. QUEUE_JOBS is the fast path for jobs that
// only need their rows inserted. It leaves out jobs that need more: a cache hit, credits, an immediate start, a
// refusal. JUDGE_JOBS handles every job. The fast path pays because each table that a statement may write costs it some
// microseconds, even if there is nothing to write.

const given = `given as materialized (
    select * from json_to_recordset($1::json) as t (place int, org_id uuid, agent_id uuid, version_id uuid, seen_version uuid,
      seen_disable_cache boolean, policy_version_id uuid, batch_id uuid, retried_from uuid, origin text, creator_id int, key_id uuid,
      cache_mode text, priority smallint, worker_id uuid)
  )`;

/** Joins the agent, its version and its policy. `fresh` checks that they are unchanged since the caller saw them. */
const agentOf = `
    left join agents a on a.id = t.agent_id and a.org_id = t.org_id and a.deleted_at is null
      and (t.seen_version is null or a.current_version_id = t.seen_version) and a.disable_cache = t.seen_disable_cache
      and not exists (select from organizations o where o.id = t.org_id and o.paused_at is not null)
    left join agent_versions v on v.id = t.version_id and v.agent_id = a.id and v.deleted_at is null
    left join policies p on p.id = v.policy_id and p.deleted_at is null`;
// A trial names its policy version, which need not be the current one.
const fresh = `v.id is not null and (t.origin in (${TRIAL_ORIGINS})
      or t.policy_version_id is not distinct from coalesce(v.policy_version_id, p.current_version_id))`;

// Amounts are rounded as they are stored, so that the sum of many agrees with the stored sum. Whether a job is due is
// decided by PostgreSQL's clock, not by the clock of the process that made its id or by how long the statement waited.
const jobColumns = `i.id, i.inputs, i.metadata, i.cause, i.trace, i.cache_key, i.batch_index, i.timeout_seconds, i.max_cost,
      round(i.estimate, 8) as estimate, to_timestamp(i.created_ms / 1000) as created_at`;
const jobsOfTarget = `join json_to_recordset($2::json) as i (place int, id uuid, created_ms float8, inputs text,
      metadata text, cause text, trace text, cache_key bytea, batch_index int, timeout_seconds int, max_cost numeric, estimate numeric)
      on i.place = t.place`;
const cacheEntry = `job_cache c where c.key = i.cache_key and c.org_id = t.org_id and t.cache_mode = 'read'`;

const isAnswered = `outcome in ('cached', 'cached_failure')`;

/** Inserts the rows of `good`: the columns of targets and jobs, and `outcome`, `hold`, `expired` and `claim`. */
const insertRows = `
  inserted as (
    insert into jobs (id, org_id, agent_id, version_id, policy_version_id, batch_id, batch_index, retried_from, origin,
      creator_id, key_id, inputs, metadata, cause, trace, cache_key, cache_outcome, timeout_seconds, max_cost, created_at)
    select id, org_id, agent_id, version_id, policy_version_id, batch_id, batch_index, retried_from, origin,
      creator_id, key_id, inputs::json, metadata::json, cause::json, trace, cache_key,
      case when ${isAnswered} then 'hit' when expired then 'expired' when cache_mode = 'read' then 'miss'
        else cache_mode end,
      timeout_seconds, max_cost, created_at
    from good
  ),
  queued as (
    insert into job_queue (job_id, org_id, agent_id, batch_id, status, priority, run_at, attempt, worker_id, claim,
      timeout_seconds, deadline, hold, events)
    select id, org_id, agent_id, batch_id,
      case when worker_id is null then ${jobStatus.pending} else ${jobStatus.started} end, priority,
      greatest(least(created_at, clock_timestamp()), clock_timestamp() - interval '1 second'),
      case when worker_id is null then 0 else 1 end, worker_id, claim, timeout_seconds,
      case when worker_id is not null then clock_timestamp() + make_interval(secs => timeout_seconds) end, hold,
      case when worker_id is null then '[]'::jsonb else jsonb_build_array(${eventNow(jobStatus.started)}) end
    from good where not ${isAnswered}
  ),
${countAccepted('good')}`;

export const QUEUE_JOBS = `
  with ${given},
  target as materialized (
    select t.* from given t ${agentOf}
    where ${fresh} and t.worker_id is null
      and not exists (select from credit_accounts c where c.org_id = t.org_id and c.limited)
  ),
  good as materialized (
    select t.org_id, t.agent_id, t.version_id, t.policy_version_id, t.batch_id, t.retried_from, t.origin, t.creator_id, t.key_id,
      t.cache_mode, t.priority, t.worker_id, ${jobColumns}, 'queued' as outcome, 0 as hold, null::bigint as claim,
      false as expired
    from target t ${jobsOfTarget}
    where not exists (select from ${cacheEntry})
  ),
  ${insertRows}
  select id from good`;

// Order of evaluation: `account` locks the limited accounts in a fixed order, so that two batches never deadlock. Each
// `item` is then judged against them, and everything is inserted from the judged rows. A hold never exceeds what is
// left: each item sees the balance less the estimates of the items before it in the batch. `here` locks the
// registration of a worker that is to run a job at once. Otherwise a process that was taken for dead while its
// statement was on the way could leave a job that nobody runs and nobody watches.
export const JUDGE_JOBS = `
  with ${given},
  here as materialized (
    select id from workers where id in (select worker_id from given) and draining_at is null order by id for key share
  ),
  account as materialized (
    select org_id, balance - held as available from credit_accounts
    where limited and org_id in (select org_id from given)
    order by org_id for update
  ),
  target as materialized (
    select t.org_id, t.agent_id, t.version_id, t.policy_version_id, t.batch_id, t.retried_from, t.origin, t.creator_id, t.key_id,
      t.cache_mode, t.priority, t.place, here.id as worker_id, account.available,
      coalesce(a.cache_failed_jobs, false) as cache_failed, a.cache_max_age_seconds as cache_age_max, ${fresh} as fresh
    from given t
    left join here on here.id = t.worker_id
    left join account on account.org_id = t.org_id ${agentOf}
  ),
  item as materialized (
    select t.*, ${jobColumns}, case when not hit.expired then hit.job_id end as hit_job_id,
      case when not hit.expired then hit.status end as hit_status, coalesce(hit.expired, false) as expired
    from target t ${jobsOfTarget}
    left join lateral (
      select r.job_id, r.status, coalesce(r.finished_at < clock_timestamp() - make_interval(secs => t.cache_age_max), false)
        as expired from (select c.job_id from ${cacheEntry}) entry
      join job_results r on r.job_id = entry.job_id and r.data_deleted_at is null
        and (r.status = ${jobStatus.success} or (r.status = ${jobStatus.failure} and t.cache_failed))
    ) hit on true
  ),
  judged as materialized (
    select i.*,
      case
        when not fresh then 'stale'
        -- Bulk calls need credits for their first job only. Jobs without credits stop at their first paid step.
        when available - case when priority = ${priority.bulk} then 0 else estimate_before end <= 0 then 'no_credits'
        when hit_status = ${jobStatus.success} then 'cached'
        when hit_status = ${jobStatus.failure} then 'cached_failure'
        when worker_id is not null then 'started'
        else 'queued'
      end as outcome,
      case when available is null or hit_job_id is not null then 0
        else greatest(0, least(estimate, available - estimate_before)) end as hold,
      case when worker_id is not null then nextval('job_claims') end as claim
    from (
      select item.*, coalesce(sum(case when fresh and hit_job_id is null then estimate else 0 end)
          over (partition by org_id order by id rows between unbounded preceding and 1 preceding), 0) as estimate_before
      from item
    ) i
  ),
  good as materialized (select * from judged where outcome not in ('stale', 'no_credits')),
  ${insertRows},
  answered as (
    insert into job_results (job_id, org_id, agent_id, status, outputs, error_code, error_message, input_tokens, output_tokens, cost,
      duration_ms, events, ui_fields, trust, needs_review, source_job_id, finished_at)
    select g.id, g.org_id, g.agent_id, final.status, r.outputs, r.error_code, r.error_message, r.input_tokens, r.output_tokens, 0, 0,
      json_build_array(json_build_object('at', floor(extract(epoch from g.created_at) * 1000), 'status', final.status,
        'error', r.error_message)),
      r.ui_fields, r.trust, r.needs_review, r.job_id, clock_timestamp()
    from good g join job_results r on r.job_id = g.hit_job_id
    cross join lateral (select case when r.status = ${jobStatus.success} then ${jobStatus.cached}
      else ${jobStatus.failure} end as status) final
    where ${isAnswered}
  ),
  ${holdCredits('good')},
  ${publishEvents(`select id as job_id, org_id, agent_id, created_at as finished_at,
    case outcome when 'cached' then ${jobStatus.cached} else ${jobStatus.failure} end as status from good where ${isAnswered}`)},
  ${publishDeliveries(`select id as job_id, org_id, agent_id, created_at as finished_at from good where ${isAnswered}`)}
  , ${publishActions(`select id as job_id, org_id, agent_id, version_id, created_at as finished_at,
      (case when outcome = 'cached' then ${jobStatus.cached} else ${jobStatus.failure} end)::smallint as status
    from good where ${isAnswered}`)}
  select id, outcome, hold, claim, available is not null as limited, cache_failed as "cacheFailed" from judged`;
