import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import pg from 'pg';
import { createCountingEngine, createGateEngine, testEngines } from '../../../test/engines.ts';
import { type Answer, pluck, startHarness, stopAtEnd, until } from '../../../test/harness.ts';
import { createAgent, createVersion, getJob, startJob, untilFinal } from '../../../test/runs.ts';
import { FIND_ROOM } from '../execute/batch-budget.ts';

const counting = createCountingEngine();
const gate = createGateEngine();
const zero = { pending: 0, started: 0, retry: 0, success: 0, failure: 0, cancelled: 0, cached: 0 };

const harness = stopAtEnd(
  await startHarness({
    engines: [...testEngines, counting.engine, gate.engine],
    env: { ERRAND_WORKER_CONCURRENCY: '2' },
  }),
);
const org = await harness.org();
const agent = await createAgent(org, 'CountingEngine');

const create = (body: unknown, agentId = agent.id, headers?: Record<string, string>): Promise<Answer> =>
  org.request('POST', `/v1/agents/run/${agentId}/batches/`, body, headers);

async function start(body: unknown, agentId = agent.id): Promise<string> {
  const answer = await create(body, agentId);
  assert.equal(answer.status, 201, answer.text);
  return answer.body.id;
}

const getBatch = async (id: string) => (await org.request('GET', `/v1/agents/batches/${id}/`)).body;
const untilDone = (id: string) =>
  until(async () => {
    const batch = await getBatch(id);
    return batch.finished_at !== null && batch;
  }, 'the end of the batch');

async function results(id: string): Promise<any[]> {
  const answer = await org.request('GET', `/v1/agents/batches/${id}/results/`);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('content-type')!, /^application\/x-ndjson/);
  return answer.text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe('starting', () => {
  test('null is the same as leaving a member out', async () => {
    const none = { name: null, metadata: null, max_cost: null, agent_version_id: null };
    const answer = await create({ inputs: [{ text: 'n1' }], ...none });
    assert.deepEqual([answer.status, answer.body.name, answer.body.max_cost], [201, '', null]);
    await untilDone(answer.body.id);
  });

  test('answers 201 with the batch; its jobs carry its id and run in the background', async () => {
    const answer = await create({ inputs: [{ text: 's1' }, { text: 's2' }], name: 'Friday' });
    assert.equal(answer.status, 201);
    const { counts, ...batch } = answer.body;
    assert.deepEqual(Object.keys(counts), Object.keys(zero));
    assert.equal(
      Object.values<number>(counts).reduce((sum, count) => sum + count, 0),
      2,
    );
    assert.deepEqual(
      [batch.agent_id, batch.name, batch.total, batch.max_cost, batch.cost],
      [agent.id, 'Friday', 2, null, 0],
    );
    const done = await untilDone(batch.id);
    assert.deepEqual([done.counts, done.waiting, done.eta_seconds], [{ ...zero, success: 2 }, 0, 0]);
    assert.ok(done.finished_at >= done.created_at);
    for (const { job_id: jobId } of await results(batch.id)) {
      assert.equal((await getJob(org, jobId)).batch_id, batch.id);
    }
  });

  test('lays the metadata of an item over that of the batch, digits kept', async () => {
    const body = `{"metadata": {"list": 12345678901234567890, "row": 0}, "inputs": [
      {"text": "m1", "metadata": {"row": 98765432109876543210}}, {"text": "m2"}, {"text": "m3", "metadata": null}]}`;
    const lines = await results(await start(body));
    const texts = await Promise.all(
      lines.map(async ({ job_id: id }) => (await org.request('GET', `/v1/agents/jobs/${id}/`)).text),
    );
    assert.ok(texts[0]!.includes('{"list":12345678901234567890,"row":98765432109876543210}'), texts[0]);
    for (const text of texts.slice(1)) assert.ok(text.includes('{"list":12345678901234567890,"row":0}'), text);
  });

  test('takes a version, the cache and the header that skips it', async () => {
    const versioned = await createAgent(org, 'TemplateEngine', {
      inputs: [{ key: 'text' }],
      config: { template: '1 ${text}' },
    });
    await createVersion(org, versioned.id, { config: { template: '2 ${text}' } });
    const inputs = [{ text: 'a' }];
    const outputs = async (id: string) => {
      await untilDone(id);
      return (await results(id))[0].outputs[0].value;
    };
    assert.equal(await outputs(await start({ inputs }, versioned.id)), '2 a');
    assert.equal(await outputs(await start({ inputs, agent_version_id: versioned.versionId }, versioned.id)), '1 a');
    assert.deepEqual((await untilDone(await start({ inputs }, versioned.id))).counts, { ...zero, cached: 1 });
    const fresh = await create({ inputs }, versioned.id, { 'x-skip-cache': 'true' });
    assert.deepEqual((await untilDone(fresh.body.id)).counts, { ...zero, success: 1 });
    const unknown = await create({ inputs, agent_version_id: agent.versionId }, versioned.id);
    assert.equal(unknown.status, 404, 'a version of another agent');
  });

  test('refuses everything when one thing is wrong, in the shape of run-many', async () => {
    const strict = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] });
    const before = (await org.request('GET', '/v1/agents/batches/')).body.count;
    const inputs = [{ text: 'a' }];
    const fields: [unknown, string][] = [
      [{}, 'inputs'],
      [{ inputs: [] }, 'inputs'],
      [{ inputs: {} }, 'inputs'],
      [{ inputs: Array.from({ length: 10_001 }, () => ({ text: 'a' })) }, 'inputs'],
      [{ inputs, name: 7 }, 'name'],
      [{ inputs, name: 'x'.repeat(256) }, 'name'],
      [{ inputs, metadata: [1] }, 'metadata'],
      [{ inputs, metadata: '{' }, 'metadata'],
      [{ inputs, max_cost: 0 }, 'max_cost'],
      [{ inputs, max_cost: 1e15 }, 'max_cost'],
      [{ inputs, max_cost: '5' }, 'max_cost'],
      [{ inputs, agent_version_id: 'x' }, 'agent_version_id'],
    ];
    for (const [body, field] of fields) {
      const answer = await create(body, strict.id);
      assert.equal(answer.status, 400, answer.text.slice(0, 200));
      assert.deepEqual(Object.keys(answer.body), [field]);
    }
    const lists: [unknown, string][] = [
      [{ inputs: [{ text: 'a' }, {}] }, "inputs[1]: required input 'text' was not supplied."],
      [{ inputs: [{ text: 'a' }, 7] }, 'inputs[1]: must be an object.'],
      [{ inputs: [{ text: 'a', metadata: '{' }] }, 'inputs[0]: metadata: Could not be read as JSON.'],
    ];
    for (const [body, message] of lists) {
      const answer = await create(body, strict.id);
      assert.deepEqual([answer.status, answer.body], [400, [message]]);
    }
    assert.equal((await org.request('GET', '/v1/agents/batches/')).body.count, before);
    assert.equal((await org.request('GET', `/v1/agents/${strict.id}/jobs/`)).body.count, 0);
  });
});

