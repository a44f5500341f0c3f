import type { StepUsage } from '#engines/engine/engine.ts';
import type { Db } from '#platform/db.ts';
import type { ClaimedJob } from '../queue/claim.ts';

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
};

/** Records a step, only for the attempt that owns the job. False: it does not any more. */
export async function insertStep(db: Db, job: ClaimedJob, step: NewStep): Promise<boolean> {
  const rows = await db.query<{ kept: boolean }>(job.batchCapped && step.cost > 0 ? INSERT_BOOKED : INSERT_STEP, [
    job.jobId,
    job.workerId,
    job.attempt,
    step.key,
    step.seq,
    step.kind,
    step.name,
    step.usage.model ?? null,
    step.error === null ? 'succeeded' : 'failed',
    step.startedAt,
    step.durationMs,
    step.usage.inputTokens ?? null,
    step.usage.outputTokens ?? null,
    step.cost,
    step.usage.artifactKey ?? null,
    step.error,
    step.result,
  ]);
  return rows[0]!.kept;
}

// The lock makes a cancel wait, so that it counts this step's cost too.
const insertWith = (lock: 'key share' | 'update', alongside: string): string => `
  with owner as materialized (
    select job_id, org_id, batch_id from job_queue
    where job_id = $1 and worker_id is not distinct from $2 and attempt = $3 for ${lock}
  ),
  kept as (
    insert into job_steps (job_id, key, org_id, seq, kind, name, model, status, started_at, duration_ms,
      input_tokens, output_tokens, cost, artifact_key, error, result)
    select $1, $4, org_id, $5, $6, $7, $8, $9, to_timestamp($10::float8 / 1000), $11, $12, $13, $14::numeric, $15, $16, $17::json
    from owner
    on conflict (job_id, key) do update set seq = excluded.seq, status = excluded.status, model = excluded.model,
      started_at = excluded.started_at, duration_ms = excluded.duration_ms, error = excluded.error,
      input_tokens = coalesce(job_steps.input_tokens, 0) + coalesce(excluded.input_tokens, 0),
      output_tokens = coalesce(job_steps.output_tokens, 0) + coalesce(excluded.output_tokens, 0),
      cost = job_steps.cost + excluded.cost, artifact_key = excluded.artifact_key, result = excluded.result
    -- The same write may come twice after a lost connection: it has the same number then, and counts once.
    where job_steps.status = 'failed' and job_steps.seq <> excluded.seq
    returning job_id
  )${alongside}
  select exists (select from owner) as kept`;

const INSERT_STEP = insertWith('key share', '');

// Under the cost limit of a batch the others have to see at once what is spent. First the queue row, then the batch, as
// everywhere; the end of the job adds what is not booked.
const INSERT_BOOKED = insertWith(
  'update',
  `,
  booked as (
    update job_queue q set booked = q.booked + $14::numeric from owner, kept where q.job_id = owner.job_id
    returning q.batch_id
  ),
  batch as (
    update batches b set spent = b.spent + $14::numeric from booked where b.id = booked.batch_id
  )`,
);
