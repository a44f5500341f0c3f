import { readCostFigures } from '#jobs/figures/cost-figures.ts';
import { readFigures } from '#jobs/figures/figures.ts';
import type { Db } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import { type BudgetRow, listBudgets, recordSpent } from './store.ts';

/** Updates what was spent since the beginning of each period, from the stats. */
export async function bringUpToDate(db: Db, orgId: string): Promise<BudgetRow[]> {
  const budgets = await listBudgets(db, orgId);
  const byPeriod = Map.groupBy(budgets, ({ period_starts_at: starts }) => starts.getTime());
  const fresh: BudgetRow[] = [];
  for (const [from, group] of byPeriod) {
    const span = { from, to: databaseNow() + 1 };
    const { counts } = await readFigures(db, orgId, { span, bucketSeconds: 86_400, by: 'agent_id', times: 'none' });
    const isOfKeys = group.some(({ key_id: id }) => id !== null);
    const ofKeys = isOfKeys ? (await readCostFigures(db, orgId, 'key', span)).rows : [];
    const keys = new Map(ofKeys.map(({ value, cost }) => [value, cost]));
    const costOf = (agentId: string | null): number =>
      counts.filter(({ id }) => agentId === null || id === agentId).reduce((sum, { cost }) => sum + cost, 0);
    for (const budget of group) {
      const spent = budget.key_id === null ? costOf(budget.agent_id) : (keys.get(budget.key_id) ?? 0);
      fresh.push({ ...budget, spent });
    }
  }
  if (fresh.length > 0) await recordSpent(db, fresh);
  return fresh;
}
