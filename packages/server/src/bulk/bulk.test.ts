import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCountingEngine, createGateEngine, testEngines } from '../../test/engines.ts';
import { request, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createAgent, createVersion, getJob, startJob, untilFinal } from '../../test/runs.ts';

const ids: string[] = [];
const counting = createCountingEngine();
const gate = createGateEngine();
const path = '/v1/agents/bulk/';

const harness = stopAtEnd(await startHarness({ engines: [...testEngines, counting.engine, gate.engine] }));
const org = await harness.org();
const agent = await createAgent(org, 'CountingEngine');
for (const text of ['a', 'b', '=c']) ids.push(await startJob(org, agent.id, { text, fail: text === 'b' }));
for (const id of ids) await untilFinal(org, id);
stopAtEnd({ stop: gate.open });

async function ask(method: string, at: string, body?: unknown, status = 200): Promise<any> {
  const answer = await org.request(method, at, body);
  assert.equal(answer.status, status, answer.text);
  return answer.body;
}

const plan = (body: unknown): Promise<any> => ask('POST', path, body, 201);
const untilDone = (id: string): Promise<any> =>
  until(async () => {
    const found = await ask('GET', `${path}${id}/`);
    return found.status === 'done' && found;
  }, 'the action to be done');

test('a plan tells number and cost, does nothing, and is done after its start without what came later', async () => {
  const planned = await plan({ kind: 'retry', filter: { q: 'agent:"Agent of CountingEngine"' } });
  assert.deepEqual([planned.status, planned.total, planned.left_out, planned.can_undo], ['planned', 3, 0, false]);
  assert.equal(typeof planned.estimated_cost, 'number');
  const before = counting.runs.length;
  const late = await startJob(org, agent.id, { text: 'late' });
  await untilFinal(org, late);
  assert.equal(counting.runs.length, before + 1);
  await createVersion(org, agent.id, { name: 'second' });
  await ask('POST', `${path}${planned.id}/start/`);
  const done = await untilDone(planned.id);
  assert.deepEqual(done.counts, { pending: 0, done: 3, skipped: 0, failed: 0 });
  const items = (await ask('GET', `${path}${planned.id}/items/`)).results;
  for (const item of items) {
    const again = await getJob(org, item.new_job_id);
    assert.deepEqual([again.retried_from, again.agent_version_name === 'second'], [item.job_id, false]);
    await untilFinal(org, item.new_job_id);
  }
  const found = (await ask('GET', `/v1/agents/jobs/?q=${encodeURIComponent(`bulk:${planned.id}`)}`)).results;
  const newIds = items.map(({ new_job_id }: { new_job_id: string }) => new_job_id);
  assert.deepEqual(found.map(({ id }: { id: string }) => id).sort(), newIds.sort());
  await ask('POST', `${path}${planned.id}/start/`, undefined, 409);
  // New jobs that have already ended cannot be cancelled. Each item says so.
  assert.equal(done.can_undo, true);
  const undo = await ask('POST', `${path}${planned.id}/undo/`, undefined, 201);
  assert.deepEqual((await untilDone(undo.id)).counts, { pending: 0, done: 0, skipped: 3, failed: 0 });
  await ask('POST', `${path}${planned.id}/undo/`, undefined, 409);
});

test('a job that cost nothing is estimated by what the jobs of its agent cost', async () => {
  const spender = await createAgent(org, 'CostEngine', { config: { cost: 0.5 } });
  const first = await startJob(org, spender.id, { text: 'same' });
  await untilFinal(org, first);
  const cached = await startJob(org, spender.id, { text: 'same' });
  await untilFinal(org, cached);
  assert.deepEqual([(await getJob(org, first)).cost, (await getJob(org, cached)).status_code], [0.5, 6]);
  assert.equal((await plan({ kind: 'retry', job_ids: [cached] })).estimated_cost, 0.5);
  assert.equal((await plan({ kind: 'retry', job_ids: [first, cached] })).estimated_cost, 1);
});

test('cancel takes only what goes on, and running it again takes it back', async () => {
  const gated = await createAgent(org, 'GateEngine');
  const running = await startJob(org, gated.id, { text: 'x' });
  const planned = await plan({ kind: 'cancel', job_ids: [running, ids[0]] });
  assert.deepEqual([planned.total, planned.left_out], [1, 1]);
  await ask('POST', `${path}${planned.id}/start/`);
  await untilDone(planned.id);
  assert.equal((await getJob(org, running)).status_code, 5);
  const undo = await ask('POST', `${path}${planned.id}/undo/`, undefined, 201);
  assert.deepEqual([undo.kind, undo.undoes], ['retry', planned.id]);
  gate.open();
  await untilDone(undo.id);
  const [item] = (await ask('GET', `${path}${undo.id}/items/`)).results;
  await untilFinal(org, item.new_job_id);
});

