import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { signWebhook } from '@errand/sdk/webhook-signature';
import { newId } from '#platform/ids.ts';
import { testEngines } from '../../test/engines.ts';
import { type Answer, pluck, request, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createAgent, getJob, startJob, type TestAgent, untilFinal } from '../../test/runs.ts';
import { pauseOrganization } from '../operator/organizations.ts';

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const agent = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] });

const mapping = { text: 'Order ${event.body.order}' };

async function create(body: Record<string, unknown> = {}): Promise<any> {
  return org.expect(201, 'POST', '/v1/triggers/', {
    name: 'A trigger',
    kind: 'http',
    agent_id: agent.id,
    mapping,
    ...body,
  });
}
async function refused(body: Record<string, unknown>): Promise<any> {
  const whole = { name: 'A trigger', kind: 'http', agent_id: agent.id, mapping, ...body };
  return org.expect(400, 'POST', '/v1/triggers/', whole);
}
const send = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  request(harness.baseUrl, undefined, 'POST', new URL(url).pathname, body, headers);
const runsOf = async (id: string): Promise<any[]> =>
  (await org.request('GET', `/v1/triggers/${id}/runs/`)).body.results;

describe('settings', () => {
  test('a trigger has an address of its own; its secret is never shown', async () => {
    const secret = 'a secret of the sender';
    const trigger = await create({ verify: { kind: 'hmac_sha256', secret, header: 'X-Sig', prefix: 'sha256=' } });
    assert.match(trigger.url, /^http:\/\/127\.0\.0\.1:\d+\/hooks\/[\w-]{43}\/$/);
    assert.deepEqual(trigger.verify, { kind: 'hmac_sha256', secret: '********', header: 'X-Sig', prefix: 'sha256=' });
    assert.deepEqual([trigger.condition, trigger.statuses, trigger.last_run], [null, null, null]);
    const stored = await harness.database.system.query('select * from triggers where id = $1', [trigger.id]);
    const token = trigger.url.split('/').at(-2);
    for (const hidden of [secret, token]) assert.ok(!JSON.stringify(stored).includes(hidden), 'encrypted at rest');
    const viewer = await org.keyWithRole('viewer');
    const seen = await request(harness.baseUrl, viewer, 'GET', `/v1/triggers/${trigger.id}/`);
    assert.equal(seen.body.url, null, 'whoever knows the address can start jobs');
    const { body: audit } = await org.request('GET', `/v1/organizations/${org.orgId}/audit/?target_id=${trigger.id}`);
    assert.ok(!JSON.stringify(audit).includes(secret));
  });

  test('a new address takes the place of the old one, which finds nothing from then on', async () => {
    const trigger = await create();
    const rotate = (id: string) => org.request('POST', `/v1/triggers/${id}/rotate-address/`);
    const { status, body: rotated } = await rotate(trigger.id);
    assert.equal(status, 200);
    assert.notEqual(rotated.url, trigger.url);
    assert.equal((await send(trigger.url, { order: 'old' })).status, 404);
    assert.equal((await send(rotated.url, { order: 'new' })).status, 202);
    const after = await create({ kind: 'agent', source_agent_id: agent.id, mapping: { text: 'x' }, enabled: false });
    const refused = await rotate(after.id);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /kind agent has no address/);
    const viewer = await org.keyWithRole('viewer');
    const seen = await request(harness.baseUrl, viewer, 'POST', `/v1/triggers/${trigger.id}/rotate-address/`);
    assert.equal(seen.status, 403);
  });

  test('what cannot be is refused by its field, with what to do', async () => {
    assert.match(
      (await refused({ mapping: { txt: 'x', text: 'y' } })).mapping[0],
      /no input 'txt'\. Did you mean 'text'/,
    );
    assert.match((await refused({ mapping: {} })).mapping[0], /'text' is required.*\$\{event\.body\.text\}/);
    assert.match((await refused({ mapping: { text: '${body.x}' } })).mapping[0], /is not a value of the event/);
    assert.match((await refused({ condition: [{ path: 'x', op: 'exists' }] })).condition[0], /JSON pointer/);
    assert.match((await refused({ verify: { kind: 'hmac_sha256' } })).verify[0], /requires the secret/);
    assert.match((await refused({ verify: { kind: 'standard_webhooks', secret: 'whsec_!' } })).verify[0], /base64/);
    assert.ok((await refused({ kind: 'agent' })).source_agent_id);
    assert.ok((await refused({ kind: 'storage' })).connection_id);
    assert.ok((await refused({ agent_id: agent.versionId })).agent_id);
    const foreign = await createAgent(await harness.org(), 'EchoEngine');
    assert.ok((await refused({ kind: 'agent', source_agent_id: foreign.id })).source_agent_id);
    assert.ok((await refused({ id_header: 'not a header' })).id_header);
  });

  test('a change keeps what it does not name: the address and the secret; the kind stays', async () => {
    const trigger = await create({ verify: { kind: 'hmac_sha256', secret: 'first' } });
    const path = `/v1/triggers/${trigger.id}/`;
    const patched = (await org.request('PATCH', path, { name: 'Other', verify: { ...trigger.verify, header: 'X-S' } }))
      .body;
    assert.deepEqual([patched.url, patched.verify.secret, patched.verify.header], [trigger.url, '********', 'X-S']);
    const signature = createHmac('sha256', 'first').update('{"order":1}').digest('hex');
    assert.equal((await send(trigger.url, '{"order":1}', { 'x-s': signature })).status, 202);
    assert.match((await org.request('PATCH', path, { kind: 'agent' })).body.kind[0], /keeps its kind/);
    const none = (await org.request('PATCH', path, { verify: { kind: 'none' } })).body;
    assert.deepEqual(none.verify, { kind: 'none', secret: null, header: null, prefix: null });
    assert.equal((await org.request('DELETE', path)).status, 204);
    assert.equal((await send(trigger.url, { order: 1 })).status, 404);
  });
});

