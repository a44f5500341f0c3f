import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, beforeEach, describe, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '../../test/databases.ts';
import { until } from '../../test/until.ts';
import { readIndexPlans } from './build-index.ts';
import { migrate } from './migrate.ts';

const MIGRATION = '0021_agent_verdicts.sql';
const INDEX = 'job_results_agent_verdict';
/** The lock that older versions wait for inside a statement. */
const LOCK_KEY = 7_402_118_001;

const database = await createTestDatabase();
const client = await connect();

after(async () => {
  await client.end();
  await database.drop();
});

beforeEach(async () => {
  await client.query(`drop index if exists ${INDEX}`);
  await client.query('delete from schema_migrations where name = $1', [MIGRATION]);
});

describe('an index of a table with partitions', () => {
  // Each blocks the build at another step, like a client that works in the meantime.
  const holders = {
    'before it reads the rows': 'lock table job_results_default in row exclusive mode',
    'before it may be used': 'set transaction isolation level repeatable read; select from organizations',
  };
  for (const [moment, statement] of Object.entries(holders)) {
    test(`keeps no writer out, and a build that is killed ${moment} is made again`, async () => {
      const holder = await connect();
      await holder.query(`begin; ${statement}`);
      const killed = assert.rejects(migrate(database.url));
      await untilBuilding();
      await client.query('begin; lock table job_results in row exclusive mode nowait; commit');
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'errand migrate'`,
      );
      await killed;
      await holder.end();
      assert.notDeepEqual(await listParts(false), [], 'something is left of it');

      assert.deepEqual(await migrate(database.url), [MIGRATION]);
      assert.deepEqual(await listParts(false), []);
      const { rows } = await client.query(`select from pg_inherits where inhparent = 'job_results'::regclass`);
      assert.equal((await listParts(true)).length, 1 + rows.length, 'the whole and each partition');
      assert.deepEqual(await migrate(database.url), []);
    });
  }

  test('is made once by processes that start together', async () => {
    const applied = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    assert.deepEqual(applied.flat(), [MIGRATION]);
    assert.deepEqual(await listParts(false), []);
  });

  test('is made while an older version starts, which waits for its turn in a statement', async () => {
    const holder = await connect();
    await holder.query('begin; lock table job_results_default in row exclusive mode');
    const migrated = migrate(database.url);
    await untilBuilding();
    const older = await connect();
    await older.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await older.end();
    await holder.end();
    assert.deepEqual(await migrated, [MIGRATION]);
    assert.deepEqual(await listParts(false), []);
  });

  test('waits for a long writing transaction while others may write', async () => {
    const holder = await connect();
    await holder.query('begin; lock table job_results in row exclusive mode');
    const migrated = migrate(database.url);
    for (let turn = 0; turn < 2; turn += 1) {
      await until(async () => {
        const { rows } = await client.query(
          `select from pg_locks where not granted and relation = 'job_results'::regclass`,
        );
        return rows.length > 0;
      }, 'the build to ask for the table');
      // Queues behind the build, which gives up its lock request. The long transaction does not end.
      await client.query('begin; lock table job_results in row exclusive mode; commit');
    }
    await holder.end();
    assert.deepEqual(await migrated, [MIGRATION]);
  });
});

test('a migration of nothing but indexes is built beside writers, any other is one transaction', () => {
  const text = '-- Why; and how.\ncreate index a on b (c)\n  where d;\ncreate index e on f (g desc);\n';
  assert.deepEqual(readIndexPlans(text), [
    { name: 'a', table: 'b', definition: '(c)\n  where d' },
    { name: 'e', table: 'f', definition: '(g desc)' },
  ]);
  assert.equal(readIndexPlans(`${text}drop index h;`), undefined);
  assert.equal(readIndexPlans('create unique index a on b (c);'), undefined);
  assert.equal(readIndexPlans('-- nothing'), undefined);
});

test('no migration puts an index on a table that is there already among other statements', () => {
  const folder = new URL('../../migrations/', import.meta.url).pathname;
  const names = globSync('*.sql', { cwd: folder }).filter((name) => name > '0022');
  const problems = names.flatMap((name) => {
    const text = readFileSync(folder + name, 'utf8');
    const made = [...text.matchAll(/create table (\w+)/g)].map(([, table]) => table);
    const indexed = [...text.matchAll(/create index \w+ on (\w+)/g)].map(([, table]) => table);
    return readIndexPlans(text) || indexed.every((table) => made.includes(table)) ? [] : [name];
  });
  assert.deepEqual(problems, [], 'an index gets a migration of its own');
});

async function connect(): Promise<pg.Client> {
  const made = new pg.Client({ connectionString: database.url });
  await made.connect();
  return made;
}

async function untilBuilding(): Promise<void> {
  await until(async () => {
    const { rows } = await client.query(
      `select from pg_stat_progress_create_index where datname = current_database() and phase like 'waiting for%'`,
    );
    return rows.length > 0;
  }, 'the build to wait for somebody');
}

async function listParts(valid: boolean): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname like $1 and i.indisvalid = $2`,
    [`%${INDEX}`, valid],
  );
  return rows.map(({ name }) => name);
}
