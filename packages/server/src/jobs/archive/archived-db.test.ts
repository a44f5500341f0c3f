import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archivedDb } from './archived-db.ts';
import type { ArchivedRows } from './read-archived.ts';

const rows = { jobs: '[1]', job_results: '[2]', job_steps: '[3]' } as unknown as ArchivedRows;

async function sentFor(text: string, values: unknown[] = []): Promise<{ text: string; values: unknown[] }> {
  let sent: { text: string; values: unknown[] } | undefined;
  const db = archivedDb(
    {
      query: async (given, more = []) => {
        sent = { text: given, values: more };
        return [];
      },
      run: async () => 0,
    },
    rows,
  );
  await db.query(text, values);
  return sent!;
}

test('a statement gets the tables that it names, and its own parameters stay the first', async () => {
  const { text, values } = await sentFor('select j.id from jobs j where j.id = $1', ['x']);
  assert.match(text, /^with jobs as not materialized \(.*public\.jobs, \$2::json\)\) select j\.id from jobs j/s);
  assert.deepEqual(values, ['x', '[1]']);
});

test('a statement with expressions and a comment keeps both', async () => {
  const { text } = await sentFor('/* planned anew */ with found as (select 1 from job_steps) select * from found');
  assert.match(text, /^\/\* planned anew \*\/ with job_steps as .*, found as \(select 1 from job_steps\)/s);
});

test('a statement about other tables is sent as it is, and none changes anything', async () => {
  assert.equal((await sentFor('select 1 from agents')).text, 'select 1 from agents');
  assert.throws(() => archivedDb({ query: async () => [], run: async () => 0 }, rows).run('delete from jobs'));
});
