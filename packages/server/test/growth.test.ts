import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '#platform/db.ts';
import { createTestDatabase } from './databases.ts';

// A table that grows for ever is found when a disk is full. So each one says what bounds it before it exists.

test('docs/operating.md says of every table what bounds its growth, and of no other', async (t) => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase({ url, systemConnectionsMax: 1, tenantConnectionsMax: 1, queueConnectionsMax: 1 });
  t.after(async () => {
    await database.close();
    await drop();
  });
  const tables = await database.system.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  );
  const page = await readFile(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8');
  const section = /## How the tables grow\n(.*?)\n## /s.exec(`${page}\n## `)?.[1] ?? '';
  const told = [...section.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names]) =>
    names!.split(', ').map((name) => name.replaceAll('`', '')),
  );
  const names = new Set(tables.map(({ name }) => name));
  assert.deepEqual(
    { untold: [...names].filter((name) => !told.includes(name)), unknown: told.filter((name) => !names.has(name)) },
    { untold: [], unknown: [] },
    'docs/operating.md, "How the tables grow": say of each new table what bounds it',
  );
});
