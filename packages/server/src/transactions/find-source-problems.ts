import type { Db } from '#platform/db.ts';
import { findTable } from '#workspace/tables/store.ts';
import type { Source } from './source-sql.ts';

const TIMES = /^(date|timestamp)/i;
const NUMBERS = /^(u?(tiny|small|big|huge)?int|integer|uinteger|decimal|numeric|double|float|real)/i;

/** What is wrong with the columns of a table, or that there is none. Empty: they have what the rules need. */
export async function findSourceProblems(
  db: Db,
  orgId: string,
  { table, columns }: Pick<Source, 'table'> & { columns: Record<string, string | null | undefined> },
): Promise<string[]> {
  const found = await findTable(db, orgId, table);
  if (found === undefined) return [`there is no table ${table}.`];
  const problems: string[] = [];
  for (const [role, name] of Object.entries(columns)) {
    if (name === null || name === undefined) continue;
    const column = found.columns.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (column === undefined) problems.push(`${role}: the table has no column ${name}.`);
    else if (role === 'at' && !TIMES.test(column.type))
      problems.push(
        `at: ${name} is ${column.type}. It has to be a date or timestamp: CREATE TABLE … AS SELECT CAST(${name} AS TIMESTAMP) …`,
      );
    else if (role === 'amount' && !NUMBERS.test(column.type))
      problems.push(
        `amount: ${name} is ${column.type}. It has to be a number: CREATE TABLE … AS SELECT CAST(${name} AS DOUBLE) …`,
      );
  }
  return problems;
}
