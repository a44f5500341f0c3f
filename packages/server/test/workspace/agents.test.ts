import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createCountingEngine, createGateEngine, testEngines } from '../engines.ts';
import { type Harness, startHarness, type TestOrg, until } from '../harness.ts';
import { createAgent, getJob } from '../runs.ts';
import { failSql, getQuery, rowsOf, runSql, submit, untilOver, uploadCsv } from './workspace.ts';

const counting = createCountingEngine();
const gate = createGateEngine();
let harness: Harness;
let org: TestOrg;
let echo: string;
let counter: string;

before(async () => {
  harness = await startHarness({
    engines: [...testEngines, counting.engine, gate.engine],
    env: { ERRAND_SQL_WARM: '2' },
  });
  org = await harness.org();
  echo = (await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] })).id;
  counter = (await createAgent(org, 'CountingEngine')).id;
  const rows = ['ann,1', 'bob,2', 'ann,3', 'eve,4', ',5'];
  await uploadCsv(org, 'people', `name,id\n${rows.join('\n')}\n`);
});
after(() => harness.stop());

const jobsOf = async (queryId: string) =>
  harness.database.system.query<{ id: string; origin: string; metadata: unknown; status: number }>(
    `select j.id, j.origin, j.metadata, coalesce(r.status, q.status) as status from batches b join jobs j on j.batch_id = b.id
      left join job_results r on r.job_id = j.id left join job_queue q on q.job_id = j.id where b.worksheet_query_id = $1`,
    [queryId],
  );

