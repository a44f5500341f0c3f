import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { pluck, request, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createAgent, createHook, deliveriesOf, runJob } from '../../test/webhooks/fixtures.ts';
import { startReceiver } from '../../test/webhooks/receiver.ts';

const harness = stopAtEnd(await startHarness({ env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));
const org = await harness.org();
const other = await harness.org();
const receiver = stopAtEnd(await startReceiver());

const members = [
  'id',
  'name',
  'url',
  'alerts',
  'failure_count',
  'created_by',
  'created_at',
  'updated_at',
  'secret',
  'previous_secret_until',
  'headers',
  'events',
  'is_active',
  'disabled_reason',
  'last_triggered_at',
  'last_success_at',
  'last_failure_at',
];

test('a webhook has every member, defaults filled in, and is listed in its organization only', async () => {
  const owner = await harness.org();
  const { body } = await owner.request('POST', '/webhooks/', { name: 'A', url: 'https://93.184.216.34/x' });
  assert.deepEqual(Object.keys(body), members);
  assert.deepEqual(
    [body.alerts, body.headers, body.events, body.is_active, body.failure_count, body.last_triggered_at],
    [[], {}, ['triggered'], true, 0, null],
  );
  assert.equal(typeof body.created_by, 'number');
  const given = {
    name: 'B',
    url: receiver.url,
    secret: 'my own secret',
    headers: { 'X-A': 'b' },
    events: ['job_completed'],
    alerts: [randomUUID()],
    is_active: false,
  };
  const full = (await owner.request('POST', '/v1/webhooks', given)).body;
  for (const [name, value] of Object.entries(given)) assert.deepEqual(full[name], value);
  assert.deepEqual((await owner.request('GET', '/webhooks/')).body, [full, body]);
  assert.deepEqual((await owner.request('GET', '/v1/webhooks')).body, [full, body]);
  assert.deepEqual((await owner.request('GET', `/webhooks/${full.id}`)).body, full);
  assert.deepEqual((await (await harness.org()).request('GET', '/webhooks/')).body, []);
});

test('agents that are named on creating are linked at once; an unknown one, and nothing is created', async () => {
  const agent = await createAgent(org);
  const named = { name: 'Linked', url: receiver.url, agent_ids: [agent.id] };
  const hook = await org.expect(201, 'POST', '/v1/webhooks/', named);
  const linked = (await org.request('GET', `/v1/webhooks/${hook.id}/agents/`)).body;
  assert.deepEqual(pluck(linked, 'id'), [agent.id]);
  const count = async () => (await org.request('GET', '/v1/webhooks/')).body.length;
  const before = await count();
  const refused = await org.request('POST', '/v1/webhooks/', { ...named, agent_ids: [agent.id, randomUUID()] });
  assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['agent_ids']]);
  assert.equal(await count(), before);
});

test('PUT and PATCH change what is given; a new secret counts alone', async () => {
  const hook = await createHook(org, [], { url: receiver.url, headers: { a: 'b' } });
  const patched = (await org.request('PATCH', `/webhooks/${hook.id}/`, { name: 'New', events: [] })).body;
  assert.deepEqual([patched.name, patched.events, patched.headers, patched.url], ['New', [], { a: 'b' }, receiver.url]);
  assert.ok(patched.updated_at > hook.updated_at);
  const put = await org.request('PUT', `/v1/webhooks/${hook.id}/`, { name: 'Put', url: receiver.url, headers: {} });
  assert.deepEqual([put.status, put.body.name, put.body.headers, put.body.events], [200, 'Put', {}, []]);
  assert.deepEqual(Object.keys((await org.request('PUT', `/webhooks/${hook.id}/`, { name: 'x' })).body), ['url']);
  await org.request('POST', `/webhooks/${hook.id}/rotate-secret/`);
  const changed = (await org.request('PATCH', `/webhooks/${hook.id}/`, { secret: 'leaked no more' })).body;
  assert.deepEqual([changed.secret, changed.previous_secret_until], ['leaked no more', null]);
  const actions = await harness.database.system.query<{ action: string; detail: unknown }>(
    'select action, detail from audit_log where target_id = $1 order by id',
    [hook.id],
  );
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['webhook.created', 'webhook.updated', 'webhook.updated', 'webhook.secret_rotated', 'webhook.updated'],
  );
  assert.ok(!JSON.stringify(actions).includes('leaked no more'));
});

test('a member that is null keeps its value, above all the secret', async () => {
  const hook = await createHook(org, [], { url: receiver.url, headers: { a: 'b' } });
  const patched = (await org.request('PATCH', `/webhooks/${hook.id}/`, { secret: null, headers: null })).body;
  assert.deepEqual([patched.secret, patched.headers], [hook.secret, { a: 'b' }]);
});

