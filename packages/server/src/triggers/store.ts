import type { Link } from '#orgs/actor.ts';
import type { Db } from '#platform/db.ts';
import { sealedColumn } from '#platform/domain.ts';
import { findRow, lockRow } from '#platform/find-row.ts';
import { type Listed, listPage, type Page } from '#platform/list-page.ts';
import type { Condition } from './condition.ts';
import type { TriggerKind, TriggerStatus, Verify } from './model.ts';

// Triggers of an organization. Their events are in runs-store.ts.

/** The token in the address. */
export const sealedToken = sealedColumn({
  table: 'triggers',
  column: 'token_sealed',
  label: 'triggers',
  of: ['org_id', 'id'],
  place: (row) => `trigger ${row.org_id} ${row.id} token`,
});

/** The secret that senders sign with. */
export const sealedSecret = sealedColumn({
  table: 'triggers',
  column: 'secret_sealed',
  label: 'triggers',
  of: ['org_id', 'id'],
  place: (row) => `trigger ${row.org_id} ${row.id} secret`,
});

export type TriggerSettings = {
  name: string;
  kind: TriggerKind;
  /** One of the two is set. */
  agent_id: string | null;
  case_queue_id: string | null;
  agent_version_id: string | null;
  mapping: Record<string, unknown>;
  condition: Condition[] | null;
  enabled: boolean;
  verify: Verify | null;
  id_header: string | null;
  source_agent_id: string | null;
  statuses: TriggerStatus[] | null;
  connection_id: string | null;
  prefix: string | null;
};

export type TriggerRow = TriggerSettings & {
  id: string;
  org_id: string;
  disabled_reason: string | null;
  token_sealed: string | null;
  secret_sealed: string | null;
  created_by: number | null;
  /** Everybody who changed it, the latest first. */
  editors: Link[];
  created_at: Date;
  updated_at: Date;
};

export const COLUMNS = `t.id, t.org_id, t.name, t.kind, t.agent_id, t.case_queue_id, t.agent_version_id, t.mapping, t.condition, t.enabled,
  t.disabled_reason, t.token_sealed, t.verify, t.secret_sealed, t.id_header, t.source_agent_id, t.statuses, t.connection_id,
  t.prefix, t.created_by, t.editors, t.created_at, t.updated_at`;

export type TriggerFilter = {
  kind?: TriggerKind | undefined;
  agentId?: string | undefined;
  enabled?: boolean | undefined;
  search?: string | undefined;
};

const WHERE = `t.org_id = $1::uuid and ($2::uuid is null or t.agent_id = $2::uuid)
  and ($3::boolean is null or t.enabled = $3::boolean)
  and ($4::text is null or position(lower($4::text) in lower(t.name)) > 0) and ($5::text is null or t.kind = $5::text)`;

/** Newest first. */
export async function listTriggers(
  db: Db,
  orgId: string,
  { agentId, enabled, search, kind }: TriggerFilter,
  page: Page,
): Promise<Listed<TriggerRow>> {
  const filters = [orgId, agentId ?? null, enabled ?? null, search || null, kind ?? null];
  return listPage<TriggerRow>(db, {
    columns: COLUMNS,
    from: 'triggers t',
    where: WHERE,
    order: 't.id desc',
    values: filters,
    page,
  });
}

const source = { columns: COLUMNS, table: 'triggers', alias: 't' };

export const findTrigger = (db: Db, orgId: string, id: string) => findRow<TriggerRow>(db, source, orgId, id);

export const lockTrigger = (tx: Db, orgId: string, id: string) => lockRow<TriggerRow>(tx, source, orgId, id);

export type ListeningTrigger = TriggerRow & { agents_enabled: boolean };

/** Finds the trigger whose address has this token, in any organization. */
export async function findByToken(system: Db, tokenHash: Buffer): Promise<ListeningTrigger | undefined> {
  const rows = await system.query<ListeningTrigger>(
    `select ${COLUMNS}, o.agents_enabled from triggers t join organizations o on o.id = t.org_id where t.token_hash = $1::bytea`,
    [tokenHash],
  );
  return rows[0];
}