describe('run_agent_sync', () => {
  test('gives the answer of the agent for each row, once per distinct arguments', async () => {
    const before = counting.runs.length;
    const id = await submit(
      org,
      `select id, run_agent_sync('${counter}', MAP {'text': name}) as answer from people where id < 5 order by id`,
    );
    const query = await untilOver(org, id);
    assert.deepEqual([query.query_task_status, query.error], ['SUCCESS', null]);
    assert.deepEqual([query.jobs_total, query.jobs_done], [3, 3]);
    assert.equal(counting.runs.length - before, 3, 'ann comes twice and runs once');
    const { body } = await org.request('GET', `/v1/database/query/${id}/result/`);
    const [result] = body.results;
    assert.deepEqual(result.column_names, ['id', 'answer']);
    const answers = result.result_rows.map((row: string[]) => row[1]);
    assert.equal(answers[0], answers[2]);
    assert.equal(new Set(answers).size, 3);
    const jobs = await jobsOf(id);
    assert.equal(jobs.length, 3);
    for (const job of jobs) {
      assert.equal(job.origin, 'sql');
      assert.deepEqual(job.metadata, { source: 'sql', query_id: id });
    }
    const again = await untilOver(
      org,
      await submit(org, `select run_agent_sync('${counter}', MAP {'text': name}) from people where id < 5`),
    );
    assert.equal(again.jobs_done, 3);
    assert.equal(counting.runs.length - before, 3, 'the second time the cache answers');
  });

  test('takes map(key, value, …), MAP {…}, structures and JSON text, with values of any type', async () => {
    for (const inputs of [
      `map('text', 42)`,
      `MAP {'text': 42}`,
      `{'text': 42}`,
      `'{"text": 42}'`,
      `json_object('text', 42)`,
    ])
      assert.deepEqual(await rowsOf(org, `select run_agent_sync('${echo}', ${inputs})`), [['42']], inputs);
  });

  test('stands wherever a value may', async () => {
    const call = (value: string) => `run_agent_sync('${echo}', map('text', ${value}))`;
    const cases: [string, unknown[][]][] = [
      [`select upper(${call('name')}) as u from people where id = 1`, [['ANN']]],
      [`select id from people where ${call('name')} = 'ann' order by id`, [[1], [3]]],
      [
        `select name, ${call("string_agg(id::varchar, ',' order by id)")} as ids from people where name is not null group by name order by name`,
        [
          ['ann', '1,3'],
          ['bob', '2'],
          ['eve', '4'],
        ],
      ],
      [
        `with t as (select id, ${call('name')} as r from people where id < 3) select * from t order by id`,
        [
          [1, 'ann'],
          [2, 'bob'],
        ],
      ],
      [`select * from (select ${call('name')} as r, id from people) where r = 'bob'`, [['bob', 2]]],
      [`select ${call(`'a'`)} union all select ${call(`'b'`)} order by 1`, [['a'], ['b']]],
      [
        `select case when id = 1 then ${call('name')} else 'no' end as c from people where id < 3 order by id`,
        [['ann'], ['no']],
      ],
      [`select id, ${call(call('name'))} as twice from people where id = 2`, [[2, 'bob']]],
      [`select count(*) filter (where ${call('name')} = 'ann') as n from people where name is not null`, [[2]]],
    ];
    for (const [sql, expected] of cases) assert.deepEqual(await rowsOf(org, sql), expected, sql);
  });

  test('is what rows are grouped by, told by the call, its place or its name', async () => {
    const call = `run_agent_sync('${echo}', map('text', left(name, 1)))`;
    for (const group of [
      call,
      '1',
      'r',
      'all',
      `upper(${call}), ${call}`,
      `rollup (${call}) having ${call} is not null`,
    ])
      assert.deepEqual(
        await rowsOf(
          org,
          `select ${call} as r, count(*) from people where name is not null group by ${group} order by 1`,
        ),
        [
          ['a', 2],
          ['b', 1],
          ['e', 1],
        ],
        group,
      );
  });

  test('starts no jobs for rows that LIMIT or WHERE leave out', async () => {
    const id = await submit(
      org,
      `select id, run_agent_sync('${echo}', map('text', 'limit ' || id)) from people where id > 1 order by id desc limit 2`,
    );
    assert.equal((await untilOver(org, id)).jobs_total, 2);
  });

  test('in a branch of CASE or COALESCE runs only for the rows that take it', async () => {
    const call = (value: string) => `run_agent_sync('${echo}', map('text', ${value}))`;
    const id = await submit(
      org,
      `select id, case when id = 1 then ${call(`'first ' || name`)} when name is null then 'nobody' else coalesce(name, ${call(`'never'`)}) end as c,
        case when ${call(`'is ' || id`)} = 'is 2' then ${call(`'so ' || id`)} end as d from people where id in (1, 2, 5) order by id`,
    );
    const query = await untilOver(org, id);
    assert.equal(query.query_task_status, 'SUCCESS', query.error);
    assert.equal(query.jobs_total, 1 + 3 + 1);
    const { body } = await org.request('GET', `/v1/database/query/${id}/result/`);
    assert.deepEqual(body.results[0].result_rows, [
      [1, 'first ann', null],
      [2, 'bob', 'so 2'],
      [5, 'nobody', null],
    ]);
  });

  test('without rows starts nothing and gives none', async () => {
    assert.deepEqual(
      await rowsOf(org, `select run_agent_sync('${echo}', map('text', name)) from people where false`),
      [],
    );
  });

  test('fills tables', async () => {
    await runSql(
      org,
      `create table answers as select id, run_agent_sync('${echo}', map('text', name)) as answer from people where id < 3`,
    );
    await runSql(org, `insert into answers select 9, run_agent_sync('${echo}', map('text', 'nine'))`);
    assert.deepEqual(await rowsOf(org, 'select * from answers order by id'), [
      [1, 'ann'],
      [2, 'bob'],
      [9, 'nine'],
    ]);
    const changed = await untilOver(
      org,
      await submit(
        org,
        `update answers set answer = upper(run_agent_sync('${echo}', map('text', answer))) where id > 1`,
        {
          use_admin: true,
        },
      ),
    );
    assert.deepEqual([changed.error, changed.jobs_total], [null, 2], 'one per row that is changed');
    assert.deepEqual(await rowsOf(org, 'select answer from answers order by id'), [['ann'], ['BOB'], ['NINE']]);
    for (const sql of [
      `create table answers as select run_agent_sync('${counter}', map('text', 'not paid'))`,
      `create table if not exists answers as select run_agent_sync('${counter}', map('text', 'not paid'))`,
    ]) {
      assert.equal((await untilOver(org, await submit(org, sql))).jobs_total, 0, sql);
    }
  });
});

