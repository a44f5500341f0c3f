import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { request, startHarness } from '../../test/harness.ts';

const seen: IncomingMessage[] = [];
let respond: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => {
  response.end('{}');
};

const api = createServer((incoming, response) => {
  seen.push(incoming);
  incoming.resume();
  respond(incoming, response);
});
await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1`;
const harness = await startHarness({ env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } });
const [org, other] = [await harness.org(), await harness.org({ name: 'Other' })];
after(async () => {
  await harness.stop();
  api.closeAllConnections();
  api.close();
});

const CANARY = 'canary-3f9a71c2d4';
let count = 0;
const custom = (more: object = {}) => ({
  connector_type: 'custom_api',
  name: `API ${++count}`,
  config: { base_url: `${base}/${count}` },
  auth_config: { type: 'bearer', token: `${CANARY}-${count}` },
  ...more,
});
const create = (body: object, who = org) => who.request('POST', '/v1/connections/', body);

describe('connectors', () => {
  test('all types are listed with their schemas, and say whether this server has a driver', async () => {
    const body = await org.expect(200, 'GET', '/v1/connectors/');
    const types: string[] = body.connectors.map(({ id }: { id: string }) => id);
    for (const type of PUBLISHED) assert.ok(types.includes(type), type);
    for (const one of body.connectors) {
      assert.equal(one.config_schema.type, 'object', one.id);
      assert.equal(one.auth_schema.type, 'object', one.id);
      assert.equal(one.available, one.unavailable_reason === null, one.id);
    }
    const { body: stripe } = await org.request('GET', '/v1/connectors/stripe/');
    assert.deepEqual([stripe.available, stripe.auth_schema.properties.api_key.writeOnly], [false, true]);
  });

  test('an unknown type is a 404 that names the known ones', async () => {
    const body = await org.expect(404, 'GET', '/v1/connectors/nothing/');
    assert.match(body.detail, /custom_api/);
  });

  test('a connection to a system without a driver is refused and says so', async () => {
    const refused = await create({ connector_type: 'stripe', name: 'Stripe', config: {} });
    assert.equal(refused.status, 400);
    assert.match(refused.body.connector_type[0], /no driver for Stripe/);
  });
});

describe('a connection', () => {
  test('has the published members, and none of its secrets', async () => {
    const { status, body } = await create(
      custom({ description: 'Ours', auth_config: { type: 'bearer', token: CANARY } }),
    );
    assert.equal(status, 201);
    for (const name of MEMBERS) assert.ok(name in body, name);
    assert.deepEqual(
      [body.organization, typeof body.user, body.connector_display_name, body.credentials_configured, body.status],
      [org.orgId, 'number', 'Custom API', true, 'active'],
    );
    assert.deepEqual(body.auth_config, { type: 'bearer', token: '********' });
    const list = await org.request('GET', '/v1/connections/?search=ours');
    assert.equal(list.body.count, 1);
    assert.ok(!('auth_config' in list.body.results[0]));
    const [row] = await harness.database.system.query<{ text: string }>(
      'select row_to_json(c)::text as text from connections c where id = $1',
      [body.id],
    );
    for (const place of [row!.text, list.text, JSON.stringify(body)]) assert.ok(!place.includes(CANARY));
  });

  test('is found by type, name, description and id', async () => {
    const { body } = await create(custom({ name: 'Ledger', description: 'Bookings <b>bold</b>' }));
    for (const query of [
      'search=ledg',
      'search=BOOKINGS',
      `search=${body.id}`,
      'connector_type=custom_api&search=Ledger',
    ])
      assert.equal((await org.request('GET', `/v1/connections/?${query}`)).body.count, 1, query);
    assert.equal((await org.request('GET', '/v1/connections/?connector_type=s3&search=ledg')).body.count, 0);
    assert.equal((await org.request('GET', '/v1/connections/?ordering=nothing')).status, 400);
  });

  test('has a name of its own: 400 {error}; an identical one is a 409 that names the existing one', async () => {
    const first = custom({ name: 'Only one' });
    const { body } = await create(first);
    const sameName = await create({ ...custom(), name: 'Only one' });
    assert.deepEqual([sameName.status, typeof sameName.body.error], [400, 'string']);
    const identical = await create({ ...first, name: 'Another name' });
    assert.equal(identical.status, 409);
    assert.deepEqual(identical.body.existing_connection, { id: body.id, name: 'Only one' });
    assert.equal(
      (await create({ ...first, name: 'Other token', auth_config: { type: 'bearer', token: 'x' } })).status,
      201,
    );
    assert.equal((await create({ ...first }, other)).status, 201);
  });

  test('of two that are created at once with one name, one is', async () => {
    const bodies = [1, 2, 3, 4].map(() => ({ ...custom(), name: 'At once' }));
    const answers = await Promise.all(bodies.map((body) => create(body)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 400, 400, 400]);
  });

  test('keeps secrets that are sent as a mask, and only those it has', async () => {
    const { body } = await create(custom({ auth_config: { type: 'bearer', token: 'first-token' } }));
    const path = `/v1/connections/${body.id}/`;
    await org.expect(200, 'PATCH', path, { auth_config: { type: 'bearer', token: '********' } });
    seen.length = 0;
    assert.equal((await org.request('POST', `${path}test/`)).status, 200);
    assert.equal(seen[0]!.headers.authorization, 'Bearer first-token');
    const lost = await org.request('PATCH', path, {
      auth_config: { type: 'basic', username: 'u', password: '********' },
    });
    assert.deepEqual([lost.status, Object.keys(lost.body)], [400, ['auth_config']]);
    const masked = await create(custom({ auth_config: { type: 'bearer', token: '********' } }));
    assert.deepEqual([masked.status, Object.keys(masked.body)], [400, ['auth_config']]);
  });

  test('of two that edit it, the second is told that the first was there, and nothing of theirs is stored', async () => {
    const { id, updated_at } = (await create(custom({ name: 'Edited by two' }))).body;
    const path = `/v1/connections/${id}/`;
    const edit = (description: string) => org.request('PATCH', path, { description, expected_updated_at: updated_at });
    const answers = await Promise.all([edit('one'), edit('two')]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    const lost = answers.find(({ status }) => status === 409)!;
    assert.match(lost.body.error, /connection was changed in the meantime/);
    const won = answers.find(({ status }) => status === 200)!;
    assert.equal((await org.request('GET', path)).body.description, won.body.description);
    assert.equal((await org.request('PATCH', path, { description: 'x', expected_updated_at: 'no time' })).status, 400);
    assert.equal(
      (await org.request('PATCH', path, { description: 'three' })).status,
      200,
      'without it the last one wins',
    );
  });

  test('is checked by the schema of its connector, with a message per problem', async () => {
    const tries: [object, string][] = [
      [{ config: {} }, 'config'],
      [{ config: { base_url: 'ftp://example.com' } }, 'config'],
      [{ config: { base_url: 'https://user:pass@example.com' } }, 'config'],
      [{ config: { base_url: base, unknown: 1 } }, 'config'],
      [{ config: { base_url: base, headers: { Authorization: 'Bearer x' } } }, 'config'],
      [{ config: { base_url: base, headers: { 'x-a': 'a\r\nb: c' } } }, 'config'],
      [{ config: { base_url: base, timeout_seconds: 0 } }, 'config'],
      [{ auth_config: { type: 'bearer' } }, 'auth_config'],
      [{ auth_config: { type: 'magic' } }, 'auth_config'],
      [{ auth_config: { type: 'bearer', token: '${secret.NOT_THERE}' } }, 'auth_config'],
      [{ connector_type: 'nothing' }, 'connector_type'],
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(251) }, 'name'],
      [{ dynamic_inputs: { '1a': 'x' } }, 'dynamic_inputs'],
      [{ config: { base_url: 'https://${host}/' }, dynamic_inputs: { host: 'a' } }, 'config'],
    ];
    for (const [more, field] of tries) {
      const refused = await create(custom(more));
      assert.deepEqual([refused.status, Object.keys(refused.body)], [400, [field]], JSON.stringify(more));
      assert.ok(!refused.text.includes(CANARY));
    }
  });

  test('is deleted, and its name is free again', async () => {
    const body = custom({ name: 'Short life' });
    const { body: made } = await create(body);
    assert.equal((await org.request('DELETE', `/v1/connections/${made.id}/`)).status, 204);
    assert.equal((await org.request('GET', `/v1/connections/${made.id}/`)).status, 404);
    assert.equal((await create(body)).status, 201);
  });
});

describe('isolation', () => {
  test('one of another organization does not exist', async () => {
    const { body } = await create(custom());
    const path = `/v1/connections/${body.id}/`;
    for (const [method, at] of [
      ['GET', path],
      ['PATCH', path],
      ['PUT', path],
      ['DELETE', path],
      ['POST', `${path}test/`],
      ['GET', `${path}uses/`],
    ] as const)
      assert.equal((await other.request(method, at, method === 'GET' ? undefined : {})).status, 404, `${method} ${at}`);
    assert.equal((await other.request('GET', `/v1/connections/?search=${body.id}`)).body.count, 0);
  });

  test('admins write, members read and test, and nobody reads a secret', async () => {
    const { body } = await create(custom({ auth_config: { type: 'bearer', token: CANARY } }));
    const path = `/v1/connections/${body.id}/`;
    const member = await org.keyWithRole('member');
    const as = (method: string, at: string, sent?: unknown) => request(harness.baseUrl, member, method, at, sent);
    const read = await as('GET', path);
    assert.deepEqual([read.status, read.body.auth_config.token], [200, '********']);
    assert.equal((await as('POST', `${path}test/`)).status, 200);
    for (const [method, at, sent] of [
      ['POST', '/v1/connections/', custom()],
      ['PATCH', path, { name: 'Mine' }],
      ['DELETE', path, undefined],
      ['POST', '/v1/connections/test-credentials/', custom()],
    ] as const)
      assert.equal((await as(method, at, sent)).status, 403, `${method} ${at}`);
  });

  test('the audit log says who changed which members, and no value', async () => {
    const { body } = await create(custom({ auth_config: { type: 'bearer', token: CANARY } }));
    await org.request('PATCH', `/v1/connections/${body.id}/`, {
      auth_config: { type: 'bearer', token: `${CANARY}-2` },
    });
    await org.request('DELETE', `/v1/connections/${body.id}/`);
    const audit = await org.request('GET', `/v1/organizations/${org.orgId}/audit/?target_id=${body.id}`);
    const actions = audit.body.results.map(({ action }: { action: string }) => action);
    assert.deepEqual(actions, ['connection.deleted', 'connection.updated', 'connection.created']);
    assert.deepEqual(audit.body.results[1].detail.changed, ['auth_config']);
    assert.ok(!audit.text.includes(CANARY));
  });
});

describe('a test', () => {
  test('that fails is a 400 with the reason, sets the status, and the next good one clears it', async () => {
    const { body } = await create(custom());
    const path = `/v1/connections/${body.id}/`;
    respond = (_request, response) => response.writeHead(401).end(CANARY);
    const failed = await org.request('POST', `${path}test/`);
    respond = (_request, response) => response.end('{}');
    assert.equal(failed.status, 400);
    assert.equal(failed.body.success, false);
    assert.match(failed.body.message, /status 401/);
    assert.ok(failed.body.tested_at);
    assert.ok(failed.headers.get('x-error-code'));
    const after = await org.request('GET', path);
    assert.deepEqual([after.body.status, after.body.test_message], ['error', failed.body.message]);
    const good = await org.request('POST', `${path}test/`);
    assert.deepEqual([good.status, good.body.success], [200, true]);
    assert.equal((await org.request('GET', path)).body.status, 'active');
  });

  test('of credentials stores nothing, and needs a connector_type: 400 {error}', async () => {
    const before = (await org.request('GET', '/v1/connections/')).body.count;
    const good = await org.request('POST', '/v1/connections/test-credentials/', custom());
    assert.deepEqual([good.status, good.body.success], [200, true]);
    const { connector_type: _, ...rest } = custom();
    const without = await org.request('POST', '/v1/connections/test-credentials/', rest);
    assert.deepEqual([without.status, typeof without.body.error], [400, 'string']);
    assert.equal((await org.request('GET', '/v1/connections/')).body.count, before);
  });

  test('never reaches a private network', async () => {
    for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/', 'http://[::1]:1/', 'http://0x0a000001/']) {
      const tried = await org.request(
        'POST',
        '/v1/connections/test-credentials/',
        custom({ config: { base_url: url } }),
      );
      assert.equal(tried.status, 400, url);
      assert.equal(tried.body.success, false, url);
    }
  });

  test('fills placeholders by the value to test with, and is refused without one', async () => {
    const config = { base_url: `${base}/tenants/\${tenant}` };
    const { body } = await create(custom({ config, dynamic_inputs: { tenant: 'a/b c' } }));
    seen.length = 0;
    assert.equal((await org.request('POST', `/v1/connections/${body.id}/test/`)).status, 200);
    assert.equal(seen[0]!.url, '/v1/tenants/a%2Fb%20c/');
    const empty = await create(
      custom({ config: { base_url: `${base}/t2/\${tenant}` }, dynamic_inputs: { tenant: '' } }),
    );
    assert.match(empty.body.dynamic_input_test_disabled_reason, /tenant/);
    assert.equal((await org.request('POST', `/v1/connections/${empty.body.id}/test/`)).status, 400);
  });
});

describe('references to secrets', () => {
  test('are filled in for use, shown as they are written, and keep the secret', async () => {
    await org.request('PUT', '/v1/secrets/API_TOKEN/', { value: `${CANARY}-named` });
    const { status, body } = await create(custom({ auth_config: { type: 'bearer', token: '${secret.API_TOKEN}' } }));
    assert.equal(status, 201);
    assert.equal(body.auth_config.token, '${secret.API_TOKEN}');
    seen.length = 0;
    respond = (incoming, response) => response.writeHead(403).end(incoming.headers.authorization);
    const failed = await org.request('POST', `/v1/connections/${body.id}/test/`);
    respond = (_request, response) => response.end('{}');
    assert.equal(seen[0]!.headers.authorization, `Bearer ${CANARY}-named`);
    assert.ok(!failed.text.includes(CANARY));
    const kept = await org.expect(409, 'DELETE', '/v1/secrets/API_TOKEN/');
    assert.deepEqual(kept.connections, [{ id: body.id, name: body.name }]);
    await org.request('DELETE', `/v1/connections/${body.id}/`);
    assert.equal((await org.request('DELETE', '/v1/secrets/API_TOKEN/')).status, 204);
  });
});

const MEMBERS = [
  'id',
  'user',
  'organization',
  'connector_type',
  'connector_display_name',
  'name',
  'description',
  'config',
  'auth_config',
  'credentials_configured',
  'dynamic_inputs',
  'dynamic_input_test_disabled_reason',
  'browser_session_expires_at',
  'status',
  'created_at',
  'updated_at',
];

const PUBLISHED =
  'checkout_com custom_api custom_mcp google_docs google_drive google_sheets intercom lexis_nexis metabase plaid s3 salesforce sardine sharepoint shield shield_api sift sift_api slack smtp snowflake socure stripe web_application zendesk'.split(
    ' ',
  );
