import type pg from 'pg';

// A plain `create index` keeps writers out until it is done, which on the tables of an old installation takes minutes.
// Here an index grows while the processes of the version before go on writing. Nothing of it is one transaction, so
// every step looks first at what an earlier try has left.

export type IndexPlan = { name: string; table: string; definition: string };

const CREATE_INDEX = /^create index (\w+) on (\w+) (.+)$/s;
/** A lock that keeps writers out is asked for so long; meanwhile they wait behind the question. */
const LOCK_WAIT_MS = 200;

/** The indexes of a migration that makes nothing else; undefined for any other migration. */
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

/** Outside a transaction, by one process at a time. After a failure at any point it is simply called again. */
export async function buildIndex(client: pg.Client, plan: IndexPlan): Promise<void> {
  const { name, table, definition } = plan;
  if (!(await isPartitioned(client, table))) return buildPart(client, plan);
  // First the one of the whole, empty and not valid yet: from now on a new partition is made with its part.
  await withoutWaiting(client, `create index if not exists ${name} on only ${table} ${definition}`);
  for (const partition of await listWithoutPart(client, plan)) {
    const part = { name: `${partition}_${name}`, table: partition, definition };
    await buildPart(client, part);
    // With the last part the whole becomes valid.
    await withoutWaiting(client, `alter index ${name} attach partition ${part.name}`);
  }
}

async function buildPart(client: pg.Client, { name, table, definition }: IndexPlan): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  if (rows[0]?.valid) return;
  // A build that was broken off leaves an index that is written and never read.
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

/** Fails when the lock is not to be had at once (55P03), so that nobody stands behind somebody who takes long. */
async function withoutWaiting(client: pg.Client, statement: string): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_WAIT_MS}`);
  try {
    await client.query(statement);
  } finally {
    await client.query('set lock_timeout = 0');
  }
}
