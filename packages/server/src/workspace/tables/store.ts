import type { Db } from '#platform/db.ts';
import type { Column, PinnedTable, Segment } from '../model/table.ts';

// The catalog of tables. A change replaces the whole list of segments in one row, guarded by the revision or shape it
// was computed from, so that readers see all of it or nothing.

export type TableRow = PinnedTable & { rowCount: number; bytes: number; updatedAt: Date };

type Row = {
  id: string;
  name: string;
  columns: Column[];
  segments: Segment[];
  revision: number;
  shape: number;
  row_count: number;
  bytes: number;
  updated_at: Date;
};

const COLUMNS = 'id, name, columns, segments, revision, shape, row_count, bytes, updated_at';

const toTable = ({ row_count: rowCount, updated_at: updatedAt, ...row }: Row): TableRow => ({
  ...row,
  rowCount,
  updatedAt,
});

export async function listTables(db: Db, orgId: string): Promise<TableRow[]> {
  const rows = await db.query<Row>(`select ${COLUMNS} from workspace_tables where org_id = $1 order by lower(name)`, [
    orgId,
  ]);
  return rows.map(toTable);
}

export async function findTable(db: Db, orgId: string, name: string): Promise<TableRow | undefined> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from workspace_tables where org_id = $1 and lower(name) = lower($2)`,
    [orgId, name],
  );
  return rows[0] && toTable(rows[0]);
}

/** Pins the tables with these names (in lower case) as they are now. */
export async function listPinned(db: Db, orgId: string, names: string[]): Promise<PinnedTable[]> {
  return db.query<PinnedTable>(
    `select id, name, columns, segments, revision, shape from workspace_tables
      where org_id = $1 and lower(name) = any($2::text[]) order by lower(name)`,
    [orgId, names],
  );
}

export async function findTableById(db: Db, orgId: string, tableId: string): Promise<TableRow | undefined> {
  const rows = await db.query<Row>(`select ${COLUMNS} from workspace_tables where org_id = $1 and id = $2`, [
    orgId,
    tableId,
  ]);
  return rows[0] && toTable(rows[0]);
}

/** Lists the tables of all organizations with more segments than this. */
export async function listCrowded(system: Db, segmentsMax: number): Promise<{ orgId: string; id: string }[]> {
  return system.query(
    'select org_id as "orgId", id from workspace_tables where json_array_length(segments) > $1 order by id',
    [segmentsMax],
  );
}

/** Returns the segments and locks them until the transaction ends. */
export async function lockSegments(tx: Db, orgId: string, tableId: string): Promise<Segment[] | undefined> {
  const rows = await tx.query<{ segments: Segment[] }>(
    'select segments from workspace_tables where org_id = $1 and id = $2 for update',
    [orgId, tableId],
  );
  return rows[0]?.segments;
}

/** Stores the same rows in other segments. Pinned readers are unaffected, so the revision stays. */
export async function updateSegments(tx: Db, orgId: string, tableId: string, segments: Segment[]): Promise<void> {
  await tx.run(`update workspace_tables set segments = $3::json, bytes = $4 where org_id = $1 and id = $2`, [
    orgId,
    tableId,
    JSON.stringify(segments),
    segments.reduce((sum, { bytes }) => sum + bytes, 0),
  ]);
}

export type NewTable = { id: string; name: string; columns: Column[]; segments: Segment[]; creatorId: number | null };

/** Returns false if the name is taken. */
export async function insertTable(db: Db, orgId: string, table: NewTable): Promise<boolean> {
  const changed = await db.run(
    `insert into workspace_tables (id, org_id, name, columns, segments, row_count, bytes, creator_id)
      values ($1, $2, $3, $4::json, $5::json, $6, $7, $8) on conflict (org_id, lower(name)) do nothing`,
    [table.id, orgId, table.name, ...contentValues(table), table.creatorId],
  );
  return changed > 0;
}

/** Returns false if the columns have changed or the table is gone. A column becomes nullable with its first null. */
export async function appendSegment(
  db: Db,
  orgId: string,
  table: Pick<PinnedTable, 'id' | 'shape'>,
  segment: Segment,
  emptyColumns: string[],
): Promise<boolean> {
  const changed = await db.run(
    `update workspace_tables set
        segments = case when $4::bigint = 0 then segments else (segments::jsonb || $3::jsonb)::json end,
        columns = (select json_agg(case when c->>'name' = any($5::text[]) then (c::jsonb || '{"nullable": true}')::json else c end)
          from json_array_elements(columns) c),
        row_count = row_count + $4, bytes = bytes + $6, revision = revision + 1, updated_at = now()
      where org_id = $1 and id = $2 and shape = $7`,
    [orgId, table.id, JSON.stringify([segment]), segment.rows, emptyColumns, segment.bytes, table.shape],
  );
  return changed > 0;
}

/** Returns false if the table has changed since it was pinned, or is gone. */
export async function replaceContent(
  db: Db,
  orgId: string,
  table: Pick<PinnedTable, 'id' | 'revision'>,
  content: { columns: Column[]; segments: Segment[] },
): Promise<boolean> {
  const changed = await db.run(
    `update workspace_tables set columns = $3::json, segments = $4::json, row_count = $5, bytes = $6,
        revision = revision + 1, shape = shape + 1, updated_at = now()
      where org_id = $1 and id = $2 and revision = $7`,
    [orgId, table.id, ...contentValues(content), table.revision],
  );
  return changed > 0;
}

/** Throws a unique violation if the name is taken. */
export async function updateTableName(db: Db, orgId: string, tableId: string, name: string): Promise<boolean> {
  const changed = await db.run(
    'update workspace_tables set name = $3, revision = revision + 1, updated_at = now() where org_id = $1 and id = $2',
    [orgId, tableId, name],
  );
  return changed > 0;
}

export async function deleteTable(db: Db, orgId: string, name: string): Promise<string | undefined> {
  const rows = await db.query<{ id: string }>(
    'delete from workspace_tables where org_id = $1 and lower(name) = lower($2) returning id',
    [orgId, name],
  );
  return rows[0]?.id;
}

const contentValues = ({ columns, segments }: { columns: Column[]; segments: Segment[] }): unknown[] => [
  JSON.stringify(columns),
  JSON.stringify(segments),
  segments.reduce((sum, { rows }) => sum + rows, 0),
  segments.reduce((sum, { bytes }) => sum + bytes, 0),
];