describe('a row that goes wrong', () => {
  test('is null in its cell, and the reason is a note of the query', async () => {
    const fails = (await createAgent(org, 'FailEngine')).id;
    const id = await submit(
      org,
      `select id, run_agent_sync('${fails}', map('message', 'No luck with ' || name)) as r from people where id < 3 order by id`,
    );
    const query = await untilOver(org, id);
    assert.equal(query.query_task_status, 'SUCCESS');
    assert.match(query.error, /No luck with ann/);
    assert.match(query.error, /No luck with bob/);
    const { body } = await org.request('GET', `/v1/database/query/${id}/result/`);
    assert.deepEqual(body.results[0].result_rows, [
      [1, null],
      [2, null],
    ]);
  });

  test('because of its inputs, or of an agent that is not there, starts no job', async () => {
    const strict = (await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text', required: true }] })).id;
    const id = await submit(
      org,
      `select id, run_agent_sync('${strict}', map('text', name)) as r from people where id > 3 order by id`,
    );
    const query = await untilOver(org, id);
    assert.equal(query.jobs_total, 1);
    assert.match(query.error, /'text' was not supplied/);
    for (const [agent, reason] of [
      ['nonsense', /not an agent id/],
      ['01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d', /No agent/],
    ] as const) {
      const missing = await untilOver(org, await submit(org, `select run_agent_sync('${agent}', map('text', 'x'))`));
      assert.equal(missing.query_task_status, 'SUCCESS');
      assert.match(missing.error, reason);
    }
  });

  test('another organization’s agent is refused like an unknown one, and its jobs are not to be seen', async () => {
    const other = await harness.org();
    const theirs = (await createAgent(other, 'EchoEngine', { inputs: [{ key: 'text' }] })).id;
    const [[jobId]] = (await rowsOf(other, `select run_agent('${theirs}', map('text', 'secret'))`)) as [[string]];
    const query = await untilOver(org, await submit(org, `select run_agent_sync('${theirs}', map('text', 'x'))`));
    assert.match(query.error, /another organization/);
    assert.deepEqual(await rowsOf(org, `select job_result('${jobId}'), job_status('${jobId}')`), [[null, null]]);
  });

  test('errors in the use of the functions quote their place, also inside of arguments', async () => {
    const before = counting.runs.length;
    for (const [sql, message] of [
      [`select run_agent('a')`, /run_agent\(\) takes an agent id and a map of inputs. \(line 1, column 8\)/],
      [`select 1,\n  run_agent_sync('${echo}', map('text'))`, /pairs.* \(line 2, column 58\)/],
      [`select run_agent_sync('${counter}', map('é', name,\n 'b', nope)) from people`, /nope.*\(line 2, column 7\)/s],
      [`select run_agent_sync('${counter}', MAP {'a': name,\n 'b': upper(id, 1)}) from people`, /\(line 2, column 7\)/],
      [`select run_agent_sync('${counter}', {text:\n name::int}) from people`, /onversion.*\(line 2, column 6\)/s],
      [
        `select run_agent_sync('${counter}', map('a', job_result(run_agent('${counter}', map('a', 1))),\n 'b', nope)) from people`,
        /nope.*\(line 2, column 7\)/s,
      ],
      [
        `with t as (select run_agent_sync('${counter}', map('text', 'paid?')) as x)\nselect list_transform([x], lambda y: run_agent('${counter}', map('a', y))) from t`,
        /in a lambda. \(line 2, column 38\)/,
      ],
      [
        `with t as (select run_agent_sync('${counter}', map('text', 'paid?')) as x)\nselect (select run_agent('${counter}', map('a', t.x))) from t`,
        /around it: .* \(line 2, column 16\)/,
      ],
      [
        `create table x as select 'ä' as a,\n  cast(name as integer) as b from people`,
        /onversion.*\(line 2, column 3\)/s,
      ],
    ] as const)
      assert.match(await failSql(org, sql), message);
    assert.equal(counting.runs.length, before, 'nothing was paid');
    assert.match(
      await failSql(
        org,
        `select * from people p join people q on run_agent_sync('${echo}', map('text', p.name)) = q.name`,
      ),
      /join condition/,
    );
    assert.match(
      await failSql(org, `explain select run_agent_sync('${counter}', map('text', 'explained'))`),
      /cannot be explained/,
    );
    assert.match(
      await failSql(org, `select (select run_agent('${counter}', map('text', p.name))) from people p`),
      /in a subquery that refers to the query around it/,
    );
    assert.match(
      await failSql(org, `select list_transform([1], lambda x: run_agent('${counter}', map('text', x)))`),
      /in a lambda/,
    );
    assert.match(
      await failSql(org, `select run_agent_sync('${counter}', map('text', 'paid?')),\n  nope from people`),
      /"nope" not found.*\(line 2, column 3\)/s,
    );
    assert.equal(counting.runs.length, before, 'nothing was paid');
  });
});

describe('run_agent, job_status and job_result', () => {
  test('start jobs without waiting, and tell about them later', async () => {
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
    const asked = await org.request('POST', '/v1/tables/query/', { sql: 'select job_status from states' });
    assert.equal(asked.status, 202, asked.text);
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
  const waiting = (await jobsOf(id)).filter((job) => job.status === 0);
  assert.equal(waiting.length, 0);
  gate.open();
  await until(async () => (await jobsOf(id)).every((job) => job.status >= 3), 'the running ones to end');
  const states = (await jobsOf(id)).map((job) => job.status);
  assert.ok(states.includes(5) && states.includes(3), states.join());
});

test('a table that changes while the agents of its replacement run: they are asked anew, and nothing is lost', async () => {
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
  assert.deepEqual(
    (await jobsOf(id)).map((job) => job.id),
    answer.body,
  );
  const cancelled = await submit(org, 'select count(*) from range(10000000000) a, range(100000) b');
  await org.request('POST', `/v1/database/query/${cancelled}/cancel/`);
  const refused = await many(cancelled);
  assert.deepEqual([refused.status, refused.body], [400, ['The query was cancelled.']]);
  assert.equal((await many('x')).status, 400);
  assert.equal((await many('01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d')).status, 400);
});