test('wrong fields are refused under their names', async () => {
  const hook = await createHook(org, [], { url: receiver.url });
  const good = { name: 'x', url: receiver.url };
  for (const [body, field] of [
    [{ name: '' }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ name: 5 }, 'name'],
    [{ url: '' }, 'url'],
    [{ url: 'x' }, 'url'],
    [{ url: 'ftp://example.com/' }, 'url'],
    [{ url: 'http://user:pw@example.com/' }, 'url'],
    [{ url: 'http://10.0.0.1/' }, 'url'],
    [{ url: 'http://0xa.1/' }, 'url'],
    [{ url: 'http://[::1]/' }, 'url'],
    [{ url: 'http://[::ffff:10.0.0.1]/' }, 'url'],
    [{ url: `http://example.com/${'x'.repeat(500)}` }, 'url'],
    [{ secret: '' }, 'secret'],
    [{ secret: 'x'.repeat(256) }, 'secret'],
    [{ secret: 'whsec_!!' }, 'secret'],
    [{ secret: 'whsec_YQ==' }, 'secret'],
    [{ headers: { 'X-A': 'a\r\nX-B: c' } }, 'headers'],
    [{ headers: { 'X-A': 'a\nb' } }, 'headers'],
    [{ headers: { 'X A': 'b' } }, 'headers'],
    [{ headers: { 'X-A\r\nB': 'b' } }, 'headers'],
    [{ headers: { '': 'b' } }, 'headers'],
    [{ headers: { 'X-A': 5 } }, 'headers'],
    [{ headers: { 'X-A': '€' } }, 'headers'],
    [{ headers: { Host: 'x' } }, 'headers'],
    [{ headers: { 'content-LENGTH': '5' } }, 'headers'],
    [{ headers: { 'Content-Type': 'x' } }, 'headers'],
    [{ headers: { 'User-Agent': 'x' } }, 'headers'],
    [{ headers: { 'Webhook-Id': 'x' } }, 'headers'],
    [{ headers: { 'webhook-signature': 'x' } }, 'headers'],
    [{ headers: { 'Transfer-Encoding': 'chunked' } }, 'headers'],
    [{ headers: { a: '1', A: '2' } }, 'headers'],
    [{ headers: { a: 'x'.repeat(9_000) } }, 'headers'],
    [{ headers: [] }, 'headers'],
    [{ events: [''] }, 'events'],
    [{ events: 'triggered' }, 'events'],
    [{ alerts: [5] }, 'alerts'],
    [{ is_active: 'yes' }, 'is_active'],
  ] as const) {
    for (const [method, path, sent] of [
      ['POST', '/webhooks/', { ...good, ...body }],
      ['PATCH', `/webhooks/${hook.id}/`, body],
    ] as const) {
      const answer = await org.request(method, path, sent);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, [field]], JSON.stringify(body).slice(0, 100));
    }
  }
  assert.deepEqual(Object.keys((await org.request('POST', '/webhooks/', {})).body), ['name', 'url']);
  assert.equal((await org.request('POST', '/webhooks/', '[]')).status, 400);
  assert.equal(
    (await org.request('POST', '/webhooks/', { name: 'x', url: 'https://no-such-name.invalid/' })).status,
    201,
  );
});

test('linking is all or nothing, may be repeated, and keeps a webhook from being deleted', async () => {
  const [a, b] = [await createAgent(org), await createAgent(org)];
  const foreign = await createAgent(other);
  const hook = await createHook(org, [], { url: receiver.url });
  const link = (ids: unknown) => org.request('POST', `/webhooks/${hook.id}/agents/`, { agent_ids: ids });
  for (const ids of [[a.id, foreign.id], [a.id, randomUUID()], [], ['x'], 'x', null, undefined]) {
    const answer = await link(ids);
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['agent_ids']], JSON.stringify(ids));
  }
  const crowd = await link(Array.from({ length: 10_000 }, () => randomUUID()));
  assert.deepEqual([crowd.status, crowd.body.agent_ids.length], [400, 10]);
  assert.equal((await link(Array.from({ length: 10_001 }, () => randomUUID()))).status, 400);
  assert.deepEqual((await org.request('GET', `/webhooks/${hook.id}/agents/`)).body, []);
  assert.equal((await link([a.id, b.id, a.id.toUpperCase()])).status, 201);
  assert.equal((await link([a.id])).status, 201);
  const linked = (await org.request('GET', `/v1/webhooks/${hook.id}/agents/`)).body;
  assert.deepEqual(
    linked,
    [a, b].map(({ id }) => ({ id, name: 'Greeter' })),
  );
  assert.deepEqual(pluck((await org.request('GET', `/v1/agents/${a.id}/webhooks/`)).body, 'id'), [hook.id]);
  const refused = await org.request('DELETE', `/webhooks/${hook.id}/`);
  assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['error', 'code']]);
  assert.equal((await org.request('DELETE', `/webhooks/${hook.id}/agents/${a.id}/`)).status, 204);
  assert.equal((await org.request('DELETE', `/webhooks/${hook.id}/agents/${a.id}/`)).status, 404);
  // A deleted agent does not prevent the deletion.
  assert.equal((await org.request('DELETE', `/v1/agents/${b.id}/`)).status, 204);
  assert.deepEqual((await org.request('GET', `/webhooks/${hook.id}/agents/`)).body, []);
  assert.equal((await org.request('DELETE', `/webhooks/${hook.id}/`)).status, 204);
  assert.equal((await org.request('GET', `/webhooks/${hook.id}/`)).status, 404);
});

