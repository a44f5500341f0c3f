import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createGateEngine, testEngines } from '../../../test/engines.ts';
import { pluck, startHarness, stopAtEnd, until } from '../../../test/harness.ts';
import { createAgent, getJob } from '../../../test/runs.ts';
import {
  failSql,
  getQuery,
  jobsOf,
  rowsOf,
  runSql,
  submit,
  untilOver,
  uploadPeople,
} from '../../../test/workspace/workspace.ts';

const gate = createGateEngine();

const harness = stopAtEnd(await startHarness({ engines: [...testEngines, gate.engine] }));
const org = await harness.org();
const echo = (await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] })).id;
await uploadPeople(org);

describe('run_agent, job_status and job_result', () => {
  test('start jobs without waiting, and return their state later', async () => {
    const [result] = await runSql(
      org,
      `select id, run_agent('${echo}', map('text', 'row ' || id)) as job from people where id < 3 order by id`,
    );
    const ids = result.result_rows.map((row: string[]) => row[1]);
    await until(
      async () => (await Promise.all(ids.map((id: string) => getJob(org, id)))).every((job) => job.status_code >= 3),
      'the jobs',
    );
    await runSql(org, `create table jobs as select * from (values (1, '${ids[0]}'), (2, '${ids[1]}')) t(id, job)`);
    assert.deepEqual(await rowsOf(org, 'select id, job_status(job) as s, job_result(job) as r from jobs order by id'), [
      [1, 3, 'row 1'],
      [2, 3, 'row 2'],
    ]);
    const cached = await rowsOf(org, `select job_result(run_agent('${echo}', map('text', 'row 1')))`);
    assert.deepEqual(cached, [['row 1']], 'the cache answers at once');
    const unknown = await untilOver(org, await submit(org, 'select job_status(null), job_result(null)'));
    assert.deepEqual([unknown.query_task_status, unknown.error], ['SUCCESS', null], 'of no job nothing is known');
    await runSql(org, `create table states as select 'x' as job_status`);
    assert.deepEqual(await rowsOf(org, 'select job_status from states'), [['x']], 'a column may have the name');
    await org.expect(202, 'POST', '/v1/tables/query/', { sql: 'select job_status from states' });
  });

  test('several outputs are an object', async () => {
    const many = (await createAgent(org, 'EchoEngine', { inputs: [{ key: 'a' }, { key: 'b' }] })).id;
    const [[text]] = (await rowsOf(org, `select run_agent_sync('${many}', map('a', 'x', 'b', 'y'))`)) as [[string]];
    assert.deepEqual(JSON.parse(text), { a: 'x', b: 'y' });
  });
});

describe('limits', () => {
  test('a spend limit, in the text or in the body, stops further jobs', async () => {
    const costly = (await createAgent(org, 'CostEngine')).id;
    const sql = `select run_agent_sync('${costly}', map('text', 'n' || i, 'cost', 1)) as r from range(40) t(i)`;
    for (const [query, more] of [
      [`set errand.max_cost = 5; ${sql}`, {}],
      [sql.replace("'n'", "'m'"), { max_cost: 5 }],
      // The limit of the request wins.
      [`set errand.max_cost = 1000; ${sql.replace("'n'", "'o'")}`, { max_cost: 5 }],
    ] as const) {
      const done = await untilOver(org, await submit(org, query, more));
      assert.equal(done.query_task_status, 'SUCCESS', done.error);
      assert.ok(done.cost >= 5 && done.cost < 40, `cost ${done.cost}`);
      assert.ok(done.error, 'rows without an answer are noted');
    }
  });

  test('a spend limit holds for all statements and all agents of a text together', async () => {
    const [first, second] = [(await createAgent(org, 'CostEngine')).id, (await createAgent(org, 'CostEngine')).id];
    const call = (agent: string, word: string) => `run_agent('${agent}', map('text', '${word}', 'cost', 3))`;
    const sql = `select ${call(first, 'one')} as a, ${call(second, 'two')} as b; select ${call(first, 'three')} as c`;
    const done = await untilOver(org, await submit(org, `set errand.max_cost = 4; ${sql}`));
    assert.deepEqual([done.query_task_status, done.jobs_total, done.jobs_done, done.cost], ['SUCCESS', 2, 2, 6]);
    assert.match(done.error, /spend limit/);
    assert.match(await failSql(org, 'set errand.max_cost = 1e300; select 1'), /up to 1000000/);
  });

  test('without credits the query fails and says so', async () => {
    const poor = await harness.org({ credits: 0 });
    const agent = (await createAgent(poor, 'EchoEngine', { inputs: [{ key: 'text' }] })).id;
    assert.match(await failSql(poor, `select run_agent('${agent}', map('text', 'x'))`), /no credits/);
  });

  test('without the Agents feature no agent is started', async () => {
    const off = await harness.org({ agentsEnabled: false });
    assert.match(await failSql(off, `select run_agent('${echo}', map('text', 'x'))`), /Agents feature/);
    assert.deepEqual(await rowsOf(off, 'select 1'), [[1]]);
  });
});