describe('an http trigger', () => {
  test('an event starts one job, however often it is delivered', async () => {
    const { id, url } = await create({ id_header: 'X-Delivery' });
    const first = await send(url, { order: 'A-17' }, { 'idempotency-key': 'one' });
    assert.equal(first.status, 202, first.text);
    const again = await Promise.all([1, 2, 3].map(() => send(url, { order: 'A-17' }, { 'idempotency-key': 'one' })));
    for (const answer of again) assert.deepEqual([answer.status, answer.body], [202, first.body]);
    const job = await untilFinal(org, first.body.job_id);
    assert.equal(job.outputs[0].value, 'Order A-17');
    const own = await send(url, { order: 'B' }, { 'x-delivery': 'one-of-mine' });
    assert.notEqual(own.body.job_id, first.body.job_id);
    const [unnamed, another] = [await send(url, { order: 'C' }), await send(url, { order: 'C' })];
    assert.notEqual(unnamed.body.job_id, another.body.job_id, 'without an id each call is an event');
    const runs = await runsOf(id);
    assert.equal(runs.length, 4);
    assert.deepEqual(pluck(runs, 'delivery_id'), [null, null, 'one-of-mine', 'one']);
    const [row] = await harness.database.system.query<{ origin: string }>('select origin from jobs where id = $1', [
      job.id,
    ]);
    assert.equal(row!.origin, 'trigger');
  });

  test('many at once with one id are one job', async () => {
    const { id, url } = await create();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(url, { order: 1 }, { 'webhook-id': 'same' })),
    );
    assert.equal(new Set(answers.map(({ body }) => body.job_id)).size, 1);
    assert.ok(answers.every(({ status }) => status === 202));
    assert.equal((await runsOf(id)).length, 1);
  });

  test('signatures are verified over the very bytes, and old ones are refused', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const { id, url } = await create({ verify: { kind: 'standard_webhooks', secret } });
    const body = '{ "order":  "A" }';
    const signed = async (ageSeconds: number, over = body): Promise<Record<string, string>> => {
      const timestamp = Math.floor(Date.now() / 1_000) - ageSeconds;
      const parts = { id: 'msg_1', timestamp, body: over };
      return {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(timestamp),
        'webhook-signature': await signWebhook(parts, [secret]),
      };
    };
    for (const headers of [{}, await signed(0, '{}'), await signed(600), await signed(-600)]) {
      const answer = await send(url, body, headers);
      assert.equal(answer.status, 401);
      assert.ok(answer.body.detail);
    }
    assert.equal((await runsOf(id)).length, 0, 'what nobody signed is no event');
    const accepted = await send(url, body, await signed(0));
    assert.equal(accepted.status, 202, accepted.text);
    assert.deepEqual((await send(url, body, await signed(100))).body, accepted.body, 'a replay is the same event');
  });

  test('a condition that does not hold starts nothing, and the run says so', async () => {
    const { id, url } = await create({ condition: [{ path: '/body/total', op: 'gt', value: 100 }] });
    const small = await send(url, { order: 'A', total: 5 }, { 'idempotency-key': 'k' });
    assert.deepEqual([small.status, small.body], [202, { job_id: null, skipped: 'condition' }]);
    assert.deepEqual((await send(url, { order: 'A', total: 500 }, { 'idempotency-key': 'k' })).body, small.body);
    assert.ok((await send(url, { order: 'A', total: 500 })).body.job_id);
    await org.request('PATCH', `/v1/triggers/${id}/`, { enabled: false });
    assert.deepEqual((await send(url, { order: 'A', total: 500 })).body, { job_id: null, skipped: 'disabled' });
    const runs = await runsOf(id);
    assert.deepEqual(pluck(runs, 'outcome'), ['skipped', 'started', 'skipped']);
    assert.match(runs[2].reason, /condition does not hold: \/body\/total gt/);
  });

  test('what fails is told to the sender and shown; the same event may be sent again', async () => {
    const own = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] });
    const { id, url } = await create({ agent_id: own.id, mapping: { text: '${event.body.text}' } });
    const headers = { 'idempotency-key': 'again' };
    const lacks = await send(url, {}, headers);
    assert.deepEqual([lacks.status, lacks.body], [400, ["Required input 'text' was not supplied."]]);
    assert.deepEqual(pluck(await runsOf(id), 'outcome'), ['failed']);
    const later = await send(url, { text: 'now' }, headers);
    assert.equal(later.status, 202);
    assert.deepEqual(pluck(await runsOf(id), 'job_id'), [later.body.job_id]);
    await org.request('DELETE', `/v1/agents/${own.id}/`);
    const trigger = (await org.request('GET', `/v1/triggers/${id}/`)).body;
    assert.deepEqual([trigger.enabled, trigger.disabled_reason], [false, 'The agent was deleted.']);
  });

  test('an event that a paused organization refused starts when it is sent again', async () => {
    const { id, url } = await create();
    const headers = { 'webhook-id': 'while-paused' };
    await pauseOrganization(harness.database.system, org.orgId, true);
    const refusals = [await send(url, { order: 'A' }, headers), await send(url, { order: 'A' }, headers)];
    await pauseOrganization(harness.database.system, org.orgId, false);
    assert.deepEqual([refusals[0]!.status, refusals[0]!.body], [refusals[1]!.status, refusals[1]!.body]);
    assert.ok(refusals[0]!.status >= 400, refusals[0]!.text);
    const later = await until(async () => {
      const answer = await send(url, { order: 'A' }, headers);
      return answer.status === 202 && answer.body;
    }, 'the organization to run again');
    assert.deepEqual(pluck(await runsOf(id), 'outcome', 'job_id'), [['started', later.job_id]]);
  });

  test('bodies of any type are taken, broken JSON and large ones are refused', async () => {
    const { url } = await create({ mapping: { text: '${event.body} ${event.query.a} ${event.headers.X-One}' } });
    const text = await send(`${url}?a=q`, 'plain', { 'content-type': 'text/plain', 'x-one': 'h' });
    assert.equal(text.status, 202, text.text);
    const path = `${new URL(url).pathname}?a=q`;
    const queried = await request(harness.baseUrl, undefined, 'POST', path, 'plain', {
      'content-type': 'text/plain',
      'x-one': 'h',
    });
    assert.equal((await untilFinal(org, queried.body.job_id)).outputs[0].value, 'plain q h');
    assert.equal((await send(url, '{')).status, 400);
    assert.equal((await send(url, JSON.stringify('x'.repeat(1_100_000)))).status, 413);
    const form = await send(url, 'a=1&b=2', { 'content-type': 'application/x-www-form-urlencoded' });
    assert.equal(form.status, 202);
  });

  test('an event that its process left behind is started by another one, once', async () => {
    const { id, url } = await create();
    const { body } = await send(url, { order: 'left' }, { 'idempotency-key': 'left' });
    await untilFinal(org, body.job_id);
    // As if one process ended right before it recorded the job, and another right before it started one.
    const jobId = newId();
    await harness.database.system.run(
      `update trigger_runs set outcome = 'starting', take_at = now(), inputs = '{"text": "again"}' where trigger_id = $1`,
      [id],
    );
    await harness.database.system.run(
      `insert into trigger_runs (id, org_id, trigger_id, delivery_key, inputs, job_id, outcome, take_at, at)
       values (gen_random_uuid(), $1, $2, 'other', '{"text": "never started"}', $3, 'starting', now(), now())`,
      [org.orgId, id, jobId],
    );
    const runs = await until(async () => {
      const found = await runsOf(id);
      return found.every(({ outcome }) => outcome === 'started') && found;
    }, 'both runs');
    assert.deepEqual(new Set(runs.map((run) => run.job_id)), new Set([body.job_id, jobId]));
    assert.equal((await untilFinal(org, jobId)).outputs[0].value, 'never started');
    assert.equal((await getJob(org, body.job_id)).outputs[0].value, 'Order left');
  });

  test('a test shows condition and inputs of a sample, and starts nothing', async () => {
    const { id } = await create({
      mapping: { text: '${event.headers.X-Kind}: ${event.body.order}' },
      condition: [{ path: '/headers/x-kind', op: 'equals', value: 'paid' }],
    });
    const ask = async (event: unknown) => (await org.request('POST', `/v1/triggers/${id}/test/`, { event })).body;
    assert.deepEqual(await ask({ headers: { 'X-Kind': 'paid' }, body: { order: 'A' } }), {
      starts: true,
      condition: { holds: true, failed: [] },
      inputs: { text: 'paid: A' },
      problems: [],
    });
    const other = await ask({ headers: { 'x-kind': 'sent' } });
    assert.deepEqual([other.starts, other.condition.failed[0].found], [false, 'sent']);
    assert.equal((await runsOf(id)).length, 0);
  });
});