test('the test call posts an example at once and shows how it went, also when the webhook is off', async () => {
  const agent = await createAgent(org);
  const hook = await createHook(org, [agent.id], { url: `${receiver.url}/test`, is_active: false });
  const path = `/v1/agents/${agent.id}/webhooks/${hook.id}/test/`;
  const good = await org.request('POST', path);
  assert.deepEqual(good.body, { success: true, status_code: 200, message: 'The receiver responded with 200.' });
  const { headers, body } = receiver.received.find((one) => one.path === '/hook/test')!;
  const payload: any = new Webhook(hook.secret).verify(body, headers as Record<string, string>);
  assert.equal(headers['webhook-event'], 'test');
  assert.deepEqual(payload.job.metadata, { test: true });
  assert.deepEqual([payload.agent.id, payload.agent_version.id], [agent.id, agent.current_version_id]);
  assert.deepEqual(Object.keys(payload), ['timestamp', 'agent', 'agent_version', 'job', 'organization']);
  await org.request('PATCH', `/webhooks/${hook.id}/`, { url: 'http://127.0.0.1:1/' });
  const bad = await org.request('POST', path, {});
  assert.deepEqual(
    [bad.status, bad.body],
    [200, { success: false, status_code: null, message: 'No connection could be made to the host.' }],
  );
  const told = (await org.request('GET', `/webhooks/${hook.id}/`)).body;
  assert.deepEqual([told.failure_count, told.last_success_at !== null, told.last_failure_at !== null], [1, true, true]);
  const rows = await deliveriesOf(org, hook.id);
  assert.deepEqual(
    rows.map(({ kind, status, job_id, attempt }) => [kind, status, job_id, attempt]),
    [
      ['test', 'failed', null, 1],
      ['test', 'succeeded', null, 1],
    ],
  );
  const stranger = await createAgent(org);
  assert.equal((await org.request('POST', `/v1/agents/${stranger.id}/webhooks/${hook.id}/test/`)).status, 404);
  assert.equal((await org.request('POST', `/v1/agents/${agent.id}/webhooks/${randomUUID()}/test/`)).status, 404);
});

test('the event of a job is sent again to one webhook, to all, or to nobody', async () => {
  const agent = await createAgent(org);
  const [on, off] = [
    await createHook(org, [agent.id], { url: receiver.url }),
    await createHook(org, [agent.id], { url: receiver.url, is_active: false }),
  ];
  const unlinked = await createHook(org, [], { url: receiver.url });
  const jobId = await runJob(org, agent.id);
  const resend = (body?: unknown) => org.request('POST', `/v1/agents/jobs/${jobId}/webhook/resend/`, body);
  assert.deepEqual((await resend()).body, { status: 'queued', queued: 1 });
  assert.deepEqual((await resend({ webhook_id: null })).body, { status: 'queued', queued: 1 });
  assert.deepEqual((await resend({ webhook_id: on.id })).body, { status: 'queued', queued: 1 });
  assert.deepEqual((await resend({ webhook_id: off.id })).body, { status: 'skipped', queued: 0 });
  assert.equal((await resend({ webhook_id: unlinked.id })).status, 404);
  assert.equal((await resend({ webhook_id: randomUUID() })).status, 404);
  assert.deepEqual(Object.keys((await resend({ webhook_id: 'x' })).body), ['webhook_id']);
  const rows = await until(async () => {
    const all = await deliveriesOf(org, on.id);
    return all.length === 4 && all.every(({ status }) => status === 'succeeded') && all;
  }, 'four deliveries');
  assert.equal(new Set(rows.map(({ id }) => id)).size, 4);
  await org.expect(404, 'POST', `/v1/agents/jobs/${randomUUID()}/webhook/resend/`);
  assert.equal((await other.request('POST', `/v1/agents/jobs/${jobId}/webhook/resend/`)).status, 403);
});

