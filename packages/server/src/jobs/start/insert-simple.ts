import type { Db } from '#platform/db.ts';
import { SEPARATOR } from '#platform/db-values.ts';
import { idMs } from '#platform/ids.ts';
import type { Accepted, NewJob } from './insert-jobs.ts';

// Most jobs need nothing but their rows: no answer from the cache, no limited account, no start with the acceptance, no
// batch. For them there is a cheaper statement; whatever needs more is left alone by it and judged afterwards. Most
// batches are for one agent: then what the jobs have in common is no column of a list but a value.

const QUEUED: Accepted = { outcome: 'queued', hold: 0, limited: false, cacheFailed: false };

/** Each job is compared with each target; with more of them, judging is as cheap. */
const TARGETS_MAX = 64;

/** What became of the items, in their order; undefined for those that could not be stored this way. */
export async function insertSimpleJobs(db: Db, items: NewJob[]): Promise<(Accepted | undefined)[]> {
  const simple = items.every(isSimple) ? items : items.filter(isSimple);
  const targets: NewJob[] = [];
  const places = simple.map((item) => findTarget(targets, item));
  if (simple.length === 0 || targets.length > TARGETS_MAX) return items.map(() => undefined);
  const shared =
    targets.length === 1
      ? TARGET_VALUES.map((read) => read(simple[0]!))
      : [...TARGET_VALUES.map((read) => targets.map(read)), places];
  const [stored] = await db.query<{ count: number; ids: string[] | null }>(
    targets.length === 1 ? INSERT_FOR_ONE_TARGET : INSERT_FOR_TARGETS,
    [
      simple.length,
      `{${simple.map((item) => item.id).join()}}`,
      `{${simple.map((item) => idMs(item.id)).join()}}`,
      simple.map((item) => item.inputsText).join(SEPARATOR),
      joinTexts(simple, (item) => item.metadata),
      joinTexts(simple, (item) => item.cacheContent),
      ...shared,
    ],
  );
  const { count, ids } = stored!;
  if (count === items.length) return items.map(() => QUEUED);
  const isStored = new Set(count === simple.length ? simple.map((item) => item.id) : ids);
  return items.map((item) => (isStored.has(item.id) ? QUEUED : undefined));
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

/**
 * JSON text has no control characters. So these lists need no quotes, which would double most of their characters.
 * Null for no text at all: a list that is not there is a list of nulls.
 */
function joinTexts(items: NewJob[], read: (item: NewJob) => string | null): string | null {
  return items.some((item) => read(item) !== null) ? items.map((item) => read(item) ?? '').join(SEPARATOR) : null;
}

/** What a target is: jobs that agree in all of this share one. */
const TARGET_VALUES: ((item: NewJob) => unknown)[] = [
  (item) => item.orgId,
  (item) => item.agentId,
  (item) => item.versionId,
  (item) => item.seen.currentVersionId,
  (item) => item.seen.disableCache,
  (item) => item.origin,
  (item) => item.creatorId,
  (item) => item.cacheMode,
  (item) => item.timeoutSeconds,
  (item) => item.priority,
  (item) => item.cacheSeed,
];

/** The number of the item's target, counted from one. */
function findTarget(targets: NewJob[], item: NewJob): number {
  const known = targets.findIndex((target) => TARGET_VALUES.every((read) => read(target) === read(item)));
  return known >= 0 ? known + 1 : targets.push(item);
}

const lists = String.raw`$2::uuid[], $3::float8[], string_to_array($4::text, E'\x1f'), string_to_array($5::text, E'\x1f', ''),
  string_to_array($6::text, E'\x1f', '')`;

/** Rows from `item`, with the names or parameters of what they have in common. */
const insertItems = (shared: {
  org: string;
  agent: string;
  version: string;
  origin: string;
  creator: string;
  cacheMode: string;
  timeout: string;
  priority: string;
}): string => `
  inserted as (
    insert into jobs (id, org_id, agent_id, version_id, origin, creator_id, inputs, metadata, cache_key, cache_outcome,
      timeout_seconds, created_at)
    select id, ${shared.org}, ${shared.agent}, ${shared.version}, ${shared.origin}, ${shared.creator}, inputs::json,
      metadata::json, cache_key, case ${shared.cacheMode} when 'read' then 'miss' else ${shared.cacheMode} end,
      ${shared.timeout}, created_at
    from item
  ),
  queued as (
    -- Due by PostgreSQL's clock, as in the full statement.
    insert into job_queue (job_id, org_id, agent_id, status, priority, run_at)
    select id, ${shared.org}, ${shared.agent}, 0, ${shared.priority},
      greatest(least(created_at, clock_timestamp()), clock_timestamp() - interval '1 second')
    from item
  ),
  counted as (
    insert into agent_job_deltas (agent_id, org_id, job_count, most_recent_job)
    select ${shared.agent}, ${shared.org}, count(*), max(created_at) from item group by 1, 2
  )
  select count(*)::int as count, case when count(*) between 1 and $1::int - 1 then array_agg(id::text) end as ids from item`;

const INSERT_FOR_ONE_TARGET = `
  with target as materialized (
    select from agents a
    join agent_versions v on v.id = $9::uuid and v.agent_id = a.id and v.deleted_at is null
    where a.id = $8::uuid and a.org_id = $7::uuid and a.deleted_at is null
      and ($10::uuid is null or a.current_version_id = $10::uuid) and a.disable_cache = $11::boolean
      and not exists (select from credit_accounts c where c.org_id = a.org_id and c.limited)
  ),
  item as materialized (
    select i.id, i.inputs, i.metadata, k.cache_key, to_timestamp(i.created_ms / 1000) as created_at
    from unnest(${lists}) as i (id, created_ms, inputs, metadata, cache_content)
    cross join lateral (
      select sha256(convert_to($17::text || coalesce(i.cache_content, i.inputs), 'UTF8')) as cache_key offset 0
    ) k
    where exists (select from target)
      and not exists (select from job_cache c where c.key = k.cache_key and $14::text = 'read')
  ),
  ${insertItems({
    org: '$7::uuid',
    agent: '$8::uuid',
    version: '$9::uuid',
    origin: '$12::text',
    creator: '$13::int',
    cacheMode: '$14::text',
    timeout: '$15::int',
    priority: '$16::smallint',
  })}`;

const INSERT_FOR_TARGETS = `
  with target as materialized (
    select t.place, t.org_id, t.agent_id, t.version_id, t.origin, t.creator_id, t.cache_mode, t.timeout_seconds, t.priority,
      t.cache_seed
    from unnest($7::uuid[], $8::uuid[], $9::uuid[], $10::uuid[], $11::boolean[], $12::text[], $13::int[], $14::text[],
        $15::int[], $16::smallint[], $17::text[])
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
    from unnest(${lists}, $18::int[]) as i (id, created_ms, inputs, metadata, cache_content, place)
    join target t on t.place = i.place
    cross join lateral (
      select sha256(convert_to(t.cache_seed || coalesce(i.cache_content, i.inputs), 'UTF8')) as cache_key offset 0
    ) k
    where not exists (select from job_cache c where c.key = k.cache_key and t.cache_mode = 'read')
  ),
  ${insertItems({
    org: 'org_id',
    agent: 'agent_id',
    version: 'version_id',
    origin: 'origin',
    creator: 'creator_id',
    cacheMode: 'cache_mode',
    timeout: 'timeout_seconds',
    priority: 'priority',
  })}`;
