// Manages the databases of runs that share a PostgreSQL. Their names tell the run, and the sessions tell which runs are
// alive.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { createTemplate } from '../../packages/server/test/databases.ts';

export const keeperName = 'errand test keeper';

const platform = join(import.meta.dirname, '../../packages/server/src/platform');
const migrations = join(import.meta.dirname, '../../packages/server/migrations');
/** If two runs create the same template, the slower one gets these errors, by name or by the unique index. */
const taken = ['42P04', '23505'];

/** Created once for all runs with the same migrations on the same day, because partitions depend on the date. */
export async function ensureTemplate(url: string): Promise<string> {
  const name = `template_${await checksum()}`;
  return withClient(url, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return name;
    const draft = await createTemplate(url);
    try {
      await client.query(`alter database ${draft.name} rename to ${name}`);
    } catch (error) {
      await draft.drop();
      if (!taken.includes((error as { code?: string }).code ?? '')) throw error;
    }
    return name;
  });
}

async function checksum(): Promise<string> {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  const files = (await readdir(migrations)).sort().map((name) => join(migrations, name));
  for (const file of [...files, join(platform, 'migrate.ts'), join(platform, 'build-index.ts')]) {
    hash.update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 24);
}

/** Drops databases of killed runs, and templates that nobody can be using. */
export async function dropLeftovers(url: string): Promise<void> {
  await withClient(url, async (client) => {
    // The order matters: a run that creates a database already has a session.
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where datname ~ '^(test|template|draft)_[0-9a-f_]+$'`,
    );
    const runs = await listRuns(client);
    const others = runs.filter((pid) => pid !== process.pid);
    const current = `template_${await checksum()}`;
    for (const { name } of rows) {
      const run = /^test_(\d+)_/.exec(name)?.[1];
      const inUse = run === undefined ? others.length > 0 || name === current : runs.includes(Number(run));
      if (!inUse) await client.query(`drop database if exists ${name} with (force)`);
    }
  });
}

export async function dropDatabasesOf(url: string, run: number): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where starts_with(datname, $1)`,
      [`test_${run}_`],
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  });
}

/** Lists the runs that have joined this PostgreSQL, by the names of their sessions. The keeper does not count. */
export async function listRuns(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ name: string; pid: number }>(
    `select split_part(application_name, ', process ', 1) as name, split_part(application_name, ', process ', 2)::int as pid
      from pg_stat_activity where application_name ~ '^(errand operator|${keeperName}), process \\d+$'`,
  );
  const keepers = rows.filter(({ name }) => name === keeperName).map(({ pid }) => pid);
  return rows.map(({ pid }) => pid).filter((pid) => !keepers.includes(pid));
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
