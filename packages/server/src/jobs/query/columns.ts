import { readPath } from '@errand/contract/query-language.ts';
import type { Db } from '#platform/db.ts';
import { invalidFields } from '#platform/errors.ts';
import { firstValueAt, type PathRoot } from './path-sql.ts';

// Columns of a job list that show values by path, beside the usual ones.

export type PathColumn = { name: string; root: PathRoot; path: string[] };

const VALUE_CHARACTERS_MAX = 1_000;
const COLUMN = /^(metadata|input|output)((?:\.(?:"[^"]+"|[^\s:."]+))+)$/;

export function readColumns(names: string[] = []): PathColumn[] {
  return [...new Set(names)].map((name) => {
    const [, root, rest = ''] = COLUMN.exec(name) ?? [];
    if (root === undefined)
      throw invalidFields({ columns: [`'${name}' is not a path. Use for example output.total or metadata.case.`] });
    return { name, root: root as PathRoot, path: readPath(rest) };
  });
}

type Values = Record<string, string | null>;

export async function listColumns(
  db: Db,
  orgId: string,
  { jobIds, columns }: { jobIds: string[]; columns: PathColumn[] },
): Promise<Map<string, Values>> {
  if (jobIds.length === 0 || columns.length === 0) return new Map();
  const values: unknown[] = [orgId, jobIds];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const read = columns.map(({ root, path }) => `left(${firstValueAt(root, path, bind)}, ${VALUE_CHARACTERS_MAX})`);
  const rows = await db.query<{ id: string; found: (string | null)[] }>(
    `select j.id, array[${read.join(', ')}]::text[] as found from unnest($2::uuid[]) as wanted (id)
      join jobs j on j.id = wanted.id and j.org_id = $1::uuid left join job_results r on r.job_id = j.id`,
    values,
  );
  return new Map(
    rows.map(({ id, found }) => [
      id,
      Object.fromEntries(columns.map(({ name }, index) => [name, found[index] ?? null])),
    ]),
  );
}
