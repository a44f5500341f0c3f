import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { domains } from './domains.ts';

// A table has one writer: the folder of the domain that owns it. Statements are found in the text of the sources.
// A statement that must change tables of several domains is put together from parts that their owners export
// (`credits/settlement.ts`, `webhooks/outbox.ts`, `triggers/outbox.ts`, `connections/deliveries/outbox.ts`).

/** Settings of the installation by name. Each name has one writer. */
const BY_NAME = 'installation';

/** Statements whose table is a variable, and where it comes from. */
const VARIABLE: Record<string, string> = {
  'secrets/rotate.ts': 'the sealed columns that the domains declare',
  'operator/recovery/repair.ts': 'marks content that a restore has lost',
  'jobs/retention/erase.ts': 'tables of jobs',
  'jobs/archive/commit-part.ts': 'tables of jobs',
  'jobs/archive/bring-back.ts': 'tables of jobs',
  'jobs/figures/roll-up.ts': 'tables of jobs',
  'platform/schema-record.ts': 'the record of migrations',
  'versions/store.ts': 'the tables that kinds of versioned resources name, on behalf of their domains',
  'batch-runs/store.ts': 'the tables that kinds of runs name, on behalf of their domains',
  'workspace/sandbox/write-segment.ts': 'a table of DuckDB, in a file of its own',
};

/** Writes the tables that definitions of work name, under their claims. */
const LEASED = 'platform/leased-work/';

const source = join(import.meta.dirname, '..');
const owners = new Map(domains.flatMap(({ name, tables }) => Object.keys(tables).map((table) => [table, name])));
const WRITE =
  /\b(?:insert into|delete from|truncate|update)\s+(?:only\s+)?([a-z_]+|\$\{[^}]*\})(\s+(?:as\s+)?\w+)?(\s+set\b)?/g;

type Write = { file: string; table: string };

function listWrites(): Write[] {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  return files.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
    return [...text.matchAll(WRITE)].flatMap(([statement, table = '', alias = '', set = '']) => {
      const isUpdate = statement.startsWith('update');
      if (isUpdate && set === '' && alias.trim() !== 'set') return [];
      return [{ file, table: table.startsWith('$') ? '$' : table }];
    });
  });
}

const writes = listWrites();

test('a table is written only by the domain that owns it', () => {
  assert.ok(writes.length > 200, 'the scan finds the statements');
  const strangers = writes.filter(({ file, table }) => {
    const owner = owners.get(table);
    return owner !== undefined && table !== BY_NAME && !file.startsWith(`${owner}/`);
  });
  assert.deepEqual(
    strangers.map(({ file, table }) => `${file} ${table}`),
    [],
  );
});

test('a statement on a table that is a variable is listed with where the table comes from', () => {
  const found = new Set(
    writes.filter(({ file, table }) => table === '$' && !file.startsWith(LEASED)).map(({ file }) => file),
  );
  assert.deepEqual([...found].sort(), Object.keys(VARIABLE).sort());
});
