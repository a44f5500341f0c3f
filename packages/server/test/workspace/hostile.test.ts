import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Answer, startHarness, stopAtEnd } from '../harness.ts';
import { startPulse } from '../pulse.ts';
import { exhausting, refused } from './hostile-statements.ts';
import { tricks } from './hostile-tricks.ts';
import { rowsOf, uploadCsv } from './workspace.ts';

const OTHER = 'secrets_of_others';

const env = {
  ERRAND_SQL_WARM: '2',
  ERRAND_SQL_TIMEOUT_SECONDS: '2',
  ERRAND_SQL_MEMORY_MB: '256',
  ERRAND_SQL_DISK_MB: '128',
  ERRAND_SQL_CONCURRENCY: '3',
  ERRAND_SQL_ORG_CONCURRENCY: '3',
};
const harness = stopAtEnd(await startHarness({ env }));
const org = await harness.org();
const other = await harness.org({ name: 'Other' });
const canary = join(harness.dataDir, 'canary.csv');
writeFileSync(canary, 'word\ncanary\n');
const uploaded = await uploadCsv(other, OTHER, 'word\ncanary\n');
assert.equal(uploaded.status, 201, uploaded.text);
assert.equal((await uploadCsv(org, 'people', 'id\n1\n2\n')).status, 201);

/** All of them, a few at a time. */
async function askAll(statements: string[], check: (sql: string, answer: Answer) => void): Promise<void> {
  const left = [...statements];
  const work = async (): Promise<void> => {
    for (let query = left.shift(); query !== undefined; query = left.shift()) {
      check(query, await org.request('POST', '/v1/database/query/', { query }));
    }
  };
  await Promise.all([work(), work(), work()]);
}

function assertRefused(sql: string, answer: Answer): void {
  const what = `${sql.slice(0, 200)}: ${answer.status} ${answer.text.slice(0, 300)}`;
  assert.equal(answer.status, 400, what);
  assert.deepEqual(Object.keys(answer.body), ['message', 'code'], what);
  assert.ok(!/\bcanary\b/.test(answer.text.replaceAll(canary, '')), what);
  assert.ok(!/our side|engine failed/.test(answer.text), what);
}

test('forbidden statements are refused in the right shape and have no effect', async () => {
  // All of them are held against the check itself in src/workspace/sandbox/check-tree.long.test.ts.
  const statements = [...refused(canary, OTHER), ...tricks(canary, OTHER)];
  const sample = statements.filter((_sql, index) => index % 40 === 0);
  const many = `select ${'1, '.repeat(9_999)} 1`;
  const wide = [many, `create table wide as ${many}`, 'select 1; '.repeat(201)];
  await askAll([...sample, ...wide, `select * from ${OTHER}`, `select * from read_csv('${canary}')`], assertRefused);
  assert.deepEqual(await rowsOf(org, 'select * from people order by id'), [[1], [2]]);
  assert.deepEqual(await rowsOf(org, 'show tables'), [['people']]);
  assert.ok(!existsSync('/tmp/errand-hostile.csv') && !existsSync('/tmp/errand-hostile'));
});

test('a statement that would exhaust the machine ends within its limits, others run meanwhile, and the next query works', async () => {
  const pulse = startPulse(harness.baseUrl);
  const before = process.memoryUsage.rss();
  await askAll(exhausting, assertRefused);
  const grownMb = (process.memoryUsage.rss() - before) / 1_048_576;
  assert.ok(grownMb < 150, `the service grew by ${grownMb} MB`);
  assert.ok((await pulse.stop()) > exhausting.length, 'others are served');
  assert.deepEqual(await rowsOf(org, 'select count(*) from people'), [[2]]);
});
