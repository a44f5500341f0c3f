import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { until } from '../../packages/server/test/until.ts';
import { withLock } from './folder-lock.ts';

// Makes real runs of the test command, with a separate temporary folder and therefore a separate PostgreSQL.

const folder = mkdtempSync(join(tmpdir(), 'errand-warm-test-'));
const program = join(import.meta.dirname, '..', 'test.ts');
const fixture = join(folder, 'fixture.test.ts');
const databases = join(import.meta.dirname, '../../packages/server/test/databases.ts');

/** Leaves a database behind, as a killed run would, and records which server it used. */
writeFileSync(
  fixture,
  `import { appendFileSync } from 'node:fs';
  import { test } from 'node:test';
  import pg from ${JSON.stringify(import.meta.resolve('pg'))};
  import { createTestDatabase } from '${databases}';
  test('a database of its own', async () => {
    const { url } = await createTestDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('create database test_1_' + process.hrtime.bigint());
    const { rows } = await client.query(\`select pg_postmaster_start_time()::text as server,
      (select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int) as pid,
      (select array_agg(datname::text order by datname) from pg_database where datname ~ '^(test|template|draft)_') as databases,
      (select count(*)::int from schema_migrations) as migrations\`);
    await client.end();
    appendFileSync(process.env.SEEN, JSON.stringify({ ...rows[0], template: process.env.ERRAND_TEST_TEMPLATE }) + '\\n');
  });`,
);

type Seen = { server: string; pid: number; databases: string[]; migrations: number; template: string };

function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  const { NODE_TEST_CONTEXT, NODE_COMPILE_CACHE, CI, ...rest } = process.env;
  const clean = Object.entries(rest).filter(([name]) => !name.startsWith('ERRAND_TEST_'));
  const all = { ...Object.fromEntries(clean), TMPDIR: folder, SEEN: join(folder, 'seen'), ...env };
  return promisify(execFile)(process.execPath, [program, ...args], { env: all });
}

const seen = (): Seen[] =>
  readFileSync(join(folder, 'seen'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const warmFolders = (): string[] => readdirSync(folder).filter((name) => /^errand-warm-[0-9a-f]{16}$/.test(name));

after(async () => {
  await run(['--stop']);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

describe('the PostgreSQL of test runs', () => {
  test('stays up for the next run, which finds its template and none of the databases left behind', async () => {
    const first = await run([fixture]);
    assert.match(first.stdout, /PostgreSQL stays up for the next run.*npm test -- --stop/);
    const second = await run([fixture]);
    assert.doesNotMatch(second.stdout, /stays up/);
    const [one, two] = seen();
    assert.equal(two!.server, one!.server);
    assert.equal(two!.template, one!.template);
    assert.ok(two!.migrations > 10);
    assert.equal(two!.databases.length, 3, two!.databases.join());
    assert.equal(two!.databases.filter((name) => one!.databases.includes(name)).length, 1);
  });

  test('serves several runs at once', async () => {
    await Promise.all([run([fixture]), run([fixture])]);
    const [one, two] = seen().slice(-2);
    assert.equal(two!.server, one!.server);
  });

  test('is replaced when it was killed, and started in CI and with --cold for one run only', async () => {
    const before = seen().at(-1)!;
    process.kill(before.pid, 'SIGKILL');
    await run([fixture]);
    assert.notEqual(seen().at(-1)!.server, before.server);
    for (const [args, env] of [
      [['--cold'], {}],
      [[], { CI: 'true' }],
    ] as const) {
      const { stdout } = await run([fixture, ...args], env);
      assert.doesNotMatch(stdout, /stays up/);
      assert.match(seen().at(-1)!.template, /^draft_/);
    }
    assert.equal(warmFolders().length, 1);
  });

  test('ends when it is told to, and by itself when nobody uses it', async () => {
    assert.match((await run(['--stop'])).stdout, /It has stopped/);
    assert.deepEqual(warmFolders(), []);
    assert.match((await run(['--stop'])).stdout, /None is running/);
    await run([fixture], { ERRAND_TEST_IDLE_SECONDS: '1' });
    await until(async () => warmFolders().length === 0, 'its end', 60_000);
  });
});

test('a lock is held by one at a time, and taken over from a process that was killed', async () => {
  const path = join(folder, 'a.lock');
  writeFileSync(path, '999999999');
  let inside = 0;
  await Promise.all(
    Array.from({ length: 5 }, () =>
      withLock(path, async () => {
        assert.equal(++inside, 1);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
      }),
    ),
  );
});
