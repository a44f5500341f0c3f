import { type Db, PLANNED_ANEW } from '#platform/db.ts';
import { databaseNow, firstIdAt } from '#platform/ids.ts';
import { EACH_JOB, STEPS_BY_MODEL } from '../record/model-figures-sql.ts';
import { type Span, wholeHours } from './figures.ts';
import { BEHIND, earliestNotCounted } from './read-sql.ts';

// The cost of ended jobs by key and by model. As with other stats, whole hours come from the roll-up, and from the jobs
// for what it has not counted yet. Parts of hours are counted from the jobs.

export type CostFigure = { value: string; jobs: number; cost: number; ownCost?: number; escalated?: number };
export type CostFigures = { rows: CostFigure[]; complete: boolean };

const HOUR_SECONDS = 3_600;

export async function readCostFigures(
  db: Db,
  orgId: string,
  by: 'key' | 'model',
  span: Span,
  /** Only for models. */
  agentId?: string,
): Promise<CostFigures> {
  const hours = wholeHours(span, HOUR_SECONDS);
  const [row] = await db.query<CostFigures>(PLANNED_ANEW + (by === 'key' ? BY_KEY : BY_MODEL), [
    orgId,
    new Date(hours.from),
    new Date(hours.to),
    [span.from, hours.from, hours.to, span.to].map(firstIdAt),
    earliestNotCounted(databaseNow()),
    ...(by === 'model' ? [agentId ?? null] : []),
  ]);
  return row!;
}

const mark = (name: string): string => `mark as materialized (
    select greatest(${name}, clock_timestamp() - ${BEHIND}) as through, ${name} > clock_timestamp() - ${BEHIND} as complete
    from job_figures_mark
  )`;
const inHours = 'org_id = $1::uuid and starts_at >= $2::timestamptz and starts_at < $3::timestamptz';
// $5 tells the planner how far back the mark may be.
const isNew = `r.org_id = $1::uuid and r.finished_at >= $5::timestamptz and r.finished_at >= (select through from mark)
  and r.job_id >= ($4::uuid[])[2] and r.job_id < ($4::uuid[])[3]`;
const inParts = `r.org_id = $1::uuid and ((r.job_id >= ($4::uuid[])[1] and r.job_id < ($4::uuid[])[2])
  or (r.job_id >= ($4::uuid[])[3] and r.job_id < ($4::uuid[])[4]))`;

const sums = (more = ''): string => `select (select complete from mark) as complete, coalesce((select json_agg(s) from (
    select value, sum(jobs)::int as jobs, sum(cost)::float8 as cost${more} from figures group by 1) s), '[]') as rows`;

const jobsOfKeys = (which: string): string => `
  select j.key_id, 1, r.cost from job_results r join jobs j on j.id = r.job_id and j.key_id is not null where ${which}`;

const BY_KEY = `with ${mark('through')},
  figures (value, jobs, cost) as (
    select key_id, jobs, cost from key_figures where ${inHours}
    union all ${jobsOfKeys(isNew)}
    union all ${jobsOfKeys(inParts)}
  ) ${sums()}`;

const ofAgent = '($6::uuid is null or agent_id = $6::uuid)';
const stepsOf = (which: string): string =>
  `select model, jobs, cost, own_cost, escalated from (${STEPS_BY_MODEL} where ${which} and ($6::uuid is null or j.agent_id = $6::uuid) ${EACH_JOB}) steps`;

// Deleted steps are kept by the hour of their job, so parts of hours do not include them.
const BY_MODEL = `with ${mark('models_through')},
  figures (value, jobs, cost, own_cost, escalated) as (
    select model, jobs, cost, own_cost, escalated from model_figures where ${inHours} and ${ofAgent}
    union all select model, jobs, cost, own_cost, escalated from model_figures_removed where ${inHours} and ${ofAgent} and finished_at >= (select through from mark)
    union all ${stepsOf(isNew)}
    union all ${stepsOf(inParts)}
  ) ${sums(', sum(own_cost)::float8 as "ownCost", sum(escalated)::int as escalated')}`;
