import type { Db } from './db.ts';

export type RowSource = { columns: string; table: string; alias: string };

/** Finds a row of an organization by its id. */
export async function findRow<Row extends object>(
  db: Db,
  { columns, table, alias }: RowSource,
  orgId: string,
  id: string,
  lock = '',
): Promise<Row | undefined> {
  const rows = await db.query<Row>(
    `select ${columns} from ${table} ${alias} where ${alias}.org_id = $1 and ${alias}.id = $2 ${lock}`,
    [orgId, id],
  );
  return rows[0];
}

/** Finds a row and locks it, so that its changes happen one after the other. */
export const lockRow = <Row extends object>(
  tx: Db,
  source: RowSource,
  orgId: string,
  id: string,
): Promise<Row | undefined> => findRow<Row>(tx, source, orgId, id, `for update of ${source.alias}`);