describe('an agent trigger', () => {
  test('the end of a job starts the next agent with what came out of it', async () => {
    const source = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] });
    const next = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }, { key: 'job' }] });
    const { id } = await create({
      kind: 'agent',
      agent_id: next.id,
      source_agent_id: source.id,
      mapping: { text: 'got ${event.job.output}', job: '${event.job.id}' },
      condition: [{ path: '/job/output', op: 'not_equals', value: 'nothing' }],
    });
    const jobId = await startJob(org, source.id, { text: 'hello' });
    await startJob(org, source.id, { text: 'nothing' });
    const runs = await until(async () => {
      const found = await runsOf(id);
      return found.length === 2 && found.every(({ outcome }) => outcome !== 'waiting') && found;
    }, 'two events');
    const started = runs.find((run) => run.outcome === 'started');
    assert.deepEqual([started.source_job_id, started.hops], [jobId, 1]);
    const job = await untilFinal(org, started.job_id);
    const inputs = Object.fromEntries(job.job_inputs.map((input: any) => [input.key, input.value]));
    assert.deepEqual(inputs, { text: 'got hello', job: jobId });
    // A job that is answered from the cache also ends.
    await startJob(org, source.id, { text: 'hello' });
    await until(async () => (await runsOf(id)).length === 3, 'the event of the cached job');
  });

  test('it asks how the job has ended: failed, cancelled, or succeeded', async () => {
    const failing = await createAgent(org, 'FailEngine');
    const slow = await createAgent(org, 'SleepEngine', { config: { ms: 600_000 } });
    const next = { kind: 'agent', mapping: { text: '${event.job.status} ${event.job.status_code}' } };
    const onFailure = await create({ ...next, source_agent_id: failing.id, statuses: ['failed'] });
    const onSuccess = await create({ ...next, source_agent_id: failing.id });
    const onCancel = await create({ ...next, source_agent_id: slow.id, statuses: ['cancelled'] });
    await untilFinal(org, await startJob(org, failing.id));
    await org.request('POST', `/v1/agents/jobs/${await startJob(org, slow.id)}/cancel/`);
    for (const [trigger, text] of [
      [onFailure, 'failed 4'],
      [onCancel, 'failed 5'],
    ] as const) {
      const jobId = await until(async () => (await runsOf(trigger.id))[0]?.job_id ?? false, 'a run');
      assert.equal((await untilFinal(org, jobId)).outputs[0].value, text);
    }
    assert.equal((await runsOf(onSuccess.id)).length, 0);
  });

  test('agents that start each other in a circle are stopped after 10 hops, and the trigger says so', async () => {
    const [one, two] = [
      await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] }),
      await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text' }] }),
    ];
    const link = (from: TestAgent, to: TestAgent) =>
      create({ kind: 'agent', agent_id: to.id, source_agent_id: from.id, mapping: { text: '${event.job.output}+' } });
    const [there, back] = [await link(one, two), await link(two, one)];
    await startJob(org, one.id, { text: 'loop' });
    const all = async (): Promise<any[]> => [...(await runsOf(there.id)), ...(await runsOf(back.id))];
    const runs = await until(async () => {
      const found = await all();
      return found.some(({ outcome }) => outcome === 'skipped') && found;
    }, 'the end of the loop');
    const started = runs.filter(({ outcome }) => outcome === 'started');
    assert.deepEqual(
      started.map(({ hops }) => hops).toSorted((a, b) => a - b),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    );
    const stopped = runs.filter(({ outcome }) => outcome === 'skipped');
    assert.equal(stopped.length, 1);
    assert.deepEqual([stopped[0].hops, stopped[0].job_id], [11, null]);
    assert.match(stopped[0].reason, /10 hops.*loop/);
  });
});