describe('results', () => {
  test('are JSON lines in the order of the rows, also before the end', async () => {
    gate.close();
    const gated = await createAgent(org, 'GateEngine');
    const id = await start({ inputs: [{ text: 'r0' }, { text: 'r1' }, { text: 'r2' }] }, gated.id);
    await until(async () => gate.waiting.size === 2, 'two rows to run');
    const early = await results(id);
    assert.deepEqual(
      early.map(({ index, outputs }) => [index, outputs]),
      [0, 1, 2].map((row) => [row, null]),
    );
    // Rows of the same millisecond start in any order.
    assert.deepEqual(early.map(({ status }) => status).sort(), [0, 1, 1]);
    const batch = await getBatch(id);
    assert.deepEqual(
      [batch.counts, batch.finished_at, batch.eta_seconds],
      [{ ...zero, started: 2, pending: 1 }, null, null],
    );
    gate.open();
    await untilDone(id);
    assert.deepEqual(
      (await results(id)).map((line) => [Object.keys(line), line.outputs[0].value]),
      [0, 1, 2].map((row) => [['index', 'job_id', 'status', 'outputs', 'error_message', 'metadata'], `passed r${row}`]),
    );
  });

  test('of more rows than a page are complete and in order', async () => {
    const echo = await createAgent(org, 'EchoEngine');
    const inputs = Array.from({ length: 603 }, (_, index) => ({ text: `row ${index}` }));
    const id = await start({ inputs }, echo.id);
    await untilDone(id);
    const lines = await results(id);
    assert.deepEqual(
      lines.map(({ index }) => index),
      inputs.map((_, index) => index),
    );
    assert.deepEqual(
      lines.map(({ outputs }) => outputs[0].value),
      inputs.map(({ text }) => text),
    );
  });
});

test('cancelling ends open jobs and keeps the others; a second time changes nothing', async () => {
  gate.close();
  const gated = await createAgent(org, 'GateEngine');
  const id = await start({ inputs: ['c0', 'c1', 'c2', 'c3'].map((text) => ({ text })) }, gated.id);
  await until(async () => gate.waiting.size === 2, 'two rows to run');
  gate.waiting.values().next().value!();
  await until(async () => (await getBatch(id)).counts.success === 1, 'one row to end');
  const answer = await org.request('POST', `/v1/agents/batches/${id}/cancel/`);
  assert.deepEqual([answer.status, answer.body.counts], [200, { ...zero, success: 1, cancelled: 3 }]);
  assert.notEqual(answer.body.finished_at, null);
  assert.deepEqual((await org.request('POST', `/v1/agents/batches/${id}/cancel/`)).body, answer.body);
});