test('cancelling a query cancels its jobs that have not started', async () => {
  const gated = (await createAgent(org, 'GateEngine')).id;
  gate.close();
  const id = await submit(org, `select run_agent_sync('${gated}', map('text', 'g' || i)) from range(60) t(i)`);
  await until(async () => gate.waiting.size > 0 && (await getQuery(org, id)).jobs_total === 60, 'the jobs');
  const { body } = await org.request('POST', `/v1/database/query/${id}/cancel/`);
  assert.equal(body.query_task_status, 'REVOKED');
  const waiting = (await jobsOf(harness, id)).filter((job) => job.status === 0);
  assert.equal(waiting.length, 0);
  gate.open();
  await until(async () => (await jobsOf(harness, id)).every((job) => job.status >= 3), 'the running ones to end');
  const states = (await jobsOf(harness, id)).map((job) => job.status);
  assert.ok(states.includes(5) && states.includes(3), states.join());
});

test('if a table changes while agents compute its replacement, they are asked again and nothing is lost', async () => {
  await runSql(org, `create table moving as select 1 as id, 'm' as word`);
  const gated = (await createAgent(org, 'GateEngine')).id;
  gate.close();
  const id = await submit(
    org,
    `create or replace table moving as select id, word, run_agent_sync('${gated}', map('text', word || id)) as r from moving`,
    { use_admin: true },
  );
  await until(async () => gate.waiting.size > 0, 'the first job');
  await runSql(org, `insert into moving values (2, 'n')`);
  gate.open();
  const query = await untilOver(org, id);
  assert.deepEqual([query.query_task_status, query.error], ['SUCCESS', null]);
  const rows = await rowsOf(org, 'select id, r is not null from moving order by id');
  assert.deepEqual(rows, [
    [1, true],
    [2, true],
  ]);
});

test('run-many with a worksheet_query_id belongs to that query, unless it was cancelled', async () => {
  const many = (queryId: unknown) =>
    org.request('POST', `/v1/agents/run/${echo}/async/many/`, {
      inputs: [{ text: 'tied' }],
      worksheet_query_id: queryId,
    });
  const id = await submit(org, 'select 1 as one');
  await untilOver(org, id);
  const answer = await many(id);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(pluck(await jobsOf(harness, id), 'id'), answer.body);
  const cancelled = await submit(org, 'select count(*) from range(10000000000) a, range(100000) b');
  await org.request('POST', `/v1/database/query/${cancelled}/cancel/`);
  const refused = await many(cancelled);
  assert.deepEqual([refused.status, refused.body], [400, ['The query was cancelled.']]);
  assert.equal((await many('x')).status, 400);
  assert.equal((await many('01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d')).status, 400);
});
