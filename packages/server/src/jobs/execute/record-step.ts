import type { StepUsage } from '#engines/engine/engine.ts';
import type { Db } from '#platform/db.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { isRowOf } from '../record/queue-row.ts';
import { storableJson } from '../record/storable.ts';

export type NewStep = {
  key: string;
  seq: number;
  kind: string;
  name: string;
  usage: StepUsage;
  cost: number;
  startedAt: number;
  durationMs: number;
  error: string | null;
  result: string | null;
  /** As JSON can hold it, without secrets and bounded. */
  request?: unknown;
  /** The job whose step this repeats without doing it. */
  reusedFrom?: string;
};

/** Records a step, only for the attempt that owns the job. False: it does not any more. */
export async function insertStep(db: Db, job: ClaimedJob, step: NewStep): Promise<boolean> {
  const rows = await db.query<{ kept: boolean }>(job.batchCapped && step.cost > 0 ? INSERT_BOOKED : INSERT_STEP, [
    job.jobId,
    job.claim,
    ...stepValues(step),
  ]);
  return rows[0]!.kept;
}

/** What STEP and KEEP_STEP take. */
export function stepValues(step: NewStep): [given: string, result: string | null] {
  const { usage } = step;
  const given = {
    key: step.key,
    seq: step.seq,
    kind: step.kind,
    name: step.name,
    model: usage.model,
    status: step.error === null ? 'succeeded' : 'failed',
    started_ms: step.startedAt,
    duration_ms: step.durationMs,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cached_input_tokens: usage.cachedInputTokens,
    cost: step.cost,
    artifact_key: usage.artifactKey,
    error: step.error,
    request: step.request,
    retries: usage.retries,
    reused_from: step.reusedFrom,
  };
  return [storableJson(given), step.result];
}

/** The step as it is given. */
export const STEP = (given: string): string => `
    select * from json_to_record(${given}::json) as given (key text, seq int, kind text, name text, model text, status text,
      started_ms float8, duration_ms bigint, input_tokens bigint, output_tokens bigint, cost numeric, artifact_key text,
      error text, request json, retries jsonb, cached_input_tokens bigint, reused_from uuid)`;

/** The last tries, this failed one included; a long outage must not make a step long. */
const RETRIES_KEPT = 20;
const TRIES = `coalesce(job_steps.retries, '[]') || jsonb_build_object('started_at', job_steps.started_at,
  'duration_ms', job_steps.duration_ms, 'error', job_steps.error) || coalesce(excluded.retries, '[]')`;
const LAST_TRIES = `(select jsonb_agg(try order by place) from jsonb_array_elements(${TRIES}) with ordinality one (try, place)
  where place > jsonb_array_length(${TRIES}) - ${RETRIES_KEPT})`;

/** Stores `step` for the job of `owner`. */
export const KEEP_STEP = (result: string): string => `
    insert into job_steps (job_id, key, org_id, seq, kind, name, model, status, started_at, duration_ms,
      input_tokens, output_tokens, cost, artifact_key, error, request, retries, cached_input_tokens, reused_from, result)
    select owner.job_id, step.key, org_id, seq, kind, name, model, status, to_timestamp(started_ms / 1000), duration_ms,
      input_tokens, output_tokens, cost, artifact_key, error, request, retries, cached_input_tokens, reused_from, ${result}::json
    from owner cross join step
    on conflict (job_id, key) do update set seq = excluded.seq, status = excluded.status, model = excluded.model,
      started_at = excluded.started_at, duration_ms = excluded.duration_ms, error = excluded.error,
      input_tokens = coalesce(job_steps.input_tokens, 0) + coalesce(excluded.input_tokens, 0),
      output_tokens = coalesce(job_steps.output_tokens, 0) + coalesce(excluded.output_tokens, 0),
      cost = job_steps.cost + excluded.cost, artifact_key = excluded.artifact_key, result = excluded.result,
      request = excluded.request, retries = ${LAST_TRIES},
      cached_input_tokens = coalesce(job_steps.cached_input_tokens, 0) + coalesce(excluded.cached_input_tokens, 0),
      reused_from = excluded.reused_from
    -- The same write may come twice after a lost connection: it has the same number then, and counts once.
    where job_steps.status = 'failed' and job_steps.seq <> excluded.seq
    returning job_id`;

// The lock makes a cancel wait, so that it counts this step's cost too.
const insertWith = (lock: 'key share' | 'update', alongside: string): string => `
  with step as materialized (${STEP('$3')}),
  owner as materialized (
    select job_id, org_id, batch_id from job_queue where job_id = $1 and claim = $2 for ${lock}
  ),
  kept as (${KEEP_STEP('$4')})${alongside}
  select exists (select from owner) as kept`;

const INSERT_STEP = insertWith('key share', '');

// Under the cost limit of a batch the others have to see at once what is spent. First the queue row, then the batch, as
// everywhere; the end of the job adds what is not booked.
const INSERT_BOOKED = insertWith(
  'update',
  `,
  booked as (
    update job_queue q set booked = q.booked + step.cost from owner, kept, step where ${isRowOf('owner.job_id')}
    returning q.batch_id
  ),
  batch as (
    update batches b set spent = b.spent + step.cost from booked, step where b.id = booked.batch_id
  )`,
);