describe('retrying what failed', () => {
  test('puts new jobs in the places of failed and cancelled rows, with their own metadata and limits', async () => {
    const failing = await createAgent(org, 'CountingEngine', {
      inputs: [{ key: 'text' }, { key: 'fail', required: false }],
    });
    const row = { metadata: { row: 1 }, timeout_seconds: 60, max_cost: 2 };
    const id = await start({ inputs: [{ text: 'ok' }, { text: 'bad', fail: 'true', ...row }] }, failing.id);
    assert.deepEqual((await untilDone(id)).counts, { ...zero, success: 1, failure: 1 });
    const before = await results(id);
    assert.deepEqual([before[1].outputs, before[1].error_message.startsWith('Failure')], [[], true]);

    const answer = await org.request('POST', `/v1/agents/batches/${id}/retry-failed/`);
    assert.deepEqual([answer.status, answer.body.id, answer.body.total], [200, id, 2]);
    await untilDone(id);
    const after = await results(id);
    assert.deepEqual(after[0], before[0], 'what succeeded stays');
    assert.notEqual(after[1].job_id, before[1].job_id);
    assert.equal(after[1].index, 1);
    const job = await getJob(org, after[1].job_id);
    assert.deepEqual([job.batch_id, job.metadata], [id, { row: 1 }]);
    const limits = await harness.database.system.query('select timeout_seconds, max_cost from jobs where id = $1', [
      job.id,
    ]);
    assert.deepEqual(limits[0], { timeout_seconds: 60, max_cost: 2 });
    assert.deepEqual((await getBatch(id)).counts, { ...zero, success: 1, failure: 1 });
  });

  test('several times at once runs each row once', async () => {
    gate.close();
    const gated = await createAgent(org, 'GateEngine');
    const id = await start({ inputs: Array.from({ length: 5 }, (_, index) => ({ text: `t${index}` })) }, gated.id);
    await org.request('POST', `/v1/agents/batches/${id}/cancel/`);
    await Promise.all(Array.from({ length: 4 }, () => org.request('POST', `/v1/agents/batches/${id}/retry-failed/`)));
    const rows = await harness.database.system.query<{ count: number }>(
      'select count(*) as count from jobs where batch_id = $1 group by batch_index',
      [id],
    );
    assert.deepEqual(
      rows,
      Array.from({ length: 5 }, () => ({ count: 2 })),
    );
    gate.open();
    assert.deepEqual((await untilDone(id)).counts, { ...zero, success: 5 });
  });

  test('with nothing failed changes nothing', async () => {
    const id = await start({ inputs: [{ text: 'fine' }] });
    const done = await untilDone(id);
    assert.deepEqual((await org.request('POST', `/v1/agents/batches/${id}/retry-failed/`)).body, done);
  });
});

test('when the finished rows have cost max_cost, the rest is cancelled instead of started', async () => {
  const paid = await createAgent(org, 'CostEngine', { config: { cost: 1 } });
  const inputs = Array.from({ length: 12 }, (_, index) => ({ text: `p${index}` }));
  const id = await start({ inputs, max_cost: 3 }, paid.id);
  const done = await untilDone(id);
  assert.deepEqual([done.cost, done.counts.success, done.counts.cancelled], [3, 3, 9]);
  assert.equal(done.max_cost, 3);
  const cancelled = (await results(id)).find(({ status }) => status === 5);
  assert.match(cancelled.error_message, /cost limit of the batch/);
});

test('the cost of rows that wait for another attempt counts against max_cost, and is paid when they are refused', async () => {
  const paid = await createAgent(org, 'CostEngine', { config: { cost: 3, failures: 1 } });
  const id = await start({ inputs: ['w0', 'w1', 'w2'].map((text) => ({ text })), max_cost: 3 }, paid.id);
  const done = await untilDone(id);
  assert.deepEqual([done.cost, done.counts], [3, { ...zero, cancelled: 3 }]);
  const [first, ...others] = await Promise.all((await results(id)).map((line) => getJob(org, line.job_id)));
  assert.deepEqual([first.cost, first.status_events.map((event: any) => event.status_code)], [3, [0, 1, 2, 1, 5]]);
  assert.deepEqual(pluck(others, 'cost'), [0, 0]);
});