test('deliveries come in pages, newest first', async () => {
  const agent = await createAgent(org);
  const hook = await createHook(org, [agent.id], { url: receiver.url });
  for (let index = 0; index < 3; index += 1) await runJob(org, agent.id, { name: String(index) });
  const page = (await org.request('GET', `/webhooks/${hook.id}/deliveries/?page_size=2`)).body;
  assert.deepEqual([page.count, page.results.length, page.previous], [3, 2, null]);
  assert.ok(page.results[0].created_at >= page.results[1].created_at);
  assert.equal((await org.request('GET', page.next.slice(harness.baseUrl.length))).body.results.length, 1);
  assert.equal((await org.request('GET', `/webhooks/${hook.id}/deliveries/?page=9`)).status, 404);
  assert.equal((await org.request('GET', `/webhooks/${hook.id}/deliveries/?status=odd`)).status, 400);
  for (const since of ['yesterday', 5, null, undefined]) {
    const answer = await org.request('POST', `/webhooks/${hook.id}/deliveries/recover/`, { since });
    assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['since']]);
  }
});

test('webhooks of others do not exist; viewers change nothing; strangers see nothing', async () => {
  const agent = await createAgent(org);
  const hook = await createHook(org, [agent.id], { url: receiver.url });
  await runJob(org, agent.id);
  const delivery = await until(async () => (await deliveriesOf(org, hook.id))[0], 'a delivery');
  const viewer = await org.keyWithRole('viewer');
  const reads = [
    `/webhooks/${hook.id}/`,
    `/webhooks/${hook.id}/agents/`,
    `/webhooks/${hook.id}/deliveries/`,
    `/webhooks/${hook.id}/deliveries/${delivery.id}/`,
  ];
  const writes: [string, string, unknown?][] = [
    ['PUT', `/webhooks/${hook.id}/`, { name: 'x', url: receiver.url }],
    ['PATCH', `/webhooks/${hook.id}/`, {}],
    ['DELETE', `/webhooks/${hook.id}/`],
    ['POST', `/webhooks/${hook.id}/rotate-secret/`],
    ['POST', `/webhooks/${hook.id}/agents/`, { agent_ids: [agent.id] }],
    ['DELETE', `/webhooks/${hook.id}/agents/${agent.id}/`],
    ['POST', `/webhooks/${hook.id}/deliveries/recover/`, { since: '2026-01-01T00:00:00Z' }],
    ['POST', `/webhooks/${hook.id}/deliveries/${delivery.id}/resend/`],
  ];
  const calls: [string, string, unknown?][] = [...reads.map((path) => ['GET', path] as [string, string]), ...writes];
  for (const [method, path, body] of calls) {
    for (const prefix of ['', '/v1']) {
      assert.equal((await other.request(method, prefix + path, body)).status, 404, `${method} ${path}`);
      assert.equal((await org.request(method, prefix + path.replace(hook.id, randomUUID()), body)).status, 404);
      assert.equal((await org.request(method, prefix + path.replace(hook.id, 'x'), body)).status, 404);
      assert.equal((await request(harness.baseUrl, undefined, method, prefix + path, body)).status, 401);
      const allowed = await request(harness.baseUrl, viewer, method, prefix + path, body);
      assert.equal(allowed.status, method === 'GET' ? 200 : 403, `${method} ${path}`);
    }
  }
  assert.equal((await request(harness.baseUrl, viewer, 'POST', '/webhooks/', {})).status, 403);
  assert.equal((await request(harness.baseUrl, undefined, 'GET', '/webhooks/')).status, 401);
  for (const path of [`/v1/agents/${agent.id}/webhooks/`]) {
    assert.equal((await other.request('GET', path)).status, 403);
    assert.equal((await request(harness.baseUrl, undefined, 'GET', path)).status, 401);
  }
  assert.equal((await other.request('POST', `/v1/agents/${agent.id}/webhooks/${hook.id}/test/`)).status, 403);
  assert.equal(
    (await request(harness.baseUrl, viewer, 'POST', `/v1/agents/${agent.id}/webhooks/${hook.id}/test/`)).status,
    403,
  );
  // Another organization's agent and webhook side by side.
  const theirs = await createAgent(other);
  assert.equal((await other.request('POST', `/v1/agents/${theirs.id}/webhooks/${hook.id}/test/`)).status, 404);
  assert.deepEqual(
    (
      await other.request('POST', `/webhooks/${(await createHook(other, [], { url: receiver.url })).id}/agents/`, {
        agent_ids: [agent.id],
      })
    ).status,
    400,
  );
});

test('row-level security hides webhooks, deliveries and attempts from other organizations', async () => {
  const db = harness.database.tenant(other.orgId);
  for (const table of [
    'webhooks',
    'webhook_states',
    'webhook_agents',
    'webhook_deliveries',
    'webhook_attempts',
    'webhook_queue',
  ]) {
    const [seen] = await db.query<{ count: number }>(`select count(*) as count from ${table} where org_id <> $1`, [
      other.orgId,
    ]);
    assert.equal(seen!.count, 0, table);
  }
});
