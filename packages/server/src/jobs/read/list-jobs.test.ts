import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCountingEngine, createGateEngine, testEngines } from '../../../test/engines.ts';
import { startHarness, stopAtEnd, until } from '../../../test/harness.ts';
import { createAgent, createVersion, getJob, startJob, untilFinal, uploadFile } from '../../../test/runs.ts';

const counting = createCountingEngine();
const gate = createGateEngine();
/** Oldest first: 3 × SUCCESS, FAILURE, CACHED, and one of the second version. */
const ids: string[] = [];

const harness = stopAtEnd(await startHarness({ engines: [...testEngines, counting.engine, gate.engine] }));
const org = await harness.org();
const agent = await createAgent(org, 'CountingEngine');
const bodies = [
  { text: 'Apple', metadata: { case: 'A-17', n: 7, deep: { a: [1] } } },
  { text: '100% banana_split', metadata: { case: 'B-18' } },
  { text: 'cherry' },
  { text: 'Apple pie', fail: 'true', metadata: { case: 'A-17', nothing: null } },
  { text: 'Apple', metadata: { long: 'x' } },
];
for (const body of bodies) {
  ids.push(await startJob(org, agent.id, body));
  await untilFinal(org, ids.at(-1)!);
}
await createVersion(org, agent.id, { name: 'second' });
ids.push(await startJob(org, agent.id, { text: 'new' }));
await untilFinal(org, ids.at(-1)!);

type Page = { count: number; next: string | null; previous: string | null; results: any[] };

async function list(query: Record<string, string> = {}, agentId = agent.id): Promise<Page> {
  return org.expect(200, 'GET', `/v1/agents/${agentId}/jobs/?${new URLSearchParams(query)}`);
}

/** Returns the indexes in `ids` of the jobs that a query finds, in its order. */
async function found(query: Record<string, string>): Promise<number[]> {
  const page = await list(query);
  assert.equal(page.count, page.results.length, 'the count is that of the filtered jobs');
  return page.results.map(({ id }) => ids.indexOf(id));
}

async function refused(query: string, field: string): Promise<void> {
  const answer = await org.expect(400, 'GET', `/v1/agents/${agent.id}/jobs/?${query}`);
  assert.deepEqual(Object.keys(answer), [field]);
}

test('newest first, each with all members of a list item', async () => {
  assert.deepEqual(await found({}), [5, 4, 3, 2, 1, 0]);
  const { results } = await list();
  assert.deepEqual(Object.keys(results[5]).sort(), [
    'actor',
    'agent_version_name',
    'created_at',
    'creator',
    'display_status',
    'duration_ms',
    'evaluation',
    'feedback_review',
    'id',
    'job_inputs',
    'last_updated_at',
    'metadata',
    'needs_review',
    'review_state',
    'status_code',
    'status_events',
    'ui_fields',
    'waited_ms',
    'waiting_for',
    'waiting_since',
  ]);
  assert.deepEqual(results[5].job_inputs, [
    { key: 'text', description: 'Parameter of CountingEngine.', data_type: 'text/plain', value: 'Apple' },
  ]);
  assert.deepEqual(results[2].status_events.at(-1).error_message, 'Failure 4');
  assert.deepEqual([results[0].agent_version_name, results[5].agent_version_name], ['second', 'unnamed version']);
});

test('metadata values are text here; other values are JSON text', async () => {
  const { results } = await list({ ordering: 'id' });
  assert.deepEqual(results[0].metadata, { case: 'A-17', n: '7', deep: '{"a":[1]}' });
  assert.deepEqual(results[3].metadata, { case: 'A-17', nothing: 'null' });
  assert.deepEqual(results[2].metadata, {});
});

test('values longer than 1000 characters are cut, never inside one; file inputs show their names', async () => {
  const docs = await createAgent(org, 'EchoEngine', {
    inputs: [{ key: 'text' }, { key: 'doc', data_type: 'application/pdf' }],
  });
  const fileId = await uploadFile(org, 'a', 'päper.pdf');
  const whole = `a${'😀'.repeat(999)}`;
  await startJob(org, docs.id, { text: `${whole}😀`, doc: fileId });
  await startJob(org, docs.id, { text: whole, doc: fileId });
  const [uncut, job] = (await list({}, docs.id)).results;
  assert.deepEqual([uncut.job_inputs[0].value, job.job_inputs[0].value], [whole, whole]);
  assert.deepEqual([job.job_inputs[1].value, job.job_inputs[1].file_name], [`file_${fileId}`, 'päper.pdf']);
});