export async function listByIds(system: Db, ids: string[]): Promise<Map<string, ListeningTrigger>> {
  const rows = await system.query<ListeningTrigger>(
    `select ${COLUMNS}, o.agents_enabled from triggers t join organizations o on o.id = t.org_id where t.id = any ($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export async function countTriggers(db: Db, orgId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*) as count from triggers where org_id = $1', [orgId]);
  return row!.count;
}

type Written = TriggerSettings & { id: string; secret_sealed: string | null; editors: Link[]; now: Date };

const GIVEN = `json_to_record($2::json) as g (id uuid, name text, kind text, agent_id uuid, case_queue_id uuid, agent_version_id uuid, mapping json,
  condition json, enabled boolean, token_hash text, token_sealed text, verify json, secret_sealed text, id_header text,
  source_agent_id uuid, statuses text[], connection_id uuid, prefix text, created_by int, editors jsonb, now timestamptz)`;
const LOOK = `case when g.kind = 'storage' and g.enabled then g.now end`;

export async function insertTrigger(
  tx: Db,
  orgId: string,
  trigger: Written & { token_hash: string | null; token_sealed: string | null; created_by: number | null },
): Promise<void> {
  await tx.run(
    `insert into triggers (id, org_id, name, kind, agent_id, case_queue_id, agent_version_id, mapping, condition, enabled, token_hash,
       token_sealed, verify, secret_sealed, id_header, source_agent_id, statuses, connection_id, prefix, look_at, created_by,
       editors, created_at, updated_at)
     select g.id, $1::uuid, g.name, g.kind, g.agent_id, g.case_queue_id, g.agent_version_id, g.mapping, g.condition, g.enabled,
       decode(g.token_hash, 'hex'), g.token_sealed, g.verify, g.secret_sealed, g.id_header, g.source_agent_id, g.statuses,
       g.connection_id, g.prefix, ${LOOK}, g.created_by, g.editors, g.now, g.now
     from ${GIVEN}`,
    [orgId, JSON.stringify(trigger)],
  );
}

export async function updateTrigger(tx: Db, orgId: string, trigger: Written): Promise<void> {
  await tx.run(
    `update triggers t set name = g.name, agent_id = g.agent_id, case_queue_id = g.case_queue_id, agent_version_id = g.agent_version_id, mapping = g.mapping,
       condition = g.condition, enabled = g.enabled, disabled_reason = case when not g.enabled then t.disabled_reason end,
       verify = g.verify, secret_sealed = g.secret_sealed, id_header = g.id_header, source_agent_id = g.source_agent_id,
       statuses = g.statuses, connection_id = g.connection_id, prefix = g.prefix, look_at = ${LOOK},
       editors = g.editors, updated_at = g.now
     from ${GIVEN} where t.org_id = $1 and t.id = g.id`,
    [orgId, JSON.stringify(trigger)],
  );
}

/** Replaces the token in the address of a trigger. The old one no longer works. */
export async function updateToken(
  tx: Db,
  orgId: string,
  id: string,
  token: { hash: string; sealed: string },
): Promise<boolean> {
  const updated = await tx.run(
    `update triggers set token_hash = decode($3::text, 'hex'), token_sealed = $4::text, updated_at = now()
     where org_id = $1 and id = $2 and kind = 'http'`,
    [orgId, id, token.hash, token.sealed],
  );
  return updated > 0;
}

export async function deleteTrigger(tx: Db, orgId: string, id: string): Promise<boolean> {
  await tx.run('delete from trigger_runs where org_id = $1 and trigger_id = $2', [orgId, id]);
  return (await tx.run('delete from triggers where org_id = $1 and id = $2', [orgId, id])) > 0;
}

/** How often objects are listed. */
const LOOK_SECONDS = 30;

/** Claims storage triggers whose objects are due to be listed, and sets the time of their next listing. */
export async function claimStorageTriggers(db: Db): Promise<TriggerRow[]> {
  return db.query<TriggerRow>(
    `update triggers t set look_at = clock_timestamp() + interval '${LOOK_SECONDS} s'
     where t.id in (select id from triggers where look_at <= now() order by look_at limit 5 for update skip locked)
     returning ${COLUMNS}`,
  );
}

/** Switches off triggers that run a deleted agent, or wait for its jobs. */
export function disableTriggersOfAgent(db: Db, orgId: string, agentId: string): Promise<number> {
  return db.run(
    `update triggers set enabled = false, look_at = null, disabled_reason = 'The agent was deleted.'
     where org_id = $1 and (agent_id = $2 or source_agent_id = $2) and enabled`,
    [orgId, agentId],
  );
}
