import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { createLru } from '#platform/lru.ts';
import { type BudgetRow, listStops } from './store.ts';

/** Stops are cached this long: a new one takes effect within seconds, and starting a job costs no statement. */
const AGE_MS_MAX = 5_000;

/** Creates a check that refuses jobs of organizations, agents and keys with a spent budget that stops. */
export function createBudgetCheck(db: Db): (caller: Caller, agentId: string) => void | Promise<void> {
  const known = createLru<string, { stops: BudgetRow[]; at: number }>(10_000);
  /** Concurrent requests share one query. */
  const asking = new Map<string, Promise<BudgetRow[]>>();

  function ask(orgId: string): Promise<BudgetRow[]> {
    const stops = listStops(db, orgId);
    asking.set(orgId, stops);
    return stops.finally(() => asking.delete(orgId));
  }

  function judge(stops: BudgetRow[], { keyId }: Caller, agentId: string): void {
    const stop = stops.find(
      ({ scope, agent_id: agent, key_id: key }) =>
        scope === 'organization' || (scope === 'agent' ? agent === agentId : key === keyId),
    );
    if (stop === undefined) return;
    const { name, period, amount } = stop;
    const detail = `The budget of ${name} for this ${period} ($${amount.toFixed(2)}) is spent. An admin can raise it.`;
    throw new AppError('insufficient_credits', { detail });
  }
  return (caller, agentId) => {
    const found = known.get(caller.orgId);
    if (found !== undefined && Date.now() - found.at < AGE_MS_MAX) return judge(found.stops, caller, agentId);
    return (asking.get(caller.orgId) ?? ask(caller.orgId)).then((stops) => {
      known.set(caller.orgId, { stops, at: Date.now() });
      judge(stops, caller, agentId);
    });
  };
}