test('a running job has no duration', async () => {
  const gated = await createAgent(org, 'GateEngine');
  const id = await startJob(org, gated.id, { text: 'a' });
  await until(async () => gate.waiting.has(id), 'the job to start');
  const [job] = (await list({}, gated.id)).results;
  assert.deepEqual([job.status_code, job.duration_ms], [1, null]);
  gate.open();
  const done = await untilFinal(org, id);
  const [later] = (await list({}, gated.id)).results;
  assert.equal(later.duration_ms, done.duration_ms);
});

describe('filters', () => {
  test('status_code: one or a comma list', async () => {
    assert.deepEqual(await found({ status_code: '4' }), [3]);
    assert.deepEqual(await found({ status_code: '4,6' }), [4, 3]);
    assert.deepEqual(await found({ status_code: '4, 6' }), [4, 3]);
    assert.deepEqual(await found({ status_code: '0,1,2,5' }), []);
    for (const value of ['7', 'x', '3,', ',3', '3;4', '-1']) await refused(`status_code=${value}`, 'status_code');
  });

  test('created_from and created_to are inclusive to the millisecond, in any time zone', async () => {
    const { created_at: from } = await getJob(org, ids[1]!);
    const { created_at: to } = await getJob(org, ids[3]!);
    assert.deepEqual(await found({ created_from: from, created_to: to }), [3, 2, 1]);
    const local = new Date(Date.parse(from) + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
    assert.deepEqual(await found({ created_from: local, created_to: to }), [3, 2, 1]);
    assert.deepEqual(await found({ created_to: new Date(Date.parse(from) - 1).toISOString() }), [0]);
    assert.deepEqual(await found({ created_from: from.replace('Z', '000Z'), created_to: to }), [3, 2, 1]);
    assert.deepEqual(await found({ created_from: from.replace('Z', '001Z'), created_to: to }), [3, 2], 'a bit later');
    assert.deepEqual(await found({ created_from: from, created_to: to.replace('Z', '999Z') }), [3, 2, 1]);
    assert.deepEqual(await found({ created_from: '9999-12-31T23:59:59.999999Z' }), []);
    assert.deepEqual(await found({ created_from: '9999-12-31T23:59:59Z' }), []);
    assert.deepEqual(await found({ created_to: '0001-01-01T00:00:00Z' }), []);
    for (const value of ['yesterday', '2026-1-1', '2026-13-01T00:00:00Z', '2016-12-31T23:59:60Z']) {
      await refused(`created_from=${value}`, 'created_from');
      await refused(`created_to=${value}`, 'created_to');
    }
  });

  test('version_name exactly, job_id exactly or by its beginning', async () => {
    assert.deepEqual(await found({ version_name: 'second' }), [5]);
    assert.deepEqual(await found({ version_name: 'secon' }), []);
    assert.deepEqual(await found({ job_id: ids[2]! }), [2]);
    assert.deepEqual(await found({ job_id: ids[2]!.toUpperCase() }), [2]);
    assert.equal((await found({ job_id: ids[2]!.slice(0, 8) })).includes(2), true);
    assert.deepEqual(await found({ job_id: ids[2]!.slice(1) }), []);
    assert.deepEqual(await found({ job_id: '%' }), []);
  });

  test('job_inputs and search find parts in any case, and take % and _ as they are', async () => {
    assert.deepEqual(await found({ job_inputs: 'apple' }), [4, 3, 0]);
    assert.deepEqual(await found({ job_inputs: '0% B' }), [1]);
    assert.deepEqual(await found({ job_inputs: '_' }), [1]);
    assert.deepEqual(await found({ job_inputs: '\\' }), []);
    assert.deepEqual(await found({ search: 'CHERRY' }), [2]);
    assert.deepEqual(await found({ search: 'a-17' }), [3, 0]);
    assert.deepEqual(await found({ search: 'SECOND' }), [5]);
    assert.deepEqual(await found({ search: ids[1]! }), [1]);
    assert.deepEqual(await found({ semantic_string: 'cherry' }), [2]);
    assert.deepEqual(await found({ search: 'value' }), [], 'names of members are not searched');
  });

  test('metadata: all pairs of an object, or part of the text; exclude_metadata the opposite', async () => {
    assert.deepEqual(await found({ metadata: '{"case": "A-17"}' }), [3, 0]);
    assert.deepEqual(await found({ metadata: '{"case": "A-17", "n": 7}' }), [0]);
    assert.deepEqual(await found({ metadata: '{"n": "7"}' }), [0], 'as the list shows it');
    assert.deepEqual(await found({ metadata: '{"n": "8"}' }), []);
    assert.deepEqual(await found({ metadata: '{"case": "A-17", "n": "7", "deep": "{\\"a\\":[1]}"}' }), [0]);
    assert.deepEqual(await found({ metadata: '{"other": "7"}' }), []);
    assert.deepEqual(await found({ metadata: '{"deep": {"a": [1]}}' }), [0]);
    assert.deepEqual(await found({ metadata: 'b-1' }), [1]);
    assert.deepEqual(await found({ exclude_metadata: '{"case": "A-17"}' }), [5, 4, 2, 1]);
    assert.deepEqual(await found({ exclude_metadata: '{"n": "7"}' }), [5, 4, 3, 2, 1]);
    assert.deepEqual(await found({ exclude_metadata: ' { } ' }), [5, 4, 3, 2, 1, 0], 'no pair, nothing to leave out');
    assert.deepEqual(await found({ exclude_metadata: 'A-17', status_code: '3' }), [5, 2, 1]);
    assert.deepEqual(await found({ metadata: '[1]' }), [0], 'what is no object is part of the text');
    for (const odd of ['{"a": "\\u0000"}', '{"a": "\\ud800"}', '{"a": 1e999}', '{"__proto__": 1}', '{"zz"']) {
      assert.deepEqual(await found({ metadata: odd }), [], odd);
    }
  });

  test('verdict: that of the engine', async () => {
    assert.deepEqual(await found({ verdict: 'approved' }), []);
    await harness.database.system.run(
      `update job_results set ui_fields = '{"verdict": "approved"}' where job_id = $1`,
      [ids[2]],
    );
    assert.deepEqual(await found({ verdict: 'approved' }), [2]);
    assert.deepEqual((await list({ verdict: 'approved' })).results[0].ui_fields, { verdict: 'approved' });
    assert.deepEqual(await found({ verdict: 'approved', status_code: '3' }), [2]);
    assert.deepEqual(await found({ verdict: 'approved', status_code: '4' }), []);
    assert.deepEqual(await found({ verdict: 'approved', limit: '2' }), [], 'only the newest are considered');
    assert.deepEqual(await found({ verdict: 'approved', ordering: 'cost' }), [2]);
    assert.deepEqual(await found({ verdict: 'approved', search: 'no such words' }), []);
    const long = 'v'.repeat(5_000);
    await harness.database.system.run(`update job_results set ui_fields = $2::json where job_id = $1`, [
      ids[2]!,
      JSON.stringify({ verdict: long }),
    ]);
    assert.deepEqual([await found({ verdict: long }), await found({ verdict: `${long.slice(1)}w` })], [[2], []]);
  });

  test('all filters have to match; empty ones are ignored', async () => {
    assert.deepEqual(await found({ status_code: '3', job_inputs: 'apple', metadata: 'A-17' }), [0]);
    assert.deepEqual(
      await found({ status_code: '', search: '', metadata: '', ordering: '', limit: '' }),
      [5, 4, 3, 2, 1, 0],
    );
  });

  test('limit: only so many of the newest are considered and counted, 0 for all', async () => {
    assert.deepEqual(await found({ limit: '2' }), [5, 4]);
    assert.deepEqual(await found({ limit: '3', status_code: '3' }), [5]);
    assert.equal((await list({ limit: '0' })).count, 6);
    assert.equal((await list({ limit: '1000000' })).count, 6);
    for (const value of ['-1', '1000001', '1.5', 'x', '1e3']) await refused(`limit=${value}`, 'limit');
  });
});

describe('ordering', () => {
  test('by each name, both ways, and by several', async () => {
    assert.deepEqual(await found({ ordering: 'created_at' }), [0, 1, 2, 3, 4, 5]);
    assert.deepEqual(await found({ ordering: '-id' }), [5, 4, 3, 2, 1, 0]);
    assert.deepEqual(await found({ ordering: 'status_code,-created_at' }), [5, 2, 1, 0, 3, 4]);
    assert.deepEqual(await found({ ordering: '-status_code, created_at' }), [4, 3, 0, 1, 2, 5]);
    assert.deepEqual(await found({ ordering: 'agent_version_name,id' }), [5, 0, 1, 2, 3, 4]);
    assert.deepEqual(await found({ ordering: '-last_updated_at' }), [5, 4, 3, 2, 1, 0]);
    assert.equal((await found({ ordering: 'cost' })).length, 6);
    assert.equal((await found({ ordering: '-duration' })).length, 6);
    assert.deepEqual(await found({ ordering: 'grader_score' }), [5, 4, 3, 2, 1, 0]);
    assert.deepEqual(await found({ ordering: 'id,-id,id' }), [0, 1, 2, 3, 4, 5]);
    for (const value of ['nonsense', '--id', 'id,', 'id desc', 'constructor']) {
      await refused(`ordering=${encodeURIComponent(value)}`, 'ordering');
    }
  });
});

describe('pages', () => {
  test('link to their neighbours, keep the other parameters and end with a 404', async () => {
    const first = await list({ page_size: '2', status_code: '3,4' });
    assert.deepEqual([first.count, first.results.length, first.previous], [5, 2, null]);
    const next = new URL(first.next!);
    assert.equal(next.origin, harness.baseUrl);
    assert.deepEqual(Object.fromEntries(next.searchParams), { page_size: '2', status_code: '3,4', page: '2' });
    const seen = first.results.map(({ id }) => id);
    for (let url = first.next; url !== null; ) {
      const { pathname, search } = new URL(url);
      const { body } = await org.request('GET', pathname + search);
      assert.ok(body.previous);
      seen.push(...body.results.map(({ id }: { id: string }) => id));
      url = body.next;
    }
    assert.equal(new Set(seen).size, 5);
    for (const page of ['0', '-1', 'x', '1.5', '4', '99999999999999999999']) {
      const answer = await org.request('GET', `/v1/agents/${agent.id}/jobs/?page_size=2&status_code=3,4&page=${page}`);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [404, ['detail', 'code']], page);
    }
  });

  test('have 20 by default and at most 100; an unusable size counts as none', async () => {
    const echo = await createAgent(org, 'EchoEngine');
    const inputs = Array.from({ length: 101 }, (_, index) => ({ text: `n${index}` }));
    await org.request('POST', `/v1/agents/run/${echo.id}/async/many/`, { inputs });
    for (const [size, expected] of [
      ['', 20],
      ['5', 5],
      ['1000', 100],
      ['0', 20],
      ['-5', 20],
      ['x', 20],
    ] as const) {
      const { count, results } = await list({ page_size: size }, echo.id);
      assert.deepEqual([count, results.length], [101, expected], size);
    }
  });

  test('page 1 of nothing is empty', async () => {
    const fresh = await createAgent(org, 'EchoEngine');
    assert.deepEqual(await list({}, fresh.id), { count: 0, next: null, previous: null, results: [] });
    assert.deepEqual(await list({ search: 'nobody has this' }), { count: 0, next: null, previous: null, results: [] });
  });
});

test('jobs of other agents and organizations are not in the list', async () => {
  const other = await harness.org();
  const answer = await other.request('GET', `/v1/agents/${agent.id}/jobs/`);
  assert.deepEqual([answer.status, Object.keys(answer.body)], [403, ['detail', 'code']]);
  assert.equal((await list({}, (await createAgent(org, 'CountingEngine')).id)).count, 0);
});
