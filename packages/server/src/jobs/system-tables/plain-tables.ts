import type { Database, Db } from '#platform/db.ts';
import { EngineError } from '#workspace/engine/engine.ts';
import type { SystemTables } from '#workspace/model/system-table.ts';
import { type ArchiveColumn, toArchiveColumn, toFileColumns } from '../archive/columns.ts';
import { toJsonLine } from './live-rows.ts';

// Tables of the schema `errand` whose rows are in the database only: read in the order of their ids, in parts.

export type PlainTable = {
  name: string;
  description: string;
  from: string;
  /** The id by which the rows are read in order. */
  key: string;
  /** A condition on the rows, besides the organization. */
  where: string;
  columns: (ArchiveColumn & { description: string })[];
};

export const column = (name: string, expression: string, type: string, description: string) => ({
  ...toArchiveColumn(name, expression, type),
  description,
});
export const text = (name: string, expression: string, description: string) =>
  column(name, expression, 'text', description);
export const moment = (name: string, expression: string, description: string) =>
  column(name, expression, 'timestamp with time zone', description);

export const createPlainTables = (
  tables: PlainTable[],
  given: { database: Database; bytesMax: number },
): SystemTables => ({
  tables: tables.map(({ name, description, columns }) => ({
    name,
    description,
    columns: toFileColumns(columns).map((one, index) => ({ ...one, description: columns[index]!.description })),
  })),
  async open(orgId, name, plan) {
    const table = tables.find((one) => one.name === name)!;
    const wanted = plan.columns?.map((one) => one.toLowerCase());
    const chosen = table.columns.filter((one) => wanted === undefined || wanted.includes(one.name));
    const columns = chosen.length === 0 ? table.columns.slice(0, 1) : chosen;
    const rows = plan.limit === 0 ? [] : readRows(given.database.tenant(orgId), orgId, { table, columns, ...given });
    return {
      rows: [{ name: `errand ${name}`, columns: toFileColumns(columns), files: [], lines: toAsync(rows) }],
      view: `select ${columns.map((one) => `"${one.name}"`).join(', ')} from "errand ${name} live"`,
      columns: toFileColumns(columns),
    };
  },
});

async function* toAsync(rows: AsyncIterable<Uint8Array> | Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* rows;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const AT_ONCE = 1_000;

type Reading = { table: PlainTable; columns: ArchiveColumn[]; bytesMax: number };

async function* readRows(db: Db, orgId: string, { table, columns, bytesMax }: Reading): AsyncGenerator<Uint8Array> {
  const items = columns.map((one) => `${one.text} as "${one.name}"`).join(', ');
  const alias = table.key.split('.')[0];
  let [after, bytes] = [FIRST_ID, 0];
  for (;;) {
    const rows = await db.query<Record<string, string | null>>(
      `select ${items}, ${table.key}::text as "the key" from ${table.from}
       where ${alias}.org_id = $1 and ${table.key} > $2::uuid and ${table.where}
       order by ${table.key} limit ${AT_ONCE}`,
      [orgId, after],
    );
    for (const row of rows) {
      const line = toJsonLine(row, columns);
      bytes += line.length;
      if (bytes > bytesMax)
        throw new EngineError(
          'limit',
          `errand.${table.name}: the rows have more than ${bytesMax} bytes, the limit for one statement. Select fewer columns.`,
        );
      yield line;
    }
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)!['the key']!;
  }
}
