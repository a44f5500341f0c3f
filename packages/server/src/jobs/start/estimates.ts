import type { Db } from '#platform/db.ts';
import { createLru } from '#platform/lru.ts';
import { jobStatus, roundCost } from '../record/model.ts';

// Estimates what a job will cost. This is the hold on a limited account if the request has no cost limit.

/** How many recent jobs the average covers. */
const RECENT_JOBS = 20;
const AGE_MS_MAX = 10_000;

export function createEstimates(db: Db) {
  const averages = createLru<string, { cost: number; jobs: number; at: number }>(5_000);
  /** Organizations whose account was limited at their last start. */
  const limited = createLru<string, true>(10_000);

  async function learnAverage(agentId: string): Promise<number> {
    const rows = await db.query<{ cost: number | null; jobs: number }>(
      `select avg(cost) as cost, count(*)::int as jobs from (select cost from job_results
        where agent_id = $1 and status = ${jobStatus.success} order by job_id desc limit ${RECENT_JOBS}) recent`,
      [agentId],
    );
    const cost = roundCost(rows[0]!.cost ?? 0);
    averages.set(agentId, { cost, jobs: rows[0]!.jobs, at: Date.now() });
    return cost;
  }

  return {
    /** Returns what recent jobs of this agent cost, without a promise if the average is cached. */
    averageCost(agentId: string, orgId: string): number | Promise<number> {
      const known = averages.get(agentId);
      // The first jobs of an agent change its average quickly. An average cached before them is 0, which would let a
      // limited organization start any number of jobs.
      const isSettled = known !== undefined && (known.jobs === RECENT_JOBS || limited.get(orgId) === undefined);
      return isSettled && Date.now() - known.at < AGE_MS_MAX ? known.cost : learnAverage(agentId);
    },
    noteAccount(orgId: string, isLimited: boolean): void {
      if (isLimited) limited.set(orgId, true);
      else limited.delete(orgId);
    },
  };
}
