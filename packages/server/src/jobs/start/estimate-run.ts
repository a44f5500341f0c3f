import { BATCH_PRICE } from '#engines/models/known-models.ts';
import type { Db } from '#platform/db.ts';
import { jobStatus, roundCost } from '../record/model.ts';

/** As many as the hold of a job is estimated from. */
const RECENT_JOBS = 20;

/**
 * Estimates a run from recent jobs. Calls of models that went to the batch lane count twice for the normal price, and
 * those with a provider half for the other.
 */
export async function estimateRun(
  db: Db,
  orgId: string,
  agentId: string,
): Promise<{ cost: number | null; cost_batch: number | null; jobs: number }> {
  const [row] = await db.query<{ jobs: number; other: number | null; models: number | null }>(
    `select count(*)::int as jobs, avg(greatest(0, r.cost - coalesce(s.paid, 0)))::float8 as other,
        avg(coalesce(s.normal, 0))::float8 as models
      from (select job_id, cost from job_results where org_id = $1 and agent_id = $2 and status = ${jobStatus.success}
        order by job_id desc limit ${RECENT_JOBS}) r
      left join lateral (
        select sum(o.cost) as paid, sum(o.cost / case when o.route ->> 'lane' = 'batch' then ${BATCH_PRICE} else 1 end) as normal
        from job_steps o where o.job_id = r.job_id and o.kind = 'model') s on true`,
    [orgId, agentId],
  );
  const { jobs, other, models } = row!;
  if (jobs === 0 || other === null || models === null) return { cost: null, cost_batch: null, jobs: 0 };
  return {
    cost: roundCost(other + models),
    cost_batch: models === 0 ? null : roundCost(other + BATCH_PRICE * models),
    jobs,
  };
}
