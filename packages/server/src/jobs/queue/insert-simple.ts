import type { Db } from '#platform/db.ts';
import { idTime } from '#platform/ids.ts';
import { type Accepted, cacheKey, type NewJob } from './insert-jobs.ts';

// Most jobs need nothing but their rows: no answer from the cache, no limited account, no start with the acceptance, no
// batch. For them there is a statement of half the cost; whatever needs more is left alone by it and judged afterwards.

const QUEUED: Accepted = { outcome: 'queued', hold: 0, limited: false, cacheFailed: false };

/** Hashing a short text takes the process that has to answer longer than PostgreSQL; a long one would travel twice. */
const CONTENT_MAX = 2_000;
const isShort = (item: NewJob): boolean => item.cacheContent.length <= CONTENT_MAX;

/** Each job is compared with each target; with more of them, judging is as cheap. */
const TARGETS_MAX = 64;

/** Jobs that could not be stored this way are missing in the answer. */
export async function insertSimpleJobs(db: Db, items: NewJob[]): Promise<Map<string, Accepted>> {
  const simple = items.filter(isSimple);
  const targets: NewJob[] = [];
  const places = simple.map((item) => findTarget(targets, item));
  if (simple.length === 0 || targets.length > TARGETS_MAX) return new Map();
  const target = <T>(read: (item: NewJob) => T): T[] => targets.map(read);
  const column = <T>(read: (item: NewJob) => T): T[] => simple.map(read);
  const [stored] = await db.query<{ count: number; ids: string[] | null }>(INSERT_SIMPLE_JOBS, [
    target((item) => item.orgId),
    target((item) => item.agentId),
    target((item) => item.versionId),
    target((item) => item.seen.currentVersionId),
    target((item) => item.seen.disableCache),
    target((item) => item.origin),
    target((item) => item.creatorId),
    target((item) => item.cacheMode),
    target((item) => item.timeoutSeconds),
    target((item) => item.priority),
    target((item) => item.cacheSeed),
    places,
    column((item) => item.id),
    column((item) => idTime(item.id).getTime()),
    column((item) => JSON.stringify(item.inputs)),
    column((item) => item.metadata),
    column((item) => (isShort(item) ? item.cacheContent : null)),
    column((item) => (isShort(item) ? null : cacheKey(item))),
    simple.length,
  ]);
  const ids = stored!.ids ?? simple.map((item) => item.id);
  return new Map(stored!.count === 0 ? [] : ids.map((id) => [id, QUEUED]));
}

function isSimple(item: NewJob): boolean {
  return (
    item.workerId === null &&
    item.batchId === null &&
    item.retriedFrom === null &&
    item.policyVersionId === null &&
    item.maxCost === null
  );
}

/** The number of the item's target, counted from one: what many jobs of a batch have in common travels once. */
function findTarget(targets: NewJob[], item: NewJob): number {
  const known = targets.findIndex(
    (target) =>
      target.agentId === item.agentId &&
      target.versionId === item.versionId &&
      target.orgId === item.orgId &&
      target.seen.currentVersionId === item.seen.currentVersionId &&
      target.seen.disableCache === item.seen.disableCache &&
      target.creatorId === item.creatorId &&
      target.origin === item.origin &&
      target.cacheMode === item.cacheMode &&
      target.timeoutSeconds === item.timeoutSeconds &&
      target.priority === item.priority,
  );
  return known >= 0 ? known + 1 : targets.push(item);
}

const INSERT_SIMPLE_JOBS = `
  with target as materialized (
    select t.place, t.org_id, t.agent_id, t.version_id, t.origin, t.creator_id, t.cache_mode, t.timeout_seconds, t.priority,
      t.cache_seed
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::boolean[], $6::text[], $7::int[], $8::text[],
        $9::int[], $10::smallint[], $11::text[])
      with ordinality as t (org_id, agent_id, version_id, seen_version, seen_disable_cache, origin, creator_id, cache_mode,
        timeout_seconds, priority, cache_seed, place)
    join agents a on a.id = t.agent_id and a.org_id = t.org_id and a.deleted_at is null
      and (t.seen_version is null or a.current_version_id = t.seen_version) and a.disable_cache = t.seen_disable_cache
    join agent_versions v on v.id = t.version_id and v.agent_id = t.agent_id and v.deleted_at is null
    where not exists (select from credit_accounts c where c.org_id = t.org_id and c.limited)
  ),
  item as materialized (
    select i.id, i.inputs, i.metadata, k.cache_key, to_timestamp(i.created_ms / 1000) as created_at, t.org_id, t.agent_id,
      t.version_id, t.origin, t.creator_id, t.cache_mode, t.timeout_seconds, t.priority
    from unnest($12::int[], $13::uuid[], $14::float8[], $15::text[], $16::text[], $17::text[], $18::bytea[])
      as i (place, id, created_ms, inputs, metadata, cache_content, cache_key)
    join target t on t.place = i.place
    cross join lateral (
      select coalesce(i.cache_key, sha256(convert_to(t.cache_seed || i.cache_content, 'UTF8'))) as cache_key offset 0
    ) k
    where not exists (select from job_cache c where c.key = k.cache_key and t.cache_mode = 'read')
  ),
  inserted as (
    insert into jobs (id, org_id, agent_id, version_id, origin, creator_id, inputs, metadata, cache_key, cache_outcome,
      timeout_seconds, created_at)
    select id, org_id, agent_id, version_id, origin, creator_id, inputs::json, metadata::json, cache_key,
      case cache_mode when 'read' then 'miss' else cache_mode end, timeout_seconds, created_at
    from item
  ),
  queued as (
    -- Due by PostgreSQL's clock, as in the full statement.
    insert into job_queue (job_id, org_id, agent_id, status, priority, run_at)
    select id, org_id, agent_id, 0, priority,
      greatest(least(created_at, clock_timestamp()), clock_timestamp() - interval '1 second')
    from item
  ),
  counted as (
    insert into agent_job_deltas (agent_id, org_id, job_count, most_recent_job)
    select agent_id, org_id, count(*), max(created_at) from item group by agent_id, org_id
  )
  select count(*)::int as count, case when count(*) between 1 and $19::int - 1 then array_agg(id::text) end as ids from item`;
