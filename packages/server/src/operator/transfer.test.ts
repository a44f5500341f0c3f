import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { createTestDatabase } from '../../test/databases.ts';
import { exportDatabase } from './export-database.ts';
import { importDatabase } from './import-database.ts';

const quiet = (): void => undefined;
const org = '0198c0de-5b7a-7c3e-9f00-1a2b3c4d5e6f';

const source = await createTestDatabase();
await inDatabase(source.url, async (client) => {
  await client.query(`insert into organizations (id, name) values ('${org}', $1)`, ['Tab\there\nline \\. \\N "ü" 🎈']);
  await client.query(`insert into credit_accounts (org_id) values ('${org}')`);
  await client.query(`insert into users (email) select 'u' || n || '@example.org' from generate_series(1, 5) n`);
  await client.query('delete from users where id = 5');
  await client.query(`insert into installation values ('jwt_secret', 'of the source')`);
  // A month long before the target was created, with a partition of its own.
  await client.query(`create table jobs_202001 partition of jobs for values
    from ('${firstId('2020-01-01')}') to ('${firstId('2020-02-01')}')`);
  await client.query(
    `insert into jobs (id, org_id, agent_id, version_id, origin, inputs, cache_key, cache_outcome, timeout_seconds, created_at)
     select overlay(gen_random_uuid()::text placing left($2, 13) from 1)::uuid, $1, $1, $1, 'api',
            json_build_object('text', repeat('x', n % 500), 'big', '12345678901234567890.10'), '\\x00ff0a', 'miss', 60, now()
     from generate_series(1, 5000) n`,
    [org, firstId('2020-01-05')],
  );
  await client.query(
    `insert into job_queue (job_id, org_id, agent_id, status, priority, run_at, attempt, worker_id)
     select id, org_id, agent_id, 1, 1, now(), 1, $1 from jobs limit 3`,
    [org],
  );
});
const file = await exported(source.url);
after(() => source.drop());

test('an import gives the same rows, numbers new users further on, and sets running jobs free', async () => {
  const target = await createTestDatabase();
  await inDatabase(target.url, (client) =>
    client.query(`insert into installation values ('jwt_secret', 'of the target')`),
  );
  const header = await importDatabase(target.url, Readable.from([file]), quiet);
  assert.equal(header.tables.find(({ name }) => name === 'jobs')!.rows, 5_000);
  for (const table of ['organizations', 'users', 'jobs', 'installation', 'credit_accounts']) {
    const digest = `select count(*), md5(string_agg(t::text, '|' order by t::text)) from ${table} t`;
    assert.deepEqual(await rows(target.url, digest), await rows(source.url, digest), table);
  }
  assert.deepEqual(await rows(target.url, 'select count(*)::int from only jobs_202001'), [{ count: 5_000 }]);
  assert.deepEqual(
    await rows(target.url, 'select status, attempt, worker_id, count(*)::int from job_queue group by 1, 2, 3'),
    [{ status: 2, attempt: 0, worker_id: null, count: 3 }],
  );
  assert.deepEqual(await rows(target.url, `insert into users (email) values ('new@example.org') returning id`), [
    { id: 6 },
  ]);
  await assert.rejects(importDatabase(target.url, Readable.from([file]), quiet), /not empty \(it has \w+\)/);
  await target.drop();
});

const text = (): string => gunzipSync(file).toString('latin1');
const zipped = (changed: string): Buffer => gzipSync(Buffer.from(changed, 'latin1'));
const header = (change: (header: any) => void): Buffer => {
  const [first, ...rest] = text().split('\n');
  const parsed = JSON.parse(first!);
  change(parsed);
  return zipped([JSON.stringify(parsed), ...rest].join('\n'));
};
const bad: Record<string, [() => Buffer, RegExp]> = {
  'cut off': [() => file.subarray(0, file.length - 100), /damaged or incomplete/],
  'cut off between lines': [() => zipped(text().slice(0, text().indexOf('{"sequences"'))), /damaged or incomplete/],
  'changed by one letter': [() => zipped(text().replace('Tab', 'Tub')), /damaged or incomplete/],
  'with a row less': [() => zipped(text().replace(/\nu?1\tu1@.*\n/, '\n')), /damaged or incomplete/],
  'followed by something': [() => Buffer.concat([file, gzipSync('more')]), /damaged or incomplete/],
  'not zipped': [() => Buffer.from('hello there'), /not created by npx errand db export/],
  'of another kind': [() => gzipSync('{"format":"other"}\n'), /not created by npx errand db export/],
  empty: [() => Buffer.alloc(0), /damaged or incomplete/],
  'of a newer format': [
    () =>
      header((h) => {
        h.format_version = 9;
        h.errand_version = '9.0.0';
      }),
    /created by errand 9\.0\.0/,
  ],
  'of a newer schema': [
    () =>
      header((h) => {
        h.migrations['9999_later.sql'] = 'x';
      }),
    /9999_later\.sql.*Import it with that version/,
  ],
  'of an older schema': [
    () =>
      header((h) => {
        delete h.migrations['0001_foundation.sql'];
      }),
    /lacks the migrations 0001_foundation\.sql.*errand migrate/,
  ],
  'that names a table of its own': [
    () =>
      header((h) => {
        h.tables[0].name = 'pg_authid';
      }),
    /damaged or incomplete/,
  ],
};

test('a file that is not right is refused, and nothing of it stays', async () => {
  const target = await createTestDatabase();
  for (const [what, [make, said]] of Object.entries(bad)) {
    await assert.rejects(importDatabase(target.url, Readable.from([make()]), quiet), said, what);
    assert.deepEqual(await rows(target.url, 'select count(*)::int from organizations'), [{ count: 0 }], what);
  }
  await importDatabase(target.url, Readable.from(inPieces(file, 7)), quiet);
  await target.drop();
});

test('an export is of the moment it began, and reports how far it is', async () => {
  const seen = new Set<string>();
  const target = new PassThrough({ highWaterMark: 1 });
  const done = exportDatabase(source.url, target, ({ table }) => seen.add(table));
  // Nobody reads yet, so the export waits somewhere in the jobs, before the organizations.
  await once(target, 'readable');
  await rows(source.url, `insert into organizations (id, name) values (gen_random_uuid(), 'Latecomer')`);
  const [whole] = await Promise.all([buffer(target), done]);
  assert.ok(!gunzipSync(whole).includes('Latecomer'));
  assert.ok(seen.has('jobs') && seen.has('organizations'));
});

async function exported(url: string): Promise<Buffer> {
  const target = new PassThrough();
  const [whole] = await Promise.all([buffer(target), exportDatabase(url, target, quiet)]);
  return whole;
}

function* inPieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function firstId(day: string): string {
  const time = Date.parse(day).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

async function inDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const rows = (url: string, sql: string): Promise<unknown[]> =>
  inDatabase(url, async (client) => (await client.query(sql)).rows);
