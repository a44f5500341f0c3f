import type { Role } from '@errand/contract/roles.ts';
import type { Link } from '#orgs/actor.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';
import { type Listed, listPage } from '#platform/list-page.ts';

// Bulk actions and their items.

export type BulkKind = 'retry' | 'cancel' | 'delete_data' | 'export' | 'add_to_set' | 'remove_from_set';
export type BulkStatus = 'planned' | 'running' | 'paused' | 'done' | 'cancelled';
export type ItemStatus = 'pending' | 'done' | 'skipped' | 'failed';

export type BulkRow = {
  id: string;
  org_id: string;
  kind: BulkKind;
  status: BulkStatus;
  filter: Record<string, unknown>;
  total: number;
  left_out: number;
  searched_to: Date | null;
  estimated_cost: number;
  with_current_version: boolean;
  evaluation_set_id: string | null;
  undoes: string | null;
  undone_by: string | null;
  origin: string;
  user_id: number | null;
  key_id: string | null;
  role: Role;
  /** Everybody who planned, started or resumed it, the latest first. */
  editors: Link[];
  paused_because: string | null;
  email: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  counts: Record<ItemStatus, number>;
};

export const bulkRows: LeasedRows = {
  name: 'bulk_actions',
  table: 'bulk_operations',
  open: `t.status = 'running'`,
  due: 'lease_until',
  claim: 'claim_id',
  attempts: 'attempts',
  onEnd: `finished_at = case when g.status = 'done' then now() end`,
  since: 'coalesce(t.lease_until, t.started_at)',
};

const COUNTS = `(select json_build_object('pending', count(*) filter (where i.status = 'pending'),
    'done', count(*) filter (where i.status = 'done'), 'skipped', count(*) filter (where i.status = 'skipped'),
    'failed', count(*) filter (where i.status = 'failed'))
  from bulk_items i where i.operation_id = o.id) as counts`;
const COLUMNS = `o.id, o.org_id, o.kind, o.status, o.filter, o.total, o.left_out, o.searched_to, o.estimated_cost::float8 as estimated_cost,
  o.with_current_version, o.evaluation_set_id, o.undoes, o.undone_by, o.origin, o.user_id, o.key_id, o.role, o.editors, o.paused_because, u.email,
  o.created_at, o.started_at, o.finished_at, ${COUNTS}`;

export async function findOperation(db: Db, orgId: string, id: string): Promise<BulkRow | undefined> {
  const [row] = await db.query<BulkRow>(
    `select ${COLUMNS} from bulk_operations o left join users u on u.id = o.user_id
      where o.org_id = $1::uuid and o.id = $2::uuid`,
    [orgId, id],
  );
  return row;
}

export async function listOperations(db: Db, orgId: string, page: { size: number; offset: number }) {
  const [total] = await db.query<{ count: number }>(
    `select count(*)::int as count from bulk_operations where org_id = $1::uuid and status <> 'planned'`,
    [orgId],
  );
  const rows = await db.query<BulkRow>(
    `select ${COLUMNS} from bulk_operations o left join users u on u.id = o.user_id
      where o.org_id = $1::uuid and o.status <> 'planned' order by o.id desc limit $2::int offset $3::bigint`,
    [orgId, page.size, page.offset],
  );
  return { count: total!.count, rows };
}

export type NewOperation = Pick<
  BulkRow,
  | 'id'
  | 'org_id'
  | 'kind'
  | 'status'
  | 'filter'
  | 'left_out'
  | 'searched_to'
  | 'estimated_cost'
  | 'with_current_version'
  | 'evaluation_set_id'
> &
  Pick<BulkRow, 'undoes' | 'origin' | 'user_id' | 'key_id' | 'role' | 'editors'> & {
    items: { job_id: string; new_job_id: string | null }[];
  };

