import type { Database, Db } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import { createPeriodic } from '#platform/periodic.ts';
import { endAlerts, findSettings, type Settings, tell } from './alerts-store.ts';
import { findOutliers, type Outlier } from './band.ts';
import { bringUpToDate } from './spent.ts';
import { type BudgetRow, listOrganizations } from './store.ts';

// Updates budgets and creates alerts. Every worker process may do it: an alert is created once, whichever process finds
// it.

const LOOK_MS = 10_000;
const HOUR_MS = 3_600_000;
const WARNING_SHARE = 0.8;

type Options = {
  database: Database;
  log: Logger;
  runs: boolean;
  /** Called when there may be new alerts to send. */
  onAlerts(): void;
};

export function createBudgetWatch({ database, log, runs, onAlerts }: Options) {
  const { every, stop } = createPeriodic(log, 'budgets');
  const { system } = database;

  async function look(): Promise<void> {
    if (!database.state.current().writable) return;
    // An organization that fails does not keep the others from being watched.
    for (const { org_id: orgId, watches } of await listOrganizations(system))
      await lookAt(orgId, watches).catch((error) =>
        log.warn({ err: error, event: 'budgets.look', org: orgId }, 'checking the budgets of an organization failed'),
      );
  }

  async function lookAt(orgId: string, watches: boolean): Promise<void> {
    const settings = await findSettings(system, orgId);
    const budgets = await bringUpToDate(system, orgId);
    const outliers = watches ? await findOutliers(system, orgId) : [];
    await system.tx(async (tx) => {
      for (const budget of budgets) await judge(tx, budget, settings);
      for (const outlier of outliers) await notifyOutlier(tx, orgId, outlier, settings);
      const out = outliers.map(({ agentId, kind }) => `${agentId} ${kind}`);
      await endAlerts(tx, orgId, out, new Date(databaseNow() - 24 * HOUR_MS));
    });
    if (settings.connection_id !== null) onAlerts();
  }

  return {
    start(): void {
      if (!runs) return;
      every(LOOK_MS, 'look', look, { atOnce: true });
    },
    stop,
    /** Looks at once, for callers that cannot wait. */
    look,
  };
}

async function judge(tx: Db, budget: BudgetRow, settings: Settings): Promise<void> {
  const {
    id,
    org_id: orgId,
    amount,
    spent,
    action,
    name,
    period,
    agent_id: agentId,
    period_starts_at: periodStartsAt,
  } = budget;
  const share = spent / amount;
  const about = { budget_id: id, agent_id: agentId, periodStartsAt, detail: { amount, spent, period, name, action } };
  const money = `$${spent.toFixed(2)} of $${amount.toFixed(2)}`;
  // A budget that passed both limits at once gets only the more important alert.
  if (share >= WARNING_SHARE && share < 1) {
    const message = `${Math.floor(share * 100)} % of the budget of ${name} for this ${period} is spent: ${money}.`;
    await tell(tx, orgId, { ...about, kind: 'budget_warning', message }, settings);
  }
  if (share >= 1) {
    const stops = action === 'stop' ? ' New jobs are refused.' : '';
    const message = `The budget of ${name} for this ${period} is spent: ${money}.${stops}`;
    await tell(tx, orgId, { ...about, kind: 'budget_reached', message }, settings);
  }
}

async function notifyOutlier(tx: Db, orgId: string, outlier: Outlier, settings: Settings): Promise<void> {
  const { agentId, kind, ...detail } = outlier;
  const [agent] = await tx.query<{ name: string }>(
    'select name from agents where org_id = $1::uuid and id = $2::uuid and deleted_at is null',
    [orgId, agentId],
  );
  if (agent === undefined) return;
  const percent = (share: number): string => `${Math.round(share * 100)} %`;
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  const message =
    kind === 'failures'
      ? `${agent.name} fails more than usual: ${percent(outlier.now)} of ${outlier.jobs} jobs, usually ${percent(outlier.usual)}.`
      : `${agent.name} takes longer than usual: 95 % within ${seconds(outlier.now)}, usually ${seconds(outlier.usual)}.`;
  await tell(tx, orgId, { kind, budget_id: null, agent_id: agentId, periodStartsAt: null, message, detail }, settings);
}
