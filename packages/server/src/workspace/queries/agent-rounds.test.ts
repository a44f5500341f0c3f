import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCountingEngine, testEngines } from '../../../test/engines.ts';
import { startHarness, stopAtEnd } from '../../../test/harness.ts';
import { createAgent } from '../../../test/runs.ts';
import { failSql, jobsOf, rowsOf, runSql, submit, untilOver, uploadPeople } from '../../../test/workspace/workspace.ts';

const counting = createCountingEngine();

const harness = stopAtEnd(await startHarness({ engines: [...testEngines, counting.engine] }));
const org = await harness.org();
const echo = (await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] })).id;
const counter = (await createAgent(org, 'CountingEngine')).id;
await uploadPeople(org);

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
    const jobs = await jobsOf(harness, id);
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
    const inputs = [`map('text', 42)`, `MAP {'text': 43}`, `{'text': 44}`, `'{"text": 45}'`, `json_object('text', 46)`];
    const calls = inputs.map((one) => `run_agent_sync('${echo}', ${one})`);
    assert.deepEqual(await rowsOf(org, `select ${calls}`), [['42', '43', '44', '45', '46']]);
  });

  test('may be used wherever a value may', async () => {
    const call = (value: string) => `run_agent_sync('${echo}', map('text', ${value}))`;
    const cases: [string, unknown[][]][] = [
      [
        `select upper(${call('name')}) as u, ${call(call(`'so ' || name`))} as twice,
          case when id = 1 then ${call(`'case ' || name`)} else 'no' end as c from people where id < 3 order by id`,
        [
          ['ANN', 'so ann', 'case ann'],
          ['BOB', 'so bob', 'no'],
        ],
      ],
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
      [`select count(*) filter (where ${call('name')} = 'ann') as n from people where name is not null`, [[2]]],
    ];
    for (const [sql, expected] of cases) assert.deepEqual(await rowsOf(org, sql), expected, sql);
  });

  test('may be what rows are grouped by, named by the call, its position or its alias', async () => {
    const call = `run_agent_sync('${echo}', map('text', left(name, 1)))`;
    const grouped = (group: string) =>
      `select ${call} as r, count(*) from people where name is not null group by ${group} order by 1`;
    const expected = [
      ['a', 2],
      ['b', 1],
      ['e', 1],
    ];
    const groups = ['all', call, '1', 'r', `upper(${call}), ${call}`, `rollup (${call}) having ${call} is not null`];
    for (const group of groups) assert.deepEqual(await rowsOf(org, grouped(group)), expected, group);
    const named = groups.slice(1);
    const together = named.map((group) => `(${grouped(group)})`).join(' union all ');
    assert.deepEqual(
      await rowsOf(org, together),
      named.flatMap(() => expected),
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

  test('because of its inputs or an unknown agent starts no job', async () => {
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
        /correlated subquery.* \(line 2, column 16\)/,
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
      /in a correlated subquery/,
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
