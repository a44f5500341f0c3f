import type { Db } from '#platform/db.ts';

// Budgets of an organization, and what is spent of them.

export type BudgetRow = {
  id: string;
  org_id: string;
  scope: 'organization' | 'agent' | 'key';
  agent_id: string | null;
  key_id: string | null;
  name: string;
  period: 'day' | 'month';
  amount: number;
  action: 'warn' | 'stop';
  spent: number;
  period_starts_at: Date;
  created_at: Date;
};

/** The beginning of the current period, in UTC. */
const NOW_STARTS = `(date_trunc(b.period, now() at time zone 'UTC') at time zone 'UTC')`;

const COLUMNS = `b.id, b.org_id, b.scope, b.agent_id, b.key_id, b.period, b.amount::float8 as amount, b.action,
  case when b.period_starts_at = ${NOW_STARTS} then b.spent::float8 else 0 end as spent, ${NOW_STARTS} as period_starts_at,
  b.created_at, coalesce(a.name, nullif(k.name, ''), k.prefix, o.name) as name`;
const FROM = `budgets b join organizations o on o.id = b.org_id left join agents a on a.id = b.agent_id
  left join api_keys k on k.id = b.key_id`;

export const listBudgets = (db: Db, orgId: string): Promise<BudgetRow[]> =>
  db.query<BudgetRow>(`select ${COLUMNS} from ${FROM} where b.org_id = $1::uuid order by b.id`, [orgId]);

export async function findBudget(db: Db, orgId: string, id: string): Promise<BudgetRow | undefined> {
  const [row] = await db.query<BudgetRow>(
    `select ${COLUMNS} from ${FROM} where b.org_id = $1::uuid and b.id = $2::uuid`,
    [orgId, id],
  );
  return row;
}

type NewBudget = Pick<BudgetRow, 'id' | 'scope' | 'agent_id' | 'key_id' | 'period' | 'amount' | 'action'>;

export async function insertBudget(tx: Db, orgId: string, budget: NewBudget): Promise<void> {
  await tx.run(
    `insert into budgets (id, org_id, scope, agent_id, key_id, period, amount, action, created_at)
      select g.id, $1::uuid, g.scope, g.agent_id, g.key_id, g.period, g.amount, g.action, now()
      from json_to_record($2::json) as g (id uuid, scope text, agent_id uuid, key_id uuid, period text, amount numeric, action text)`,
    [orgId, JSON.stringify(budget)],
  );
}

export async function updateBudget(tx: Db, orgId: string, id: string, amount: number, action: string): Promise<void> {
  await tx.run(`update budgets set amount = $3::numeric, action = $4::text where org_id = $1::uuid and id = $2::uuid`, [
    orgId,
    id,
    amount,
    action,
  ]);
}

/** Tells whether the agent or key belongs to the organization. */
export async function subjectExists(db: Db, orgId: string, scope: BudgetRow['scope'], id: string): Promise<boolean> {
  const table = scope === 'agent' ? 'agents where deleted_at is null and' : 'api_keys where revoked_at is null and';
  return (await db.query(`select from ${table} org_id = $1::uuid and id = $2::uuid`, [orgId, id])).length > 0;
}

export async function recordSpent(
  db: Db,
  budgets: { id: string; spent: number; period_starts_at: Date }[],
): Promise<void> {
  await db.run(
    `update budgets b set spent = g.spent, period_starts_at = g.period_starts_at, checked_at = now()
      from json_to_recordset($1::json) as g (id uuid, spent numeric, period_starts_at timestamptz) where b.id = g.id`,
    [JSON.stringify(budgets)],
  );
}

/** Lists budgets that are spent and refuse new jobs. */
export const listStops = (db: Db, orgId: string): Promise<BudgetRow[]> =>
  db.query<BudgetRow>(
    `select ${COLUMNS} from ${FROM} where b.org_id = $1::uuid and b.action = 'stop'
      and b.period_starts_at = ${NOW_STARTS} and b.spent >= b.amount`,
    [orgId],
  );

export async function listOrganizations(db: Db): Promise<{ org_id: string; watches: boolean }[]> {
  return db.query(
    `select o.id as org_id, coalesce(s.watches_agents, false) as watches from organizations o
      left join alert_settings s on s.org_id = o.id
      where s.watches_agents or exists (select from budgets b where b.org_id = o.id)`,
  );
}