test('room in a batch is found without walking what ran before, also when PostgreSQL cannot forget it', async () => {
  const { system } = harness.database;
  const id = await start({ inputs: [{ text: 'room' }], max_cost: 1 });
  const [line] = await results(id);
  const holder = new pg.Client({ connectionString: harness.databaseUrl });
  await holder.connect();
  try {
    await holder.query('begin isolation level repeatable read');
    await holder.query('select count(*) as held from job_queue');
    // Jobs of others that ran and ended, but are still in every index.
    await system.run(
      `insert into job_queue (job_id, org_id, agent_id, batch_id, status, priority, run_at, worker_id)
        select gen_random_uuid(), $1, $2, $3, 1, 2, now(), $4 from generate_series(1, 5000)`,
      [org.orgId, agent.id, randomUUID(), randomUUID()],
    );
    await system.run(`delete from job_queue where org_id = $1 and worker_id is not null`, [org.orgId]);
    const plan = await system.query<{ 'QUERY PLAN': any }>(
      `explain (analyze, buffers, format json) ${FIND_ROOM.replace('$1', `'${id}'`).replaceAll('$2', `'${line.job_id}'::uuid`).replace('$3', 'null')}`,
    );
    assert.ok(plan[0]!['QUERY PLAN'][0].Plan['Shared Hit Blocks'] < 30, JSON.stringify(plan[0]!['QUERY PLAN'][0].Plan));
  } finally {
    await holder.end();
  }
});

test('single runs of the same organization come before the rows of a batch', async () => {
  gate.close();
  const gated = await createAgent(org, 'GateEngine');
  const from = gate.started.length;
  const id = await start({ inputs: ['x0', 'x1', 'x2'].map((text) => ({ text })) }, gated.id);
  await until(async () => gate.waiting.size === 2, 'two rows to run');
  const single = await startJob(org, gated.id, { text: 'single' });
  gate.waiting.values().next().value!();
  await until(async () => gate.started.length === from + 3, 'the next job to start');
  assert.equal(gate.started.at(-1), 'single');
  gate.open();
  await untilFinal(org, single);
  await untilDone(id);
});

// Runs last, because a second organization leaves the first fewer slots.
test('the list has the newest first, in pages, of this organization only', async () => {
  const own = await harness.org();
  const echo = await createAgent(own, 'EchoEngine');
  const ids: string[] = [];
  for (const name of ['one', 'two', 'three']) {
    const { body } = await own.request('POST', `/v1/agents/run/${echo.id}/batches/`, {
      name,
      inputs: [{ text: name }],
    });
    ids.unshift(body.id);
  }
  const { body } = await own.request('GET', '/v1/agents/batches/?page_size=2');
  assert.deepEqual([body.count, body.results.map(({ id }: { id: string }) => id)], [3, ids.slice(0, 2)]);
  const { pathname, search } = new URL(body.next);
  const last = await own.request('GET', pathname + search);
  assert.deepEqual([last.body.results[0].name, last.body.next], ['one', null]);
  assert.equal((await own.request('GET', '/v1/agents/batches/?page=9')).status, 404);
  const foreign = await org.request('GET', `/v1/agents/batches/${ids[0]}/`);
  assert.deepEqual([foreign.status, Object.keys(foreign.body)], [404, ['detail', 'code']]);
});

describe('waiting for the end', () => {
  const wait = (id: string, seconds: string) => org.request('GET', `/v1/agents/batches/${id}/?wait=${seconds}`);

  test('the response comes when the last row has ended, and at once for a batch that is over', async () => {
    gate.close();
    const gated = await createAgent(org, 'GateEngine');
    const id = await start({ inputs: [{ text: 'w0' }, { text: 'w1' }, { text: 'w2' }] }, gated.id);
    // One or two, because with several organizations the last slot is kept for the others.
    await until(async () => gate.waiting.size > 0, 'rows that run');
    const waiting = wait(id, '60');
    gate.open();
    const { status, body } = await waiting;
    assert.deepEqual([status, body.counts], [200, { ...zero, success: 3 }]);
    assert.notEqual(body.finished_at, null);
    assert.equal((await wait(id, '60')).body.finished_at, body.finished_at);
  });

  test('the time limit ends it with the progress so far', async () => {
    gate.close();
    const gated = await createAgent(org, 'GateEngine');
    const id = await start({ inputs: [{ text: 'l0' }] }, gated.id);
    const { status, body } = await wait(id, '1');
    assert.deepEqual([status, body.finished_at], [200, null]);
    gate.open();
    await untilDone(id);
    for (const seconds of ['61', '-1', 'x', '1.5']) assert.equal((await wait(id, seconds)).status, 400, seconds);
  });
});
