import type { FailureCode } from '@errand/contract/error-catalogue.ts';
import type { Trust } from '@errand/contract/trust.ts';
import { publishActions } from '#connections/deliveries/outbox.ts';
import type { OutputItem } from '#engines/engine/engine.ts';
import { createBatcher } from '#platform/batcher.ts';
import type { Database, Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { persistBatch } from '#platform/persist.ts';
import { publishEvents } from '#triggers/outbox.ts';
import { publishDeliveries, publishedWebhooks } from '#webhooks/outbox.ts';
import { eraseDeltas } from '../record/delta-store.ts';
import { jobStatus, TRIAL_ORIGINS } from '../record/model.ts';
import { isRowOf } from '../record/queue-row.ts';
import type { Fence } from './claim.ts';
import { settleJobs } from './settlement.ts';

// One statement ends a batch of jobs. Deleting the queue row is the fence: a process that does not find the row under
// its own claim changes nothing, so a job is finished, charged and cached exactly once.

export type Finish = Fence & {
  workerId: string;
  attempt: number;
  versionId: string;
  createdAt: Date;
  status: typeof jobStatus.success | typeof jobStatus.failure | typeof jobStatus.cancelled;
  outputs: OutputItem[];
  /** The code of a failure in the error catalogue. */
  errorCode: FailureCode | null;
  errorMessage: string | null;
  inputTokens: number | null;
  outputTokens: number | null;
  cost: number;
  /** The part of the cost that the organization paid itself, with its own keys. */
  ownCost: number;
  uiFields: Record<string, unknown> | null;
  trust: Trust | null;
  /** Null instead of false, so that the index of jobs that need a review stays small. */
  needsReview: true | null;
  /** The key under which the result may be reused, or null if it may not. */
  cacheKey: Buffer | null;
  /** Whether its version has post actions. If undefined, it may have some. */
  hasActions?: boolean;
  /** Whether its words may have been shown, which its end erases. */
  hasStream?: boolean;
  /** Whether it is a trial, whose end is not published. If undefined, the job's row decides. */
  isSilent?: boolean;
};

export type Finisher = ReturnType<typeof createFinisher>;

const BATCH_MAX = 200;

/** Called after the commit with the webhooks that have something to deliver. */
type OnPublished = (webhookIds: string[]) => void;

export function createFinisher(database: Database, onPublished?: OnPublished, patienceMs?: number) {
  const batcher = createBatcher<Finish, boolean>({
    itemsMax: BATCH_MAX,
    // Retries for as long as PostgreSQL is out: a paid result is kept until it is stored or the job has another owner.
    flush: (items) =>
      persistBatch((attempt) => finishOnce(database.queue, items, attempt, onPublished), {
        size: items.length,
        state: database.state,
        patienceMs,
      }),
  });
  return {
    /** Returns false and changes nothing if this process lost the job: it was cancelled or taken over. */
    finish: (item: Finish): Promise<boolean> => batcher.add(item),
    idle: () => batcher.idle(),
  };
}

async function finishOnce(db: Db, items: Finish[], attempt: number, onPublished?: OnPublished): Promise<boolean[]> {
  const finished = new Set(await finishJobs(db, items, onPublished));
  // An earlier try may have been committed before its connection broke. Its results name this worker and attempt.
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
  // Statements that lock several queue rows lock them in the order of their ids, to avoid deadlocks.
  const items = given.toSorted((a, b) => (a.jobId < b.jobId ? -1 : 1)).map(toItem);
  const rows = await db.query<{ job_id: string; published: string[] | null }>(statementFor(given), [
    JSON.stringify(items),
  ]);
  if (rows[0]?.published) onPublished?.(rows[0].published);
  return rows.map((row) => row.job_id);
}

const toItem = (finish: Finish): Record<string, unknown> => ({
  job_id: finish.jobId,
  claim: finish.claim,
  worker_id: finish.workerId,
  attempt: finish.attempt,
  version_id: finish.versionId,
  created_ms: finish.createdAt.getTime(),
  status: finish.status,
  outputs: finish.outputs,
  error_code: finish.errorCode,
  error_message: finish.errorMessage,
  input_tokens: finish.inputTokens,
  output_tokens: finish.outputTokens,
  price: finish.cost,
  own: finish.ownCost,
  ui_fields: finish.uiFields,
  trust: finish.trust,
  needs_review: finish.needsReview,
  cache_key: finish.cacheKey && `\\x${finish.cacheKey.toString('hex')}`,
  is_silent: finish.isSilent,
  ledger_id: newId(),
});

const hasRun = `status <> ${jobStatus.cancelled}`;

/** Variants, because each table that a statement may write costs time, and most jobs have no post actions and no words. */
const finishText = (hasActions: boolean, hasStreams: boolean): string => `
  with item as materialized (
    select i.*, to_timestamp(i.created_ms / 1000) as created_at, round(i.price, 8) as cost,
      greatest(0, round(i.price, 8) - round(i.own, 8)) as charge
    from json_to_recordset($1::json) as i (job_id uuid, claim bigint, worker_id uuid, attempt smallint, version_id uuid,
      created_ms float8, status smallint, outputs json, error_code text, error_message text, input_tokens bigint,
      output_tokens bigint, price numeric, own numeric, ui_fields json, trust json, needs_review boolean, cache_key bytea,
      is_silent boolean, ledger_id uuid)
  ),
  ${hasStreams ? 'gone' : 'done'} as (
    delete from job_queue q using item i
    where ${isRowOf('i.job_id')} and q.claim = i.claim
    returning i.*, q.org_id, q.agent_id, q.batch_id, q.hold, q.booked, q.waited_ms, q.events, clock_timestamp() as finished_at,
      coalesce(i.is_silent, (select j.origin in (${TRIAL_ORIGINS}) from jobs j where j.id = i.job_id)) as hushed${hasStreams ? '' : ', null::json as streamed'}
  ),
  ${hasStreams ? `${eraseDeltas('gone')}, done as materialized (select * from gone left join streamed using (job_id)),` : ''}
  cached as (
    insert into job_cache (key, org_id, version_id, job_id)
    select distinct on (cache_key) cache_key, org_id, version_id, job_id from done
    where cache_key is not null order by cache_key, job_id desc
    on conflict (key) do update set job_id = excluded.job_id
  ),
  ${settleJobs({ done: 'done', ran: hasRun })},
  ${publishEvents('select job_id, org_id, agent_id, status, finished_at from done where not hushed')},
  ${publishDeliveries(`select job_id, org_id, agent_id, finished_at from done where ${hasRun} and not hushed`)}
  ${hasActions ? `, ${publishActions(`select job_id, org_id, agent_id, version_id, status, finished_at from done where ${hasRun} and not hushed`)}` : ''}
  select job_id, ${publishedWebhooks} as published from done`;

const statements = [
  [finishText(false, false), finishText(false, true)],
  [finishText(true, false), finishText(true, true)],
] as const;

const statementFor = (items: Finish[]): string =>
  statements[items.some(({ hasActions }) => hasActions !== false) ? 1 : 0][
    items.some(({ hasStream }) => hasStream === true) ? 1 : 0
  ];
