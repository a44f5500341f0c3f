import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createCountingEngine, testEngines } from '../../../test/engines.ts';
import { type Answer, startHarness, stopAtEnd } from '../../../test/harness.ts';
import { createAgent } from '../../../test/runs.ts';

const counting = createCountingEngine();

const harness = stopAtEnd(await startHarness({ engines: [...testEngines, counting.engine] }));
const org = await harness.org();
const agent = await createAgent(org, 'CountingEngine', { settings: { disable_cache: true } });

const newKey = (): string => `key ${randomUUID()}`;

const run = (path: string, body: unknown, key: string): Promise<Answer> =>
  org.request('POST', `/v1/agents/run/${agent.id}/${path}`, body, { 'idempotency-key': key });

async function countJobs(): Promise<number> {
  const rows = await harness.database.system.query<{ count: number }>('select count(*) as count from jobs');
  return rows[0]!.count;
}

test('the same key, path and body give the first job again and create nothing', async () => {
  const key = newKey();
  const first = await run('async/', { text: 'a' }, key);
  const before = await countJobs();
  const again = await run('async/', '{ "text":  "a" }', key);
  const slashless = await run('async', { text: 'a' }, key);
  assert.equal(first.status, 200);
  assert.deepEqual([again.status, again.body], [200, first.body]);
  assert.equal(slashless.body, first.body);
  assert.equal(await countJobs(), before);
});

test('the same key with another body is 409 {detail}, for every part of the body', async () => {
  const key = newKey();
  assert.equal((await run('async/', { text: 'a', metadata: { a: 1 } }, key)).status, 200);
  for (const body of [{ text: 'b', metadata: { a: 1 } }, { text: 'a' }, { text: 'a', metadata: { a: 2 } }, {}]) {
    const answer = await run('async/', body, key);
    assert.equal(answer.status, 409, answer.text);
    assert.deepEqual(Object.keys(answer.body), ['detail', 'code']);
  }
});

test('another path, another key and another organization are other requests', async () => {
  const key = newKey();
  const first = await run('async/', { text: 'a' }, key);
  const version = await run(`versions/${agent.versionId}/async/`, { text: 'a' }, key);
  const otherKey = await run('async/', { text: 'a' }, newKey());
  const other = await harness.org();
  const foreign = await createAgent(other, 'CountingEngine');
  const theirs = await other.request(
    'POST',
    `/v1/agents/run/${foreign.id}/async/`,
    { text: 'a' },
    { 'idempotency-key': key },
  );
  assert.equal(new Set([first.body, version.body, otherKey.body, theirs.body]).size, 4);
});

test('of 20 racing copies one makes a job and all get its id', async () => {
  for (const body of [{ text: 'race' }, new URLSearchParams({ text: 'race' })]) {
    const before = await countJobs();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => run('async/', body, key)));
    assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [200]);
    assert.equal(new Set(answers.map((answer) => answer.body)).size, 1);
    assert.equal(await countJobs(), before + 1);
  }
});

test('a synchronous copy waits for the first one and gets the same outputs', async () => {
  const key = newKey();
  const answers = await Promise.all(Array.from({ length: 10 }, () => run('', { text: 'sync' }, key)));
  const late = await run('', { text: 'sync' }, key);
  for (const answer of [...answers, late]) {
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body, late.body);
    assert.equal(answer.headers.get('x-agent-job-id'), late.headers.get('x-agent-job-id'));
  }
  assert.equal(counting.runs.filter(({ inputs }) => inputs.text === 'sync').length, 1);
  const failing = newKey();
  const failures = [
    await run('', { text: 'x', fail: 'true' }, failing),
    await run('', { text: 'x', fail: 'true' }, failing),
  ];
  assert.deepEqual([failures[1]!.status, failures[1]!.body], [400, failures[0]!.body]);
});

test('run-many gives all ids again; any other item is a conflict', async () => {
  const key = newKey();
  const body = { inputs: [{ text: 'a' }, { text: 'b' }] };
  const first = await run('async/many/', body, key);
  const before = await countJobs();
  assert.equal(first.body.length, 2);
  assert.deepEqual((await run('async/many/', body, key)).body, first.body);
  assert.equal((await run('async/many/', { inputs: [{ text: 'a' }, { text: 'c' }] }, key)).status, 409);
  assert.equal((await run('async/many/', { ...body, metadata: { a: 1 } }, key)).status, 409);
  assert.equal(await countJobs(), before);
});

test('a batch is made once', async () => {
  const key = newKey();
  const body = { inputs: [{ text: 'a' }, { text: 'b' }], name: 'once' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => run('batches/', body, key)));
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [201]);
  assert.equal(new Set(answers.map((answer) => answer.body.id)).size, 1);
  assert.equal((await run('batches/', { ...body, name: 'twice' }, key)).status, 409);
});

test('uploads count by their content, and a copy leaves no file behind', async () => {
  const docs = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'doc', data_type: 'application/pdf' }] });
  const upload = (content: string, key: string): Promise<Answer> => {
    const form = new FormData();
    form.set('doc', new File([content], 'a.pdf'));
    return org.request('POST', `/v1/agents/run/${docs.id}/async/`, form, { 'idempotency-key': key });
  };
  const files = async () =>
    (await harness.database.system.query<{ count: number }>('select count(*) as count from files'))[0]!.count;
  const key = newKey();
  const first = await upload('same', key);
  const before = await files();
  assert.deepEqual((await upload('same', key)).body, first.body);
  assert.equal((await upload('other', key)).status, 409);
  assert.equal(await files(), before);
});

test('a refused request does not use its key up', async () => {
  const key = newKey();
  const strict = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] });
  const path = `/v1/agents/run/${strict.id}/async/`;
  assert.equal((await org.request('POST', path, {}, { 'idempotency-key': key })).status, 400);
  assert.equal((await org.request('POST', path, { text: 'a' }, { 'idempotency-key': key })).status, 200);
  const poor = await harness.org({ credits: 0 });
  const theirs = await createAgent(poor, 'CountingEngine');
  for (const expected of [403, 403]) {
    const answer = await poor.request('POST', `/v1/agents/run/${theirs.id}/async/`, {}, { 'idempotency-key': key });
    assert.equal(answer.status, expected);
  }
});

test('a key is forgotten after 24 hours', async () => {
  const key = newKey();
  const first = await run('async/', { text: 'a' }, key);
  await harness.database.system.run(
    `update idempotency_keys set created_at = now() - interval '25 hours' where key = $1`,
    [key],
  );
  const later = await run('async/', { text: 'b' }, key);
  assert.equal(later.status, 200);
  assert.notEqual(later.body, first.body);
  assert.equal((await run('async/', { text: 'b' }, key)).body, later.body);
});

test('a key must be printable text of up to 255 characters, or it is a field error; an empty one counts as missing', async () => {
  const answer = await run('async/', { text: 'a' }, 'x'.repeat(256));
  assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['Idempotency-Key']]);
  const ids = [await run('async/', { text: 'a' }, ''), await run('async/', { text: 'a' }, '')];
  assert.notEqual(ids[0]!.body, ids[1]!.body);
});
