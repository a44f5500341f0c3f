import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { checksumOf, statementsOf } from './migration-checksum.ts';
import { readMigrations } from './migrations.ts';

const made = "create table t (\n  -- why\n  name text default 'a  -- b' -- c\n);\n";

test('comments and white space between statements do not change the checksum, everything else does', () => {
  const reworded = "-- Better words.\ncreate table t (\n    name text default 'a  -- b'\n);";
  assert.equal(checksumOf('1.sql', reworded, {}), checksumOf('1.sql', made, {}));
  for (const other of [made.replace('text', 'int'), made.replace('a  --', 'a --'), `-- phase: contract\n${made}`])
    assert.notEqual(checksumOf('1.sql', other, {}), checksumOf('1.sql', made, {}));
});

test('texts, names and bodies of functions are kept as they are', () => {
  const body = `select 'it''s -- one', "a  -- b", $$ begin -- two\n end $$, $x$ $$ -- three $x$`;
  assert.equal(statementsOf(`${body} -- four\n ;`), `${body} ;`);
});

test('a former migration keeps the checksum that databases have recorded, until its statements change', () => {
  const known = { '1.sql': { recorded: 'of the whole file', content: checksumOf('1.sql', made, {}) } };
  assert.equal(checksumOf('1.sql', `-- new words\n${made}`, known), 'of the whole file');
  assert.notEqual(checksumOf('1.sql', `${made} drop table t;`, known), 'of the whole file');
});

test('no released migration has changed its statements, so databases that it has migrated still start', async () => {
  const file = new URL('../../migrations/former-checksums.json', import.meta.url);
  const former: Record<string, { recorded: string }> = JSON.parse(await readFile(file, 'utf8'));
  const current = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]));
  for (const [name, { recorded }] of Object.entries(former)) assert.equal(current.get(name), recorded, name);
});
