import type pg from 'pg';

// Builds indexes while processes of the previous version keep writing. A plain `create index` would block them until it
// is done, which takes minutes on the large tables of an old installation. This cannot run in one transaction, so every
// step first checks what an earlier attempt left behind.

export type IndexPlan = { name: string; table: string; definition: string };

const CREATE_INDEX = /^create index (\w+) on (\w+) (.+)$/s;
/** Writers queue behind a request for a conflicting lock, so the request times out after this long. */
const LOCK_WAIT_MS = 200;

/** Returns the indexes of a migration that only creates indexes, or undefined for any other migration. */
export function readIndexPlans(text: string): IndexPlan[] | undefined {
  const statements = text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  const plans = statements.flatMap((statement) => {
    const [, name, table, definition] = CREATE_INDEX.exec(statement) ?? [];
    return name && table && definition ? [{ name, table, definition }] : [];
  });
  return plans.length > 0 && plans.length === statements.length ? plans : undefined;
}

/** Builds one index, outside a transaction, in one process at a time. After a failure at any point, call it again. */
export async function buildIndex(client: pg.Client, plan: IndexPlan): Promise<void> {
  const { name, table, definition } = plan;
  if (!(await isPartitioned(client, table))) return buildPart(client, plan);
  // The parent's index comes first, empty and not valid yet. From now on, new partitions are created with their part.
  await withoutWaiting(client, `create index if not exists ${name} on only ${table} ${definition}`);
  for (const partition of await listWithoutPart(client, plan)) {
    const part = { name: `${partition}_${name}`, table: partition, definition };
    await buildPart(client, part);
    // Attaching the last part makes the parent's index valid.
    await withoutWaiting(client, `alter index ${name} attach partition ${part.name}`);
  }
}

async function buildPart(client: pg.Client, { name, table, definition }: IndexPlan): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  if (rows[0]?.valid) return;
  // An interrupted build leaves an index that is maintained but never read.
  if (rows[0]) await client.query(`drop index concurrently ${name}`);
  await client.query(`create index concurrently ${name} on ${table} ${definition}`);
}

async function isPartitioned(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query(`select from pg_class where oid = to_regclass($1) and relkind = 'p'`, [table]);
  return rows.length > 0;
}

async function listWithoutPart(client: pg.Client, { name, table }: IndexPlan): Promise<string[]> {
  const { rows } = await client.query<{ partition: string }>(
    `select c.relname as partition from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = to_regclass($1) and not exists (
       select from pg_index x join pg_inherits p on p.inhrelid = x.indexrelid
       where x.indrelid = c.oid and p.inhparent = to_regclass($2))
     order by c.relname`,
    [table, name],
  );
  return rows.map(({ partition }) => partition);
}

/** Fails with 55P03 if the lock is not soon free, so that writers do not queue behind a long transaction. */
async function withoutWaiting(client: pg.Client, statement: string): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_WAIT_MS}`);
  try {
    await client.query(statement);
  } finally {
    await client.query('set lock_timeout = 0');
  }
}