export async function insertOperation(tx: Db, { items, ...operation }: NewOperation): Promise<void> {
  await tx.run(
    `insert into bulk_operations (id, org_id, kind, status, filter, total, left_out, searched_to, estimated_cost, with_current_version,
        evaluation_set_id, undoes, origin, user_id, key_id, role, editors, created_at, started_at)
      select g.id, g.org_id, g.kind, g.status, g.filter, g.total, g.left_out, g.searched_to, g.estimated_cost, g.with_current_version,
        g.evaluation_set_id, g.undoes, g.origin, g.user_id, g.key_id, g.role, g.editors, now(),
        case when g.status = 'running' then now() end
      from json_to_record($1::json) as g (id uuid, org_id uuid, kind text, status text, filter json, total int, left_out int,
        searched_to timestamptz, estimated_cost numeric, with_current_version boolean, evaluation_set_id uuid, undoes uuid, origin text, user_id int,
        key_id uuid, role text, editors jsonb)`,
    [JSON.stringify({ ...operation, total: items.length })],
  );
  await tx.run(
    `insert into bulk_items (operation_id, position, org_id, job_id, status, new_job_id)
      select $1::uuid, i.place - 1, $2::uuid, (i.item->>'job_id')::uuid, 'pending', (i.item->>'new_job_id')::uuid
      from json_array_elements($3::json) with ordinality as i (item, place)`,
    [operation.id, operation.org_id, JSON.stringify(items)],
  );
}

/** Changes the status if it is one of `from`. Returns false if it is not. */
export async function changeStatus(
  db: Db,
  orgId: string,
  id: string,
  from: BulkStatus[],
  to: BulkStatus,
): Promise<boolean> {
  const changed = await db.run(
    `update bulk_operations set status = $4::text, lease_until = null, claim_id = null, paused_because = null,
        started_at = case when $4::text = 'running' then coalesce(started_at, now()) else started_at end,
        finished_at = case when $4::text in ('done', 'cancelled') then now() end
      where org_id = $1::uuid and id = $2::uuid and status = any ($3::text[])`,
    [orgId, id, from, to],
  );
  return changed > 0;
}

/** From now on, the action runs with the rights of this caller. */
export const changeActor = (
  tx: Db,
  orgId: string,
  id: string,
  { userId, keyId, role }: Pick<Caller, 'userId' | 'keyId' | 'role'>,
  link: Link,
): Promise<number> =>
  tx.run(
    `update bulk_operations set user_id = $3::int, key_id = $4::uuid, role = $5::text,
        editors = case when editors @> jsonb_build_array($6::jsonb) then editors else $6::jsonb || editors end
      where org_id = $1::uuid and id = $2::uuid`,
    [orgId, id, userId, keyId, role, JSON.stringify(link)],
  );

export type ItemRow = {
  position: number;
  job_id: string;
  status: ItemStatus;
  new_job_id: string | null;
  reason: string | null;
  at: Date | null;
};

const ITEM = 'position, job_id, status, new_job_id, reason, at';

export async function listItems(
  db: Db,
  orgId: string,
  { id, status, size, offset }: { id: string; status: ItemStatus | undefined; size: number; offset: number },
): Promise<Listed<ItemRow>> {
  const where = `org_id = $1::uuid and operation_id = $2::uuid and ($3::text is null or status = $3::text)`;
  const values = [orgId, id, status ?? null];
  return listPage<ItemRow>(db, {
    columns: ITEM,
    from: 'bulk_items',
    where,
    order: 'position',
    values,
    page: { size, offset },
  });
}

export const listPending = (db: Db, id: string, count: number): Promise<ItemRow[]> =>
  db.query<ItemRow>(
    `select ${ITEM} from bulk_items where operation_id = $1::uuid and status = 'pending' order by position limit $2::int`,
    [id, count],
  );

export type ItemResult = { position: number; status: ItemStatus; reason: string | null };

export async function recordItems(db: Db, id: string, results: ItemResult[]): Promise<void> {
  await db.run(
    `update bulk_items i set status = g.status, reason = g.reason, at = now()
      from json_to_recordset($2::json) as g (position int, status text, reason text)
      where i.operation_id = $1::uuid and i.position = g.position and i.status = 'pending'`,
    [id, JSON.stringify(results)],
  );
}

export const noteUndone = (tx: Db, orgId: string, id: string, by: string): Promise<number> =>
  tx.run(
    'update bulk_operations set undone_by = $3::uuid where org_id = $1::uuid and id = $2::uuid and undone_by is null',
    [orgId, id, by],
  );
