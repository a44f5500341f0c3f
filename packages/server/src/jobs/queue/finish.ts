import type { OutputItem } from '#engines/engine/engine.ts';
import { createBatcher } from '#platform/batcher.ts';
import type { Database, Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { persistently } from '#platform/persist.ts';
import { publishDeliveries, publishedWebhooks } from '#webhooks/outbox.ts';
import type { Fence } from './claim.ts';

// The end of a job is one statement for a batch of jobs. Removing the queue row is the guard: whoever does not find it
// under its own worker and attempt changes nothing, so a job is finished, paid and cached exactly once.

export type Finish = Fence & {
  versionId: string;
  createdAt: Date;
  status: 3 | 4 | 5;
  outputs: OutputItem[];
  errorMessage: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  cost: number;
  uiFields: Record<string, unknown> | null;
  /** Key under which the result may be reused; null: not at all. */
  cacheKey: Buffer | null;
};

export type Finisher = ReturnType<typeof createFinisher>;

const BATCH_MAX = 200;

/** Told after the commit which webhooks have something to deliver. */
type OnPublished = (webhookIds: string[]) => void;

export function createFinisher(database: Database, onPublished?: OnPublished) {
  const batcher = createBatcher<Finish, boolean>({
    itemsMax: BATCH_MAX,
    // However long PostgreSQL is away: a result that was paid for is kept until it is stored or the job is not ours.
    flush: (items) =>
      persistently((attempt) => finishOnce(database.queue, items, attempt, onPublished), Number.POSITIVE_INFINITY),
  });
  return {
    /** False: the job was not ours any more (cancelled, or taken over after a pause) and nothing was changed. */
    finish: (item: Finish): Promise<boolean> => batcher.add(item),
    idle: () => batcher.idle(),
  };
}

async function finishOnce(db: Db, items: Finish[], attempt: number, onPublished?: OnPublished): Promise<boolean[]> {
  const finished = new Set(await finishJobs(db, items, onPublished));
  // A lost connection may have hidden a commit: what we finished ourselves carries our name.
  if (attempt > 0) for (const id of await findFinishedBy(db, items)) finished.add(id);
  return items.map((item) => finished.has(item.jobId));
}

async function findFinishedBy(db: Db, items: Finish[]): Promise<string[]> {
  const rows = await db.query<{ job_id: string }>(
    `select r.job_id from unnest($1::uuid[], $2::uuid[], $3::smallint[]) as i (job_id, worker_id, attempt)
      join job_results r on r.job_id = i.job_id and r.worker_id = i.worker_id and r.attempt = i.attempt`,
    [items.map((item) => item.jobId), items.map((item) => item.workerId), items.map((item) => item.attempt)],
  );
  return rows.map((row) => row.job_id);
}

export async function finishJobs(db: Db, given: Finish[], onPublished?: OnPublished): Promise<string[]> {
  // Whoever takes several queue rows takes them in the order of their ids.
  const items = given.toSorted((a, b) => (a.jobId < b.jobId ? -1 : 1));
  const column = <T>(read: (item: Finish) => T): T[] => items.map(read);
  const rows = await db.query<{ job_id: string; published: string[] | null }>(FINISH_JOBS, [
    column((item) => item.jobId),
    column((item) => item.workerId),
    column((item) => item.attempt),
    column((item) => item.versionId),
    column((item) => item.createdAt),
    column((item) => item.status),
    column((item) => JSON.stringify(item.outputs)),
    column((item) => item.errorMessage),
    column((item) => item.inputTokens),
    column((item) => item.outputTokens),
    column((item) => item.cost),
    column((item) => (item.uiFields === null ? null : JSON.stringify(item.uiFields))),
    column((item) => item.cacheKey),
    column(() => newId()),
  ]);
  if (rows[0]?.published) onPublished?.(rows[0].published);
  return rows.map((row) => row.job_id);
}

// Rows that several batches may touch are locked in the order of their keys, and the tables always in the same order:
// PostgreSQL runs the changes that nothing reads from the last to the first, so batches come before accounts.
// Costs are rounded as they are stored, so that the balance stays the sum of the ledger.
const FINISH_JOBS = `
  with item as materialized (
    select job_id, worker_id, attempt, version_id, created_at, status, outputs, error_message, input_tokens,
      output_tokens, round(cost, 8) as cost, ui_fields, cache_key, ledger_id
    from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::uuid[], $5::timestamptz[], $6::smallint[],
      $7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::numeric[], $12::text[], $13::bytea[], $14::uuid[])
      as i (job_id, worker_id, attempt, version_id, created_at, status, outputs, error_message, input_tokens,
        output_tokens, cost, ui_fields, cache_key, ledger_id)
  ),
  done as (
    delete from job_queue q using item i
    -- Not "=": that may use the index of workers, whose dead entries are legion while somebody holds an old snapshot.
    where q.job_id = i.job_id and q.worker_id is not distinct from i.worker_id and q.attempt = i.attempt
    returning i.*, q.org_id, q.agent_id, q.batch_id, q.hold, q.booked, q.events, clock_timestamp() as finished_at
  ),
  result as (
    insert into job_results (job_id, org_id, agent_id, status, outputs, error_message, input_tokens, output_tokens, cost,
      duration_ms, attempt, worker_id, events, ui_fields, finished_at)
    select job_id, org_id, agent_id, status, outputs::json, error_message, input_tokens, output_tokens, cost,
      greatest(0, floor(extract(epoch from finished_at - created_at) * 1000))::bigint, attempt, worker_id,
      (events || jsonb_strip_nulls(jsonb_build_object('at', floor(extract(epoch from finished_at) * 1000),
        'status', status, 'error', error_message)))::json,
      ui_fields::json, finished_at
    from done
  ),
  cached as (
    insert into job_cache (key, org_id, version_id, job_id)
    select distinct on (cache_key) cache_key, org_id, version_id, job_id from done
    where cache_key is not null order by cache_key, job_id desc
    on conflict (key) do update set job_id = excluded.job_id
  ),
  ledger as (
    insert into credit_ledger (id, org_id, kind, amount, job_id)
    select ledger_id, org_id, 'job', -cost, job_id from done where cost > 0
  ),
  account as materialized (
    select a.org_id, s.cost, s.hold from credit_accounts a
    join (select org_id, sum(cost) as cost, sum(hold) as hold from done group by org_id
      having sum(cost) > 0 or sum(hold) > 0) s on s.org_id = a.org_id
    order by a.org_id for update of a
  ),
  settled as (
    update credit_accounts a set balance = a.balance - s.cost, held = a.held - s.hold
    from account s where a.org_id = s.org_id
  ),
  batch as (
    update batches b set spent = b.spent + s.cost, dearest = greatest(b.dearest, s.dearest)
    from (select batch_id, sum(cost - booked) as cost, max(cost) filter (where status <> 5) as dearest
      from done where batch_id is not null group by batch_id order by batch_id) s
    -- Rows without a price leave it alone, but for the first one under a limit: that they are free has to be known.
    where b.id = s.batch_id and (s.cost <> 0 or (b.max_cost is not null and s.dearest > coalesce(b.dearest, -1)))
  ),
  ${publishDeliveries('select job_id, org_id, agent_id, finished_at from done where status <> 5')}
  select job_id, ${publishedWebhooks} as published from done`;
