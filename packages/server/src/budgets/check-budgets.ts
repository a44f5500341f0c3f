import { findKeyOfJob } from '#jobs/read/find-key-of-job.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { createLru } from '#platform/lru.ts';
import { type BudgetRow, listStops } from './store.ts';

/** Stops are cached this long: a new one takes effect within seconds, and starting a job costs no statement. */
const AGE_MS_MAX = 5_000;

/** Refuses jobs, and stops running ones, of organizations, agents and keys with a spent budget that stops. */
export function createBudgetCheck(db: Db) {
  const known = createLru<string, { stops: BudgetRow[]; at: number }>(10_000);
  /** Concurrent requests share one query. */
  const asking = new Map<string, Promise<BudgetRow[]>>();

  function ask(orgId: string): Promise<BudgetRow[]> {
    const stops = listStops(db, orgId).then((found) => {
      known.set(orgId, { stops: found, at: Date.now() });
      return found;
    });
    asking.set(orgId, stops);
    return stops.finally(() => asking.delete(orgId));
  }

  function stopsOf(orgId: string): BudgetRow[] | Promise<BudgetRow[]> {
    const found = known.get(orgId);
    return found !== undefined && Date.now() - found.at < AGE_MS_MAX ? found.stops : (asking.get(orgId) ?? ask(orgId));
  }

  return {
    /** Throws before a job starts. Returns a promise only if the answer is not cached. */
    check({ orgId, keyId }: Caller, agentId: string): void | Promise<void> {
      const judge = (stops: BudgetRow[]): void => {
        const stop = stops.find((one) => isFor(one, agentId) || one.key_id === (keyId ?? ''));
        if (stop !== undefined) throw new AppError('insufficient_credits', { detail: describe(stop) });
      };
      const stops = stopsOf(orgId);
      return Array.isArray(stops) ? judge(stops) : stops.then(judge);
    },
    /** Says which budget stops a running job. */
    findSpent({ orgId, agentId, jobId }: { orgId: string; agentId: string; jobId: string }) {
      const judge = async (stops: BudgetRow[]): Promise<string | undefined> => {
        const stop = stops.find((one) => isFor(one, agentId)) ?? (await findOfKey(stops, jobId));
        return stop && describe(stop);
      };
      const stops = stopsOf(orgId);
      if (!Array.isArray(stops)) return stops.then(judge);
      return stops.length === 0 ? undefined : judge(stops);
    },
  };

  async function findOfKey(stops: BudgetRow[], jobId: string): Promise<BudgetRow | undefined> {
    if (stops.every((one) => one.key_id === null)) return undefined;
    const keyId = await findKeyOfJob(db, jobId);
    return stops.find((one) => one.key_id !== null && one.key_id === keyId);
  }
}

const isFor = ({ scope, agent_id: id }: BudgetRow, agentId: string): boolean =>
  scope === 'organization' || (scope === 'agent' && id === agentId);

const describe = ({ name, period, amount }: BudgetRow): string =>
  `The budget of ${name} for this ${period} ($${amount.toFixed(2)}) is spent. An admin can raise it.`;
