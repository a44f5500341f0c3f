import assert from 'node:assert/strict';
import { test } from 'node:test';
import { destructiveSql } from '@errand/contract/workspace.ts';
import { testEngines } from '../engines.ts';
import { pluck, startHarness, stopAtEnd } from '../harness.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { failSql, rowsOf, runSql, uploadCsv } from './workspace.ts';

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const echo = (await createAgent(org, 'TemplateEngine', { config: { template: 'Hi ${text}' } })).id;
await rowsOf(
  org,
  "create table words as select 'text' as k, 'w' || i as v, ['a', 'b'] as ks, [1, 2] as vs from range(2) t(i)",
);

const maps: [sql: string, wanted: unknown][] = [
  ["select cast(map('a', 1) as varchar)", '{a=1}'],
  ["select cast(map('a', 1, 'b', 2) as varchar)", '{a=1, b=2}'],
  ["select cast(map('a' || 'b', 1) as varchar)", '{ab=1}'],
  ['select cast(map(1 + 1, 3, 4, 5) as varchar)', '{2=3, 4=5}'],
  ['select cast(map(k, v) as varchar) from words order by v limit 1', '{text=w0}'],
  ['select cast(map(ks, vs) as varchar) from words limit 1', '{a=1, b=2}'],
  ["select cast(map(['x'], [9]) as varchar)", '{x=9}'],
  ["select cast(MAP {'x': 9} as varchar)", '{x=9}'],
  [
    'select cast(map(k, v) as varchar) || cast(map(ks, vs) as varchar) from words order by v limit 1',
    '{text=w0}{a=1, b=2}',
  ],
  ["select map(k, v)['text'] from words order by v limit 1", 'w0'],
];
for (const [sql, wanted] of maps) {
  test(`${sql.slice(7)} gives ${wanted}`, async () => {
    assert.deepEqual(await rowsOf(org, sql), [[wanted]]);
  });
}

test('map() with a key that has no value is refused with its place', async () => {
  assert.match(await failSql(org, 'select map(1, 2, 3)'), /map\(\) takes pairs.*\(line 1, column 8\)/);
});

test('inputs of an agent may have keys that are computed', async () => {
  const rows = await rowsOf(org, `select run_agent_sync('${echo}', map(k, v)) from words order by v`);
  assert.deepEqual(rows, [['Hi w0'], ['Hi w1']]);
  const more = await rowsOf(
    org,
    `select run_agent_sync('${echo}', map(lower('TEXT'), v, 'n', 5)) from words order by v`,
  );
  assert.deepEqual(more, [['Hi w0'], ['Hi w1']]);
});

test('a misspelled agent call is refused with the right name', async () => {
  assert.match(
    await failSql(org, `select agent('${echo}', 'x')`),
    /agent\(\) is unknown or not allowed\. run_agent_sync\(/,
  );
  assert.match(await failSql(org, 'select uper(k) from words'), /Did you mean 'upper'\?/);
});

test('a statement that called agents tells jobs, cost and the reason of each null, with its rows', async () => {
  const sql = `select run_agent_sync('${echo}', map(case when i % 2 = 0 then 'text' else 'txt' end, 'x')) from range(10) t(i)`;
  const [{ agents, result_rows: rows }] = await runSql(org, sql);
  assert.equal(rows.filter(([value]: [string | null]) => value === null).length, 5);
  assert.deepEqual([agents.jobs, agents.failed, agents.cost], [1, 1, 0]);
  assert.deepEqual(agents.errors, [{ message: "Required input 'text' was not supplied.", rows: 5 }]);
  const [plain] = await runSql(org, 'select 1');
  assert.equal('agents' in plain, false);
});

test('a failed job is a reason too, also when its result is asked for by its id', async () => {
  const config = { template: 'no JSON: ${text}', output_type: 'application/json' };
  const failing = (await createAgent(org, 'TemplateEngine', { config })).id;
  const [{ agents, result_rows: rows }] = await runSql(org, `select run_agent_sync('${failing}', map('text', 'x'))`);
  assert.deepEqual([rows, agents.jobs, agents.failed, agents.errors.length], [[[null]], 1, 1, 1]);
  const jobId = await startJob(org, failing, { text: 'y' });
  const { error_message: message } = await untilFinal(org, jobId);
  const [later] = await runSql(org, `select job_result('${jobId}')`);
  assert.deepEqual(later.agents, { jobs: 0, failed: 1, cost: 0, errors: [{ message, rows: 1 }], failed_cells: [] });
});

for (const [words, sql] of Object.entries({
  drop: 'drop table words',
  truncate: 'truncate words',
  delete: 'delete from words',
  update: "update words set k = 'x'",
  alter: 'alter table words add column n int',
  'create or replace': 'create or replace table words as select 1 as one',
})) {
  test(`${words} needs use_admin, as the contract's list says`, async () => {
    assert.ok((destructiveSql as readonly string[]).includes(words));
    const said = await failSql(org, sql);
    assert.ok(said.startsWith(`${words.toUpperCase()} deletes or overwrites data. Set use_admin to true.`), said);
  });
}

test('moments with Z or an offset in a CSV are DateTime, in UTC', async () => {
  const csv =
    'id,seen,here,plain\n1,2026-01-05T09:12:44Z,2026-01-05 09:12:44+02:00,2026-01-05 09:12:44\n2,2026-01-06T10:00:00.250Z,,\n';
  assert.equal((await uploadCsv(org, 'moments', csv)).status, 201);
  const { body } = await org.request('GET', '/v1/tables/moments/describe/');
  assert.deepEqual(pluck(body.columns, 'type'), ['Int64', 'DateTime', 'Nullable(DateTime)', 'Nullable(DateTime)']);
  const rows = await rowsOf(
    org,
    "select seen = timestamp '2026-01-05 09:12:44', here = timestamp '2026-01-05 07:12:44' from moments where id = 1",
  );
  assert.deepEqual(rows, [[true, true]]);
});
