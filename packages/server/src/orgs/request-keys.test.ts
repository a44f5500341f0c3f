import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepsAnswer, type Operation } from '@errand/contract/operation.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import { testEngines } from '../../test/engines.ts';
import { request, startHarness, stopAtEnd } from '../../test/harness.ts';
import { createAgent, startJob, untilFinal } from '../../test/runs.ts';

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();

const post = (path: string, key: string, body: unknown, from = org) =>
  from.request('POST', path, body, { 'idempotency-key': key });

const count = async (path: string): Promise<number> => (await org.request('GET', path)).body.count;

test('every operation that creates something takes a key', () => {
  const creating = Object.values(operations)
    .flatMap((group) => Object.values(group) as Operation[])
    .filter(({ method, scope, responses, creates }) => {
      return method === 'POST' && scope === undefined && (201 in responses || creates);
    });
  assert.ok(creating.length > 30);
  for (const operation of creating)
    assert.ok('Idempotency-Key' in (operation.headers?.properties ?? {}), operation.path);
  assert.ok(creating.filter(keepsAnswer).length > 25);
});

test('a repeated request gets the first answer and creates nothing, also with a new key or secret in it', async () => {
  const bodies: [string, object][] = [
    ['/v1/evaluation-sets/', { name: 'repeated' }],
    [`/v1/organizations/${org.orgId}/api-keys/`, { name: 'repeated' }],
    ['/webhooks/', { name: 'repeated', url: 'https://example.com/' }],
  ];
  for (const [path, body] of bodies) {
    const first = await post(path, 'k1', body);
    assert.equal(first.status, 201, first.text);
    const again = await post(path, 'k1', body);
    assert.deepEqual([again.status, again.body], [201, first.body], path);
  }
  const stored = await harness.database.system.query<{ row: string }>('select r::text as row from request_keys r');
  assert.ok(stored.length >= 3);
  for (const { row } of stored) assert.doesNotMatch(row, /repeated|example\.com/);
});

test('copies of one request at the same moment create one thing and get one answer', async () => {
  const before = await count('/v1/evaluation-sets/');
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post('/v1/evaluation-sets/', 'same', { name: 's' })),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  assert.equal((await count('/v1/evaluation-sets/')) - before, 1);
});

test('copies of a retry, a plan and an upload create one thing too, though no audit entry tells of them', async () => {
  const { id: agentId } = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] });
  const job = await untilFinal(org, await startJob(org, agentId, { text: 'a' }));
  const file = () => {
    const form = new FormData();
    form.set('file', new File(['a,b\n'], 'a.csv'));
    return form;
  };
  const requests: [string, () => unknown, string][] = [
    [`/v1/agents/jobs/${job.id}/retry/`, () => ({}), 'jobs'],
    ['/v1/agents/bulk/', () => ({ kind: 'export', filter: { q: 'status:success' } }), 'bulk_operations'],
    ['/v1/tables/upload/presigned-url/', () => ({ table_name: 'once' }), 'table_uploads'],
    ['/v1/datasets/files/upload/', file, 'files'],
  ];
  for (const [path, body, table] of requests) {
    const rows = async () =>
      (await harness.database.system.query(`select 1 from ${table} where org_id = $1`, [org.orgId])).length;
    const before = await rows();
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(path, 'copies', body())));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]), answers[0]!.text);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1, path);
    assert.equal((await rows()) - before, 1, path);
  }
});

test('the same key with another body or sender is refused; another organization has keys of its own', async () => {
  const path = '/v1/evaluation-sets/';
  assert.equal((await post(path, 'k2', { name: 'one' })).status, 201);
  const other = await post(path, 'k2', { name: 'two' });
  assert.deepEqual([other.status, other.headers.get('x-error-code')], [409, 'errand.requests.idempotency_conflict']);
  const member = await org.keyWithRole('member');
  const headers = { 'idempotency-key': 'k2' };
  assert.equal((await request(harness.baseUrl, member, 'POST', path, { name: 'one' }, headers)).status, 409);
  assert.equal((await post(path, 'k2', { name: 'one' }, await harness.org())).status, 201);
});

test('a refused request claims nothing: the corrected one goes through with the same key', async () => {
  const path = '/v1/evaluation-sets/';
  assert.equal((await post(path, 'k3', { name: '' })).status, 400);
  assert.equal((await post(path, 'k3', { name: 'right' })).status, 201);
});

test('an answer that was lost with its process is told, and nothing is created again', async () => {
  const path = '/v1/evaluation-sets/';
  assert.equal((await post(path, 'k4', { name: 'lost' })).status, 201);
  await harness.database.system.run(`update request_keys set sealed_answer = null where key = 'k4'`);
  const before = await count(path);
  const again = await post(path, 'k4', { name: 'lost' });
  assert.deepEqual([again.status, again.headers.get('x-error-code')], [409, 'errand.requests.answer_lost']);
  assert.equal(await count(path), before);
});

test('a copy that comes between the change and its answer waits for the answer', async () => {
  const path = '/v1/evaluation-sets/';
  const first = await post(path, 'k5', { name: 'slow' });
  const { system } = harness.database;
  const [row] = await system.query<{ sealed_answer: string }>(
    `select sealed_answer from request_keys where key = 'k5'`,
  );
  await system.run(`update request_keys set sealed_answer = null where key = 'k5'`);
  const waiting = post(path, 'k5', { name: 'slow' });
  await system.run(`update request_keys set sealed_answer = $1 where key = 'k5'`, [row!.sealed_answer]);
  assert.deepEqual((await waiting).body, first.body);
});

test('a key is forgotten after a day', async () => {
  const path = '/v1/evaluation-sets/';
  assert.equal((await post(path, 'k6', { name: 'a' })).status, 201);
  await harness.database.system.run(
    `update request_keys set created_at = now() - interval '26 hours' where key = 'k6'`,
  );
  const before = await count(path);
  assert.equal((await post(path, 'k6', { name: 'a' })).status, 201);
  assert.equal((await count(path)) - before, 1);
});

test('a key that is no key is refused', async () => {
  assert.equal((await post('/v1/evaluation-sets/', 'x'.repeat(300), { name: 'a' })).status, 400);
});