test('an action that is paused stands still, goes on, or is stopped', async () => {
  const planned = await plan({ kind: 'delete_data', job_ids: [ids[1]] });
  // Held by nobody else: as if another process had the lease.
  await harness.database.system.run(
    `update bulk_operations set status = 'running', started_at = now(), lease_until = now() + interval '1 hour' where id = $1`,
    [planned.id],
  );
  assert.equal((await ask('POST', `${path}${planned.id}/pause/`)).status, 'paused');
  await ask('POST', `${path}${planned.id}/pause/`, undefined, 409);
  assert.equal((await getJob(org, ids[1]!)).data_deleted ?? false, false);
  assert.equal((await ask('POST', `${path}${planned.id}/resume/`)).status, 'running');
  const done = await untilDone(planned.id);
  assert.deepEqual([done.counts.done, done.can_undo], [1, false]);
  const other = await plan({ kind: 'delete_data', job_ids: [ids[0]] });
  assert.equal((await ask('POST', `${path}${other.id}/cancel/`)).status, 'cancelled');
  await ask('POST', `${path}${other.id}/start/`, undefined, 409);
});

test('an export is a file of the jobs, in which no formula runs', async () => {
  const planned = await plan({ kind: 'export', filter: { q: 'status:success input.text:"=c"', agent_id: [agent.id] } });
  assert.equal((await ask('POST', `${path}${planned.id}/start/`)).status, 'done');
  const file = await org.request('GET', `${path}${planned.id}/file/`);
  const lines = file.text.trimEnd().split('\r\n');
  assert.equal(lines.length - 1, planned.total);
  assert.match(lines[1]!, /success,Agent of CountingEngine/);
  assert.match(file.headers.get('content-type')!, /text\/csv/);
  const parquet = await fetch(`${harness.baseUrl}${path}${planned.id}/file/?format=parquet`, {
    headers: { authorization: `Bearer ${org.apiKey}` },
  });
  const bytes = Buffer.from(await parquet.arrayBuffer());
  assert.equal(parquet.status, 200, bytes.toString().slice(0, 500));
  assert.deepEqual([bytes.subarray(0, 4).toString(), bytes.subarray(-4).toString()], ['PAR1', 'PAR1']);
  assert.ok(bytes.includes('Agent of CountingEngine'));
  await ask('GET', `${path}${planned.id}/file/?format=xml`, undefined, 400);
});

test('reviewed jobs become cases of a set, each once; those that cannot say why; taking it back removes them', async () => {
  const set = await ask('POST', '/v1/evaluation-sets/', { name: 'From jobs', agent_id: agent.id }, 201);
  await ask('POST', `/v1/agents/jobs/${ids[0]}/feedback/`, { matches_ground_truth: true }, 200);
  const planned = await plan({ kind: 'add_to_set', job_ids: [ids[0], ids[2]], evaluation_set_id: set.id });
  await ask('POST', `${path}${planned.id}/start/`);
  const done = await untilDone(planned.id);
  assert.deepEqual([done.counts.done, done.counts.failed], [1, 1]);
  const [failed] = (await ask('GET', `${path}${planned.id}/items/?status=failed`)).results;
  assert.deepEqual([failed.job_id, typeof failed.reason], [ids[2], 'string']);
  const count = async () => (await ask('GET', `/v1/evaluation-sets/${set.id}/`)).case_count;
  assert.equal(await count(), 1);
  await untilDone((await ask('POST', `${path}${planned.id}/undo/`, undefined, 201)).id);
  assert.equal(await count(), 0);
});

test('what makes no sense is refused, and others see nothing of it', async () => {
  await ask('POST', path, { kind: 'retry' }, 400);
  await ask('POST', path, { kind: 'add_to_set', job_ids: [ids[0]] }, 400);
  await ask('POST', path, { kind: 'retry', filter: { q: 'statsu:x' } }, 400);
  await ask('POST', path, { kind: 'retry', job_ids: ['01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d'] }, 400);
  const other = await harness.org();
  assert.equal((await other.request('POST', path, { kind: 'retry', job_ids: [ids[0]] })).status, 403);
  const viewer = await org.keyWithRole('viewer');
  const refused = await request(harness.baseUrl, viewer, 'POST', path, { kind: 'export', filter: {} });
  assert.equal(refused.status, 403);
});

test('who loses the role while it runs does nothing more: it pauses and says why; somebody else resumes it', async () => {
  const key = await org.keyWithRole('member');
  const planned = (await request(harness.baseUrl, key, 'POST', path, { kind: 'delete_data', job_ids: [ids[2]] })).body;
  assert.equal((await request(harness.baseUrl, key, 'POST', `${path}${planned.id}/pause/`)).status, 409);
  // Started as the key would, with nobody working on it yet.
  await harness.database.system.run(
    `update bulk_operations set status = 'running', started_at = now(), lease_until = now() + interval '1 hour' where id = $1`,
    [planned.id],
  );
  await harness.database.system.run(
    `update api_keys set revoked_at = now() where id = (select key_id from bulk_operations where id = $1)`,
    [planned.id],
  );
  await harness.database.system.run('update bulk_operations set lease_until = null where id = $1', [planned.id]);
  const paused = await until(async () => {
    const found = await ask('GET', `${path}${planned.id}/`);
    return found.status === 'paused' && found;
  }, 'the action to pause');
  assert.match(paused.paused_because, /API key that started it is no longer valid/);
  assert.deepEqual(paused.counts, { pending: 1, done: 0, skipped: 0, failed: 0 });
  const resumed = await ask('POST', `${path}${planned.id}/resume/`);
  assert.equal(resumed.paused_because, null);
  assert.equal((await untilDone(planned.id)).counts.done, 1);
});
