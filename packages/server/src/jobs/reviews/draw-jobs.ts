import type { Transactor } from '#platform/db.ts';
import { jobStatus, TRIAL_ORIGINS } from '../record/model.ts';
import { SETTLED_AT } from '../record/settled-sql.ts';
import { CONFIDENCE_DEFAULT } from './plan.ts';
import { draw } from './second.ts';
import { READING_SECONDS } from './tasks-store.ts';

// Opens review tasks for ended jobs, exactly once. A pass reads the jobs that ended between a mark and a time before
// which no more ends can appear, and moves the mark in the same transaction. So ending a job costs nothing extra, and
// without plans a pass only looks at an empty table.

/** The period of one pass, so that a service that was down catches up in short statements. */
const PASS = `interval '1 hour'`;

/** Runs one pass. Returns true if there is more to do. */
export async function drawJobs(system: Transactor): Promise<boolean> {
  const plans = await system.query<object>('select 1 from review_plans limit 1');
  if (plans.length === 0) return false;
  return system.tx(async (tx) => {
    const mark = await tx.query<object>('select 1 from review_mark for update skip locked');
    if (mark.length === 0) return false;
    const [span] = await tx.query<{ from: Date; to: Date; more: boolean }>(SPAN);
    if (!span || span.to <= span.from) return false;
    await tx.run(OPEN, [span.from, span.to]);
    await tx.run('update review_mark set through = $1', [span.to]);
    return span.more;
  });
}

const SPAN = `
  with settled as (select ${SETTLED_AT} as at),
  first as (select greatest(through, (select min(since) from review_plans)) as at from review_mark)
  select first.at as "from", least(settled.at, first.at + ${PASS}) as "to", settled.at > first.at + ${PASS} as more
  from first, settled`;

const hasField = (condition: string): string =>
  `exists (select from json_array_elements(r.trust->'fields') f where ${condition})`;

/** Selects the first condition of the plan that the job meets. */
const CONDITION = `
  (select w.name from unnest(p.always_when) with ordinality as w (name, place)
   where case
     when w.name = 'failure' then r.status = ${jobStatus.failure}
     when r.status <> ${jobStatus.success} then false
     when w.name = 'needs_review' then r.needs_review is true
     when w.name = 'unsupported' then ${hasField(`f->>'status' = 'unsupported'`)}
     when w.name = 'low_confidence' then ${hasField(
       `(f->>'confidence')::numeric < coalesce(p.min_confidence, ${CONFIDENCE_DEFAULT})`,
     )}
     else w.name = 'verdict:' || (r.ui_fields->>'verdict') end
   order by w.place limit 1)`;

// Selects by time first, so that the number of jobs of an agent does not matter. Leaves out cached answers, because the
// job that they come from took part in the draw, and trials, because nothing follows from them.
const OPEN = `
  with ended as materialized (
    select job_id, agent_id from job_results
    where finished_at >= $1::timestamptz and finished_at < $2::timestamptz
      and status in (${jobStatus.success}, ${jobStatus.failure}) and source_job_id is null
  ),
  drawn as (
    select r.org_id, r.job_id, r.agent_id, j.version_id, r.finished_at, p.due_hours, ${READING_SECONDS} as reading_seconds,
      coalesce(${CONDITION}, case when r.status = ${jobStatus.success} and ${draw('r.job_id', 'first')} < p.sample_rate
        then 'sample' end) as reason
    from ended e
    join review_plans p on p.agent_id = e.agent_id
    join job_results r on r.job_id = e.job_id and r.org_id = p.org_id
    join jobs j on j.id = e.job_id
    where r.finished_at >= p.since and r.data_deleted_at is null and j.origin not in (${TRIAL_ORIGINS})
  )
  insert into review_tasks (id, org_id, job_id, agent_id, version_id, reason, due_at, reading_seconds, created_at)
  select errand_new_id(clock_timestamp()), org_id, job_id, agent_id, version_id, reason,
    finished_at + due_hours * interval '1 hour', reading_seconds, clock_timestamp()
  from drawn d
  where reason is not null and not exists (select from review_tasks t where t.job_id = d.job_id)
    and not exists (select from job_reviews seen where seen.job_id = d.job_id)
    and exists (select from agents a where a.id = d.agent_id and a.deleted_at is null)
  on conflict do nothing`;
