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

/** Files with statements whose parts other domains own, and why their tables change together. */
const COMPOSED: Record<string, string> = {
  'jobs/start/accept-sql.ts': 'a job starts with its hold, and a cached one ends at once with its bill and its events',
  'jobs/execute/budget.ts': 'a step holds what the job may cost beyond its hold',
  'jobs/execute/bill-late.ts': 'a step that ends after its job is billed with its record',
  'jobs/queue/settlement.ts': 'a job ends with its bill',
  'jobs/queue/finish.ts': 'a job ends with what it sends and starts',
  'jobs/queue/cancel-job.ts': 'a cancelled job ends with what it starts',
  'jobs/queue/park.ts': 'a job that waits gives back the rest of its hold',
  'jobs/queue/invariants.ts': 'shows the repair of a sum',
  'jobs/doctor.ts': 'shows the repair of a sum',
  'webhooks/queue/record.ts': 'a webhook is switched off with its audit entry',
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

test('a statement that changes tables of several domains is listed with its reason', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  const texts = new Map(files.map((file) => [file, readFileSync(join(source, file), 'utf8')]));
  const parts = [...texts].flatMap(([file, text]) => listParts(text).map((name) => ({ file, name })));
  assert.ok(parts.length >= 8, 'the scan finds the parts');
  const composed = new Map<string, string[]>();
  for (const [file, text] of texts)
    for (const part of parts) {
      if (!text.includes(part.name) || part.file.split('/')[0] === file.split('/')[0]) continue;
      const imports = new RegExp(`import \\{[^}]*\\b${part.name}\\b[^}]*\\} from '#${part.file}'`);
      if (imports.test(text)) composed.set(file, [...(composed.get(file) ?? []), part.name]);
    }
  assert.deepEqual([...composed.keys()].sort(), Object.keys(COMPOSED).sort());
});

/** The exported texts that write: parts of statements of others. */
function listParts(text: string): string[] {
  return text
    .split(/^export /m)
    .filter((part) => /^const \w+ =\s*(\([^)]*\): string =>\s*)?[`'"]/.test(part) && part.match(WRITE) !== null)
    .map((part) => /^const (\w+)/.exec(part)![1]!);
}
