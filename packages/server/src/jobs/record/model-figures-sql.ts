import type { Db } from '#platform/db.ts';
import { ownCost } from './own-key-sql.ts';

// Counts what the steps (`s`) of a job (`j`) with its result (`r`) add to the stats of their models.

const MODEL_COLUMNS =
  'org_id, starts_at, model, agent_id, jobs, cost, own_cost, escalated, input_tokens, output_tokens';

/** A job counts once, for the first model that was asked, so that the sum over models is the share of jobs. */
const IS_FIRST_ESCALATION = `case when s.route ->> 'reason' = 'untrusted' and not exists (
    select from job_steps earlier where earlier.job_id = s.job_id and earlier.seq < s.seq and earlier.route ->> 'reason' = 'untrusted'
  ) then 1 else 0 end`;

export const STEPS_BY_MODEL = `
  select r.org_id, date_bin('1 hour', j.created_at, 'epoch') as starts_at, s.model, j.agent_id, 1 as jobs,
    sum(s.cost) as cost, ${ownCost('s')} as own_cost, max(${IS_FIRST_ESCALATION}) as escalated,
    coalesce(sum(s.input_tokens), 0)::bigint as input_tokens,
    coalesce(sum(s.output_tokens), 0)::bigint as output_tokens, r.finished_at
  from job_results r join jobs j on j.id = r.job_id join job_steps s on s.job_id = r.job_id and s.model is not null`;

/** Groups the steps into one row per job and model. */
export const EACH_JOB = 'group by r.job_id, r.org_id, j.created_at, s.model, j.agent_id, r.finished_at';

/** Keeps the stats of models before steps are deleted. Sign `-` takes them back when the steps are restored. */
export async function keepModelFigures(tx: Db, orgId: string, jobIds: string[], sign: '' | '-' = ''): Promise<void> {
  await tx.run(
    `insert into model_figures_removed (${MODEL_COLUMNS}, finished_at)
      select org_id, starts_at, model, agent_id, ${sign}jobs, ${sign}cost, ${sign}own_cost, ${sign}escalated,
        ${sign}input_tokens, ${sign}output_tokens, finished_at
      from (${STEPS_BY_MODEL} where r.org_id = $1::uuid and r.job_id = any($2::uuid[]) ${EACH_JOB}) steps`,
    [orgId, jobIds],
  );
}

const ADDED = `sum(jobs)::int, sum(cost), sum(own_cost), sum(escalated)::int, sum(input_tokens)::bigint, sum(output_tokens)::bigint`;

const added = (alias: string): string =>
  ['jobs', 'cost', 'own_cost', 'escalated', 'input_tokens', 'output_tokens']
    .map((column) => `${column} = ${alias}.${column} + excluded.${column}`)
    .join(', ');

/** Counts the jobs that ended from $1 to $2, and deleted steps from $3 to $2. */
export const COUNT_MODELS = `
  insert into model_figures as f (${MODEL_COLUMNS})
  select org_id, starts_at, model, agent_id, ${ADDED} from (
    ${STEPS_BY_MODEL} where r.finished_at >= $1::timestamptz and r.finished_at < $2::timestamptz ${EACH_JOB}
    union all
    select ${MODEL_COLUMNS}, finished_at from model_figures_removed where finished_at >= $3::timestamptz and finished_at < $2::timestamptz
  ) steps where exists (select from organizations o where o.id = steps.org_id)
  group by 1, 2, 3, 4
  on conflict (org_id, starts_at, model, agent_id) do update set ${added('f')}`;

/** Merges rows that are counted; they no longer need the time of their end. */
export const MERGE_REMOVED_MODELS = `
  with taken as (
    delete from model_figures_removed
    where finished_at > '-infinity' and finished_at < (select models_through from job_figures_mark) returning *
  )
  insert into model_figures_removed as f (${MODEL_COLUMNS}, finished_at)
  select org_id, starts_at, model, agent_id, ${ADDED}, '-infinity' from taken group by 1, 2, 3, 4
  on conflict (org_id, starts_at, model, agent_id) where finished_at = '-infinity' do update set ${added('f')}`;
