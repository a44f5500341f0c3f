import type { Db } from '#platform/db.ts';
import { isJsonObject, parseUntrustedJson } from '#platform/json.ts';
import { ERROR_CODES } from '../record/error-codes-sql.ts';
import { origins } from '../record/model.ts';
import { toLike } from './match-sql.ts';
import { firstValueAt, type PathRoot } from './path-sql.ts';

// Finds existing values for completion: names from their tables, everything else from the newest jobs.

/** Enough jobs to know the current paths and values; takes some milliseconds. */
const NEWEST = `(select * from jobs where org_id = $1::uuid order by id desc limit 300) j left join job_results r on r.job_id = j.id`;
const VALUES_MAX = 12;
const VALUE_CHARACTERS_MAX = 100;

type Known = { text: string; about: string };

export const listOrigins = (): readonly string[] => origins;

/** A key without a name is shown by its first characters. */
export const KEY_NAME = `coalesce(nullif(name, ''), prefix)`;

const TABLES: Record<string, string> = {
  agent: `select name as text from agents where org_id = $1::uuid and deleted_at is null and name ilike $2::text order by id desc limit 200`,
  version: `select version_name as text from agent_versions where org_id = $1::uuid and deleted_at is null and version_name ilike $2::text
    order by id desc limit 200`,
  key: `select ${KEY_NAME} as text from api_keys where org_id = $1::uuid and revoked_at is null and ${KEY_NAME} ilike $2::text
    order by id desc limit 200`,
  tag: 'select name as text from tags where org_id = $1::uuid and name ilike $2::text limit 200',
  model: `select s.model as text from (select id from jobs where org_id = $1::uuid order by id desc limit 300) j
    join job_steps s on s.job_id = j.id where s.model ilike $2::text`,
  error: `with ${ERROR_CODES} select error_code as text from codes where error_code ilike $2::text`,
  verdict: `select r.ui_fields->>'verdict' as text from ${NEWEST} where r.ui_fields->>'verdict' ilike $2::text`,
  id: `select j.id::text as text from ${NEWEST} where j.id::text ilike $2::text`,
  batch: `select j.batch_id::text as text from ${NEWEST} where j.batch_id::text ilike $2::text`,
  bulk: `select id::text as text from bulk_operations where org_id = $1::uuid and kind = 'retry' and id::text ilike $2::text
    order by id desc limit 200`,
  policy: `select j.policy_version_id::text as text from ${NEWEST} where j.policy_version_id::text ilike $2::text`,
};

/** How values that have a table of their own are described. All others are counted among the newest jobs. */
const NAMES: Record<string, string> = {
  agent: 'agent',
  version: 'version',
  tag: 'tag',
  error: 'error',
  key: 'API key',
  bulk: 'bulk action',
};

/** Lists values that begin with a text, the most frequent first. */
export async function listValues(
  db: Db,
  orgId: string,
  { name, path, begins }: { name: string; path: string[]; begins: string },
): Promise<Known[]> {
  const values: unknown[] = [orgId, `${toLike({ text: begins, isPattern: false })}%`];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const source = Object.hasOwn(TABLES, name)
    ? TABLES[name]
    : path.length === 0
      ? undefined
      : `select value as text from (select ${firstValueAt(name as PathRoot, path, bind)} as value from ${NEWEST}) found
          where value ilike $2::text`;
  if (source === undefined) return [];
  const rows = await db.query<{ text: string; count: number }>(
    `select text, count(*)::int as count from (${source}) found where length(text) <= ${VALUE_CHARACTERS_MAX}
      group by 1 order by 2 desc, 1 limit ${VALUES_MAX}`,
    values,
  );
  return rows.map(({ text, count }) => ({
    text,
    about: NAMES[name] ?? `${count} of the newest jobs`,
  }));
}

/** Lists paths of the newest jobs, such as `output.total`. Paths inside lists are left out. */
export async function listPaths(db: Db, orgId: string, root: PathRoot): Promise<Known[]> {
  const column = { metadata: 'j.metadata', input: 'j.inputs', output: 'r.outputs' }[root];
  const rows = await db.query<{ value: unknown }>(
    `select ${column} as value from ${NEWEST} where length(${column}::text) < 100000`,
    [orgId],
  );
  const counts = new Map<string, number>();
  const add = (path: string[]): void => {
    const text = [root, ...path].map((part) => (/^[^\s:."]+$/.test(part) ? part : `"${part}"`)).join('.');
    counts.set(text, (counts.get(text) ?? 0) + 1);
  };
  for (const { value } of rows) {
    if (root === 'metadata') addPaths(value, [], add);
    else if (Array.isArray(value)) for (const item of value) addItem(root, item, add);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([text, count]) => ({ text, about: `in ${count} of the newest jobs` }));
}

const DEPTH_MAX = 4;

function addPaths(value: unknown, path: string[], add: (path: string[]) => void): void {
  if (isJsonObject(value) && path.length < DEPTH_MAX)
    for (const [key, inner] of Object.entries(value)) if (!key.includes('"')) addPaths(inner, [...path, key], add);
  if (path.length > 0 && (typeof value !== 'object' || value === null)) add(path);
}

function addItem(root: PathRoot, item: { key?: string; value?: string }, add: (path: string[]) => void): void {
  const { key = '', value = '' } = item ?? {};
  let inside: unknown;
  try {
    inside = value.startsWith('{') ? parseUntrustedJson(value) : undefined;
  } catch {
    // Not JSON, so it is a text.
  }
  if (inside === undefined) add([key]);
  // Most agents have one output that is an object, so its key is left out.
  else addPaths(inside, root === 'output' ? [] : [key], add);
}
