import type { TableDescription } from '@errand/sdk';
import { errand } from '../../session/client.ts';
import { readProfileRow, type TableProfile, writeProfileQuery } from './profile-query.ts';

/** With more columns, the statement would be too long. */
const COLUMNS_MAX = 60;
const LOOK_MS = 300;

/** Profiles the columns of a table. */
export async function readProfile(
  { table_name: name, columns, row_count: rows }: TableDescription,
  signal: AbortSignal,
): Promise<TableProfile> {
  const looked = columns.slice(0, COLUMNS_MAX);
  const { table_query_id: id } = await errand.tables.query({ sql: writeProfileQuery(name, looked, rows) });
  for (;;) {
    const result = await errand.tables.queryResult(id, { signal });
    if (result.status === 'SUCCESS') return readProfileRow(looked, result.rows[0] ?? {});
    if (result.status === 'FAILURE' || result.status === 'REVOKED')
      throw new Error(result.error ?? 'The table could not be read.');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
