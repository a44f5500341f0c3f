import { chargeLate } from '#credits/settlement.ts';
import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import { FIGURE_COLUMNS, STARTS_AT } from '../figures/columns.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { jobStatus } from '../record/model.ts';
import { isOwnKey } from '../record/own-key-sql.ts';
import { KEEP_STEP, type NewStep, STEP, stepValues } from './record-step.ts';

/**
 * Bills a step that ended after its job was cancelled or timed out here. Returns false if the job did not end that way;
 * another attempt then runs the step and pays for it. If the same write comes twice, it counts once.
 */
export const billLateStep = (db: Db, job: ClaimedJob, step: NewStep): Promise<boolean> =>
  bill(db, BILL_LATE_STEP, [job.jobId, job.workerId, job.attempt], step);

/**
 * Bills an answer that came by the batch lane after its job had gone on without it, whatever the job's end. Returns false
 * as long as the job runs.
 */
export const billLateAnswer = (db: Db, jobId: string, step: NewStep): Promise<boolean> =>
  bill(db, BILL_LATE_ANSWER, [jobId, null, null], step);

async function bill(db: Db, statement: string, whose: unknown[], step: NewStep): Promise<boolean> {
  const rows = await db.query<{ billed: boolean }>(statement, [...whose, ...stepValues(step), newId()]);
  return rows[0]!.billed;
}

// Locks in the same order as the end of a job: first the result, then the batch, then the account. The ledger has one
// entry per job.
const billLate = (whose: string): string => `
  with step as materialized (${STEP('$4')}),
  owner as materialized (
    select r.job_id, r.org_id, j.batch_id, r.finished_at, r.status as ended_as, j.agent_id, j.version_id, j.origin, j.key_id,
      ${STARTS_AT} as starts_at
    from job_results r join jobs j on j.id = r.job_id
    where r.job_id = $1 and ${whose} for update of r
  ),
  kept as (${KEEP_STEP('$5')}),
  used as materialized (
    select owner.*, step.model, step.cost, case when ${isOwnKey('step')} then step.cost else 0 end as own_cost,
      case when ${isOwnKey('step')} then 0 else step.cost end as charge, coalesce(step.input_tokens, 0) as tokens_in, coalesce(step.output_tokens, 0) as tokens_out,
      step.input_tokens, step.output_tokens,
      -- Counts the job for this model if it had no step with it before.
      case when exists (select from job_steps s where s.job_id = owner.job_id and s.model = step.model) then 0 else 1 end as model_jobs
    from owner, kept, step
  ),
  -- The roll-up of stats waits for this lock, and this statement waits for a roll-up that moves the mark.
  mark as materialized (select through, models_through from job_figures_mark for share),
  figures as (
    insert into job_figures (${FIGURE_COLUMNS})
    select org_id, starts_at, agent_id, version_id, origin, ended_as, 0, used.cost, tokens_in, tokens_out, '{}', '{}', '{}', '{}'
    from used, mark where used.finished_at < mark.through
  ),
  key_figure as (
    insert into key_figures as k (key_id, starts_at, org_id, jobs, cost)
    select key_id, starts_at, org_id, 0, used.cost from used, mark
    where used.key_id is not null and used.finished_at < mark.through
    on conflict (key_id, starts_at) do update set cost = k.cost + excluded.cost
  ),
  model_figure as (
    insert into model_figures as f (org_id, starts_at, model, agent_id, jobs, cost, own_cost, input_tokens, output_tokens)
    select org_id, starts_at, model, agent_id, model_jobs, used.cost, used.own_cost, tokens_in, tokens_out from used, mark
    where used.model is not null and used.finished_at < mark.models_through
    on conflict (org_id, starts_at, model, agent_id) do update set jobs = f.jobs + excluded.jobs, cost = f.cost + excluded.cost,
      own_cost = f.own_cost + excluded.own_cost,
      input_tokens = f.input_tokens + excluded.input_tokens, output_tokens = f.output_tokens + excluded.output_tokens
  ),
  result as (
    update job_results r set cost = r.cost + used.cost,
      input_tokens = case when used.input_tokens is null then r.input_tokens else coalesce(r.input_tokens, 0) + used.input_tokens end,
      output_tokens = case when used.output_tokens is null then r.output_tokens else coalesce(r.output_tokens, 0) + used.output_tokens end
    from used where r.job_id = used.job_id
  ),
${chargeLate('used', '$6::uuid')},
  batch as (
    update batches b set spent = b.spent + used.cost from used where b.id = used.batch_id and used.cost > 0
  )
  select exists (select from owner) as billed`;

const BILL_LATE_STEP = billLate(`(r.status = ${jobStatus.cancelled}
  or (r.status = ${jobStatus.failure} and r.worker_id = $2 and r.attempt = $3))`);
const BILL_LATE_ANSWER = billLate('$2::uuid is null and $3::int is null');
