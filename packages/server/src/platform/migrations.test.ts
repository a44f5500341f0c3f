import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { MigrationError, migrate } from './migrate.ts';
import { checksumOf } from './migration-checksum.ts';
import { isContract, isOwn, type Migration, type Phase, previousRelease, readMigrations } from './migrations.ts';

const adminUrl = process.env.ERRAND_TEST_DATABASE_URL ?? '';
const names: string[] = [];
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
after(async () => {
  for (const name of names) await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

async function newDatabase(): Promise<string> {
  const name = `phase_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`create database ${name}`);
  names.push(name);
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const made = (name: string, text: string, phase: Phase = 'expand'): Migration => ({
  name,
  text,
  phase,
  checksum: createHash('sha256').update(text).digest('hex'),
});

describe('a release', () => {
  const last = previousRelease.lastMigration;
  const old = [
    made('0001_first.sql', 'create table notes (id int primary key, title text, body text)'),
    made(last, 'select'),
  ];
  const own = [
    ...old,
    made('9001_expand.sql', 'alter table notes add column heading text'),
    made('9002_contract.sql', 'alter table notes drop column title', 'contract'),
    made('9003_index.sql', 'create index notes_heading on notes (heading)'),
  ];
  const next = [...own, made('9101_expand.sql', 'alter table notes add column author text')];
  const columns = async (url: string) =>
    (
      await query<{ name: string }>(
        url,
        `select attname as name from pg_attribute where attrelid = 'notes'::regclass and attnum > 0 and not attisdropped`,
      )
    ).map(({ name }) => name);

  test('only adds while the previous one may run, which starts before, beside and after it; then it removes', async () => {
    const url = await newDatabase();
    await migrate(url, undefined, { migrations: old });
    assert.deepEqual(await migrate(url, undefined, { migrations: own }), ['9001_expand.sql', '9003_index.sql']);
    assert.deepEqual(await columns(url), ['id', 'title', 'body', 'heading']);
    assert.deepEqual(await migrate(url, undefined, { migrations: old }), [], 'back to the previous one');
    assert.deepEqual(await migrate(url, undefined, { migrations: own }), []);

    assert.deepEqual(await migrate(url, undefined, { migrations: own, contract: true }), ['9002_contract.sql']);
    assert.deepEqual(await columns(url), ['id', 'body', 'heading']);
    await assert.rejects(migrate(url, undefined, { migrations: old }), MigrationError);
    assert.deepEqual(await migrate(url, undefined, { migrations: own }), []);
    assert.deepEqual(await migrate(url, undefined, { migrations: next }), ['9101_expand.sql']);
    assert.deepEqual(await migrate(url, undefined, { migrations: own }), [], 'and so on with the next one');
  });

  test('whose migrations need no second phase still ends the time of the previous one when told to', async () => {
    const url = await newDatabase();
    const adding = own.filter(({ phase }) => phase === 'expand');
    await migrate(url, undefined, { migrations: old });
    await migrate(url, undefined, { migrations: adding });
    assert.deepEqual(await migrate(url, undefined, { migrations: adding, contract: true }), []);
    await assert.rejects(migrate(url, undefined, { migrations: old }), /newer version of errand/);
  });

  test('gives a new database both phases at once', async () => {
    const url = await newDatabase();
    assert.equal((await migrate(url, undefined, { migrations: own })).length, own.length);
    await assert.rejects(migrate(url, undefined, { migrations: old }), MigrationError);
    assert.deepEqual(await columns(url), ['id', 'body', 'heading']);
  });

  test('starts on a database that former texts of its migrations made, and refuses changed statements', async () => {
    const url = await newDatabase();
    const [former] = old;
    await migrate(url, undefined, { migrations: old });
    const known = { [former!.name]: { recorded: former!.checksum, content: checksumOf('', former!.text, {}) } };
    const read = (text: string): Migration[] => [
      { ...former!, text, checksum: checksumOf(former!.name, text, known) },
      ...old.slice(1),
    ];
    assert.deepEqual(await migrate(url, undefined, { migrations: read(`-- Notes.\n${former!.text}`) }), []);
    const changed = read(former!.text.replace('title text', 'title int'));
    await assert.rejects(migrate(url, undefined, { migrations: changed }), /0001_first.sql was changed/);
  });

  test('refuses an expansion that was changed after it had been applied', async () => {
    const url = await newDatabase();
    await migrate(url, undefined, { migrations: own });
    const changed = own.map((one) => (one.name === '9001_expand.sql' ? made(one.name, 'select 1') : one));
    await assert.rejects(migrate(url, undefined, { migrations: changed }), /9001_expand.sql was changed/);
  });
});

// Columns and other objects that statements of the previous release rely on, as PostgreSQL lists them.

type Part = { part: string; shape: string };

const CATALOG = `
  with tables as (
    select oid, relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition)
  select format('column %s.%s', t.relname, a.attname) as part, format_type(a.atttypid, a.atttypmod) as shape
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  union all
  select format('must be given: %s.%s', t.relname, a.attname), ''
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    where a.attnotnull and not a.atthasdef and a.attidentity = '' and t.relname <> 'schema_expansions'
  union all
  -- Without its unique index, an "on conflict" is an error.
  select format('unique %s (%s)%s', t.relname, (select string_agg(coalesce(a.attname, pg_get_indexdef(i.indexrelid, k.at::int, false)), ', ' order by k.at)
      from unnest(i.indkey::int[]) with ordinality k (number, at) left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number),
      coalesce(' where ' || pg_get_expr(i.indpred, t.oid), '')), ''
    from tables t join pg_index i on i.indrelid = t.oid and i.indisunique
  union all
  select format('function %s(%s)', p.proname, pg_get_function_identity_arguments(p.oid)), pg_get_function_result(p.oid)
    from pg_proc p where p.pronamespace = 'public'::regnamespace
  union all
  select format('sequence %s', relname), '' from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`;

/** Exceptions: changes that do not break statements of the previous release. Each has its reason. */
const SURVIVED: Record<string, string> = {};

test('everything that the previous release relies on exists after the first phase: columns, keys, functions', async () => {
  const all = await readMigrations();
  assert.ok(
    all.some(({ name }) => name === previousRelease.lastMigration),
    'previous-release.json names a migration',
  );
  const [before, later] = [await newDatabase(), await newDatabase()];
  await migrate(before, undefined, { migrations: all.filter((one) => !isOwn(one)) });
  await migrate(later, undefined, { migrations: all.filter((one) => !isOwn(one)) });
  await migrate(later, undefined, { migrations: all.filter((one) => !isContract(one)) });
  const old = new Map((await query<Part>(before, CATALOG)).map(({ part, shape }) => [part, shape]));
  const now = new Map((await query<Part>(later, CATALOG)).map(({ part, shape }) => [part, shape]));
  const tables = new Set([...old.keys()].map((part) => /^column (\w+)\./.exec(part)?.[1]));
  const isGivenAnew = (part: string): boolean => {
    const table = /^must be given: (\w+)\./.exec(part)?.[1];
    return table !== undefined && tables.has(table) && !old.has(part);
  };
  const problems = [
    ...[...old.keys()].filter((part) => !part.startsWith('must') && !now.has(part)).map((part) => `${part} is gone`),
    ...[...old]
      .filter(([part, shape]) => now.has(part) && now.get(part) !== shape)
      .map(([part]) => `${part} has changed`),
    ...[...now.keys()].filter(isGivenAnew),
  ];
  assert.ok(old.size > 500, String(old.size));
  assert.deepEqual(
    problems.filter((problem) => SURVIVED[problem] === undefined),
    [],
    'Remove it in a migration that begins with "-- phase: contract" (docs/upgrading.md).',
  );
  assert.deepEqual(
    Object.keys(SURVIVED).filter((problem) => !problems.includes(problem)),
    [],
    'not needed',
  );
});

/** Statements that hold a lock for longer the larger a table is, or fail while others write. */
const LONG_LOCKS: Record<string, RegExp> = {
  'rewrites the table': /alter (column )?\w+ (set data )?type |vacuum full|cluster /,
  'reads the whole table under a lock: add it "not valid", validate it in a migration of its own':
    /add constraint (?!.*not valid)[^;]*?(check|foreign key|references|unique|primary key)/s,
  'reads the whole table under a lock: a check that is not valid first': /set not null/,
  'computes a value for each row': /add column [^;,]*default (clock_timestamp|random|gen_random_uuid|nextval|uuidv7)/,
  'waits for everybody': /lock table/,
};

/** Exceptions: tables that stay small, or statements that were measured. Each has its reason. */
const MEASURED: Record<string, string> = {};

test('migrations of this release take no long lock on a table that has rows already', async () => {
  const all = await readMigrations();
  const problems = all.filter(isOwn).flatMap(({ name, text }) => {
    const own = new Set([...text.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table));
    const statements = text.replaceAll(/--.*$/gm, '').toLowerCase().split(';');
    return statements.flatMap((statement) => {
      const table = /alter table (?:if exists )?(?:only )?(\w+)/.exec(statement)?.[1];
      if (table !== undefined && own.has(table)) return [];
      const found = Object.entries(LONG_LOCKS).find(([, pattern]) => pattern.test(statement));
      return found ? [`${name}: ${statement.trim().replaceAll(/\s+/g, ' ').slice(0, 90)}: ${found[0]}`] : [];
    });
  });
  assert.deepEqual(
    problems.filter((problem) => !Object.keys(MEASURED).some((one) => problem.startsWith(one))),
    [],
  );
});
