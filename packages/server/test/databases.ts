import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { migrate } from '#platform/migrate.ts';

/** A fresh database with the current schema, on the server that the test command started. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const adminUrl = process.env.ERRAND_TEST_DATABASE_URL;
  if (adminUrl === undefined) throw new Error('Run tests with `npm test [-- file …]`: it starts PostgreSQL for them.');
  process.env.ERRAND_TEST_TEMPLATE ??= (await createTemplate(adminUrl)).name;
  // Whose it is shows who may drop it when its run was killed.
  const name = uniqueName(`test_${process.env.ERRAND_TEST_RUN ?? process.pid}`);
  await copyDatabase(adminUrl, process.env.ERRAND_TEST_TEMPLATE, name);
  return {
    url: databaseUrl(adminUrl, name),
    drop: () => execute(adminUrl, `drop database if exists ${name} with (force)`),
  };
}

/** A database with the current schema that nobody is connected to, so that cloning it takes milliseconds. */
export async function createTemplate(adminUrl: string): Promise<{ name: string; drop(): Promise<void> }> {
  const name = uniqueName('draft');
  await execute(adminUrl, `create database ${name}`);
  await migrate(databaseUrl(adminUrl, name));
  return { name, drop: () => execute(adminUrl, `drop database if exists ${name} with (force)`) };
}

/**
 * Copies the files of the template. PostgreSQL 15 and later would read and log it page by page, which takes ten times
 * as much processor time. Release 14 knows no other way than files, and no word for it.
 */
async function copyDatabase(url: string, template: string, name: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query(`select current_setting('server_version_num')::int >= 150000 as can_choose`);
    await client.query(
      `create database ${name} template ${template}${rows[0].can_choose ? ' strategy file_copy' : ''}`,
    );
  });
}

const execute = (url: string, statement: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(statement);
  });

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

const uniqueName = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`;
