import assert from 'node:assert/strict';
import { request as open } from 'node:http';
import { test } from 'node:test';
import { request, startHarness, stopAtEnd, until } from '../../test/harness.ts';

const harness = stopAtEnd(await startHarness({ env: { ERRAND_ORG_SHARE_PERCENT: '50' } }));
const { app } = harness.service;
const org = await harness.org();
const modest = await harness.org();

const members = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`member ${at}`, at]));
const agent = (config: object) => ({ name: 'Large', engine_class_id: 'TemplateEngine', engine_config: config });

/** Begins a request, and sends only this much of its body. */
function begin(path: string, body: string, length = body.length) {
  const url = new URL(path, harness.baseUrl);
  const headers = {
    authorization: `Bearer ${org.apiKey}`,
    'content-type': 'application/json',
    'content-length': String(length),
  };
  const sent = open(url, { method: 'POST', headers });
  const answered = new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode!, connection: response.headers.connection });
    });
  });
  answered.catch(() => undefined);
  const written = new Promise((resolve) => sent.write(body, resolve));
  return { sent, answered, written };
}

test('a body with too many members is refused as a whole, at the place where it would have been read', async () => {
  const large = agent(members(40_000));
  assert.ok(JSON.stringify(large).length > 600_000);
  const refused = await org.request('POST', '/v1/agents/', large);
  assert.equal(refused.status, 400);
  assert.match(refused.text, /Request body: Has more than 5000 different member names\./);
  const viewer = await org.keyWithRole('viewer');
  assert.equal((await request(harness.baseUrl, viewer, 'POST', '/v1/agents/', large)).status, 403);
  const unknown = `/v1/agents/${crypto.randomUUID()}/versions/`;
  assert.equal((await org.request('POST', unknown, large)).status, 404);
});

test('a large body within the bounds arrives as it was sent, whole or in pieces', async () => {
  const template = 'ä "quoted" \\ {:,} ${text} '.repeat(12_000);
  const created = await org.expect(201, 'POST', '/v1/agents/', agent({ template }));
  const version = await org.expect(200, 'GET', `/v1/agents/${created.id}/versions/${created.current_version_id}/`);
  assert.equal(version.engine_config.template, template);
});

test('a client that goes away in the middle of its body harms nobody', async () => {
  const body = JSON.stringify(agent({ template: 'x'.repeat(300_000) }));
  const { sent, answered, written } = begin('/v1/agents/', body.slice(0, 200_000), body.length);
  await written;
  sent.destroy();
  await assert.rejects(answered);
  await org.expect(200, 'GET', '/v1/agents/');
});

test('whoever has used up their share is refused before their body is received', async () => {
  const payer = { kind: 'organization', key: org.orgId, share: 0.5 } as const;
  const answer = await until(async () => {
    const end = performance.now() + 300;
    while (performance.now() < end);
    app.shares.charge(payer, 3_000);
    await modest.expect(200, 'GET', '/v1/agents/');
    // The rest of the body never comes.
    const { sent, answered } = begin('/v1/agents/', '{"name":"', 900_000);
    const early = await Promise.race([answered, modest.expect(200, 'GET', '/v1/agents/').then(() => undefined)]);
    sent.destroy();
    return early;
  }, 'the refusal');
  assert.deepEqual(answer, { status: 429, connection: 'close' });
});
