import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';
import { type Listed, listPage } from '#platform/list-page.ts';
import { publishAlert } from '#webhooks/publish-event.ts';

// Alerts, their targets, and their deliveries.

export type AlertKind = 'budget_warning' | 'budget_reached' | 'failures' | 'latency';

export type AlertRow = {
  id: string;
  org_id: string;
  kind: AlertKind;
  budget_id: string | null;
  agent_id: string | null;
  message: string;
  detail: Record<string, unknown>;
  created_at: Date;
  ended_at: Date | null;
  delivery: 'none' | 'pending' | 'done' | 'failed';
  delivery_error: string | null;
};

export type Settings = {
  watches_agents: boolean;
  webhook_id: string | null;
  connection_id: string | null;
  operation: string | null;
  params: Record<string, string>;
};

export const NO_SETTINGS: Settings = {
  watches_agents: false,
  webhook_id: null,
  connection_id: null,
  operation: null,
  params: {},
};

export async function findSettings(db: Db, orgId: string): Promise<Settings> {
  const [row] = await db.query<Settings>(
    'select watches_agents, webhook_id, connection_id, operation, params from alert_settings where org_id = $1::uuid',
    [orgId],
  );
  return row ?? NO_SETTINGS;
}

export async function saveSettings(tx: Db, orgId: string, settings: Settings): Promise<void> {
  await tx.run(
    `insert into alert_settings (org_id, watches_agents, webhook_id, connection_id, operation, params)
      select $1::uuid, g.watches_agents, g.webhook_id, g.connection_id, g.operation, g.params
      from json_to_record($2::json) as g (watches_agents boolean, webhook_id uuid, connection_id uuid, operation text, params json)
      on conflict (org_id) do update set watches_agents = excluded.watches_agents, webhook_id = excluded.webhook_id,
        connection_id = excluded.connection_id, operation = excluded.operation, params = excluded.params`,
    [orgId, JSON.stringify(settings)],
  );
}

const COLUMNS = `id, org_id, kind, budget_id, agent_id, message, detail, created_at, ended_at, delivery, delivery_error`;

export async function listAlerts(
  db: Db,
  orgId: string,
  { open, size, offset }: { open: boolean; size: number; offset: number },
): Promise<Listed<AlertRow>> {
  const where = `org_id = $1::uuid and (not $2::boolean or ended_at is null)`;
  return listPage<AlertRow>(db, {
    columns: COLUMNS,
    from: 'alerts',
    where,
    order: 'id desc',
    values: [orgId, open],
    page: { size, offset },
  });
}

export type NewAlert = Pick<AlertRow, 'kind' | 'budget_id' | 'agent_id' | 'message' | 'detail'> & {
  periodStartsAt: Date | null;
};

/** Creates an alert unless one is open or exists for the period. The webhook gets it in the same transaction. */
export async function tell(tx: Db, orgId: string, alert: NewAlert, settings: Settings): Promise<boolean> {
  const id = newId();
  const { periodStartsAt, ...rest } = alert;
  const told = await tx.run(
    `insert into alerts (id, org_id, kind, budget_id, agent_id, period_starts_at, message, detail, created_at, delivery,
        next_attempt_at)
      select $1::uuid, $2::uuid, g.kind, g.budget_id, g.agent_id, $4::timestamptz, g.message, g.detail, now(), $5::text, now()
      from json_to_record($3::json) as g (kind text, budget_id uuid, agent_id uuid, message text, detail json)
      on conflict do nothing`,
    [id, orgId, JSON.stringify(rest), periodStartsAt, settings.connection_id === null ? 'none' : 'pending'],
  );
  if (told === 0) return false;
  if (settings.webhook_id !== null) {
    const body = JSON.stringify({ timestamp: new Date(), organization: { id: orgId }, alert: { id, ...rest } });
    await publishAlert(tx, { orgId, webhookId: settings.webhook_id, agentId: alert.agent_id, body });
  }
  return true;
}

/** Ends alerts of agents that are back in their band, and of budgets whose period is over. */
export async function endAlerts(db: Db, orgId: string, stillOut: string[], periodsFrom: Date): Promise<void> {
  await db.run(
    `update alerts set ended_at = now() where org_id = $1::uuid and ended_at is null and (
      (budget_id is null and not (agent_id || ' ' || kind) = any ($2::text[]))
      or (budget_id is not null and period_starts_at < $3::timestamptz and not exists (
        select from budgets b where b.id = budget_id and b.period_starts_at = alerts.period_starts_at)))`,
    [orgId, stillOut, periodsFrom],
  );
}

export const alertRows: LeasedRows = {
  name: 'alerts',
  table: 'alerts',
  open: `t.delivery = 'pending'`,
  due: 'next_attempt_at',
  claim: 'claim_id',
  attempts: 'attempts',
};
