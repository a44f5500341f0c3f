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
  /** JSON without secrets, bounded in size. */
  request?: unknown;
  /** The job whose recorded step is reused. */
  reusedFrom?: string;
};

/** Records a step. Returns false if the attempt no longer owns the job. */
export async function insertStep(db: Db, job: ClaimedJob, step: NewStep): Promise<boolean> {
  const rows = await db.query<{ kept: boolean }>(job.batchCapped && step.cost > 0 ? INSERT_BOOKED : INSERT_STEP, [
    job.jobId,
    job.claim,
    ...stepValues(step),
  ]);
  return rows[0]!.kept;
}

/** Returns the parameters of STEP and KEEP_STEP. */
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
    untrusted: usage.untrusted,
    route: usage.route,
  };
  return [storableJson(given), step.result];
}

/** Reads the step from its JSON parameter. */
export const STEP = (given: string): string => `
    select * from json_to_record(${given}::json) as given (key text, seq int, kind text, name text, model text, status text,
      started_ms float8, duration_ms bigint, input_tokens bigint, output_tokens bigint, cost numeric, artifact_key text,
      error text, request json, retries jsonb, cached_input_tokens bigint, reused_from uuid, untrusted text, route jsonb)`;

/** How many failed tries a step keeps, so that a long outage does not make it long. */
const RETRIES_KEPT = 20;
const TRIES = `coalesce(job_steps.retries, '[]') || jsonb_build_object('started_at', job_steps.started_at,
  'duration_ms', job_steps.duration_ms, 'error', job_steps.error) || coalesce(excluded.retries, '[]')`;
const LAST_TRIES = `(select jsonb_agg(try order by ordinal) from jsonb_array_elements(${TRIES}) with ordinality one (try, ordinal)
  where ordinal > jsonb_array_length(${TRIES}) - ${RETRIES_KEPT})`;

/** Stores `step` for the job of `owner`. */
export const KEEP_STEP = (result: string): string => `
    insert into job_steps (job_id, key, org_id, seq, kind, name, model, status, started_at, duration_ms,
      input_tokens, output_tokens, cost, artifact_key, error, request, retries, cached_input_tokens, reused_from, untrusted, route,
      result)
    select owner.job_id, step.key, org_id, seq, kind, name, model, status, to_timestamp(started_ms / 1000), duration_ms,
      input_tokens, output_tokens, cost, artifact_key, error, request, retries, cached_input_tokens, reused_from, untrusted, route,
      ${result}::json
    from owner cross join step
    on conflict (job_id, key) do update set seq = excluded.seq, status = excluded.status, model = excluded.model,
      started_at = excluded.started_at, duration_ms = excluded.duration_ms, error = excluded.error,
      input_tokens = coalesce(job_steps.input_tokens, 0) + coalesce(excluded.input_tokens, 0),
      output_tokens = coalesce(job_steps.output_tokens, 0) + coalesce(excluded.output_tokens, 0),
      cost = job_steps.cost + excluded.cost, artifact_key = excluded.artifact_key, result = excluded.result,
      request = excluded.request, retries = ${LAST_TRIES},
      cached_input_tokens = coalesce(job_steps.cached_input_tokens, 0) + coalesce(excluded.cached_input_tokens, 0),
      reused_from = excluded.reused_from, untrusted = coalesce(excluded.untrusted, job_steps.untrusted), route = excluded.route
    -- After a lost connection the same write may come twice. It then has the same number and counts once.
    where job_steps.status = 'failed' and job_steps.seq <> excluded.seq
    returning job_id`;

// The lock makes a concurrent cancellation wait, so that it counts the cost of this step.
const insertWith = (lock: 'key share' | 'update', alongside: string): string => `
  with step as materialized (${STEP('$3')}),
  owner as materialized (
    select job_id, org_id, batch_id from job_queue where job_id = $1 and claim = $2 for ${lock}
  ),
  kept as (${KEEP_STEP('$4')})${alongside}
  select exists (select from owner) as kept`;

const INSERT_STEP = insertWith('key share', '');

// If the batch has a cost limit, its other rows must see at once what is spent. Locks the queue row first, then the
// batch, as everywhere. The end of the job adds what is not booked.
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
