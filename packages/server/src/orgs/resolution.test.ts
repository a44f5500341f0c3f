import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { Type } from 'typebox';
import { createOrganization } from '#credits/create-organization.ts';
import { createApp } from '#http/app.ts';
import { endpoint } from '#http/endpoint.ts';
import { bodyChunks } from '#http/peek-multipart.ts';
import { openDatabase } from '#platform/db.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase } from '../../test/harness.ts';
import { insertApiKey } from './api-keys.ts';
import { createIdentity } from './identity.ts';
import { addMember } from './members.ts';

// Checks how a request finds its organization, on endpoints that only return what was found.

const UNKNOWN = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';

const created = await createTestDatabase();
const drop = created.drop;
const database = openDatabase({ url: created.url });
const { system } = database;
const identity = await createIdentity({ database });
const ownerEmail = 'ada@example.com';
const { id: ours, userId } = await createOrganization(system, { name: 'Ours', ownerEmail });
const { id: second } = await createOrganization(system, { name: 'Second' });
const { id: foreign } = await createOrganization(system, { name: 'Foreign' });
const { id: withoutAgents } = await createOrganization(system, { name: 'Off', agentsEnabled: false, ownerEmail });
await addMember(system, { orgId: second, email: ownerEmail, role: 'viewer' }, 'operator');
const key = (await insertApiKey(system, { orgId: ours, role: 'member', name: '' })).apiKey;
const keyWithoutAgents = (await insertApiKey(system, { orgId: withoutAgents, role: 'member', name: '' })).apiKey;
const jwt = (await identity.openSession({ userId, hours: 1, userAgent: 'test' })).token;
const log = createLog('silent');
const app = await createApp({ log, identity, bodyBytesMax: 1_000_000, requestTimeoutMs: 10_000 });
const shown = { tag: 'Test', summary: 'Shows', responses: { 200: Type.Any() }, accepts: ['json', 'form'] } as const;
const handler = ({ caller }: { caller: unknown }) => caller;
endpoint(app, { ...shown, method: 'GET', path: '/v1/things/' }, { handler });
endpoint(app, { ...shown, method: 'POST', path: '/v1/things/', role: 'viewer' }, { handler });
endpoint(app, { ...shown, method: 'GET', path: '/v1/agents/things/' }, { handler });
endpoint(app, { ...shown, method: 'GET', path: '/v1/organizations/:organization_id/things/' }, { handler });
endpoint(
  app,
  { ...shown, method: 'POST', path: '/v1/uploads/', role: 'viewer', accepts: ['multipart'] },
  { handler: async ({ caller, request }) => ({ orgId: caller.orgId, body: await text(bodyChunks(request.raw)) }) },
);
await app.listen({ port: 0, host: '127.0.0.1' });
after(async () => {
  await app.close();
  await database.close();
  await drop();
});

type Ask = { query?: string; header?: string; path?: string; body?: unknown; form?: string };

async function ask(credential: string | undefined, { query, header, path = '/v1/things/', body, form }: Ask = {}) {
  const answer = await app.inject({
    method: body === undefined && form === undefined ? 'GET' : 'POST',
    url: path + (query === undefined ? '' : `?organization_id=${query}`),
    headers: {
      ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
      ...(header !== undefined && { 'x-organization-id': header }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...((body !== undefined || form !== undefined) && { payload: (form ?? body) as object }),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

const found = async (credential: string, options?: Ask) => {
  const { status, body } = await ask(credential, options);
  return status === 200 ? body.orgId : { status, body };
};

test('no credential, or none that is valid: 401 with WWW-Authenticate', async () => {
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Basic ${key}`,
    `Bearer  ${key}`,
    'Bearer nonsense',
    `Bearer ${key}x`,
    key,
  ]) {
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await app.inject({ url: '/v1/things/', headers });
    assert.equal(answer.statusCode, 401, authorization);
    assert.deepEqual(Object.keys(answer.json()), ['detail', 'code']);
    assert.equal(answer.headers['www-authenticate'], 'Bearer');
  }
});

test('the scheme is matched in any case and the credential trimmed', async () => {
  for (const authorization of [`bearer ${key}`, `BEARER ${key}`, `Bearer ${key}   `]) {
    assert.equal((await app.inject({ url: '/v1/things/', headers: { authorization } })).statusCode, 200);
  }
});

test('API key: the organization comes from the key', async () => {
  assert.deepEqual((await ask(key)).body.orgId, ours);
  assert.equal(await found(key, { query: ours }), ours);
  assert.equal(await found(key, { query: ours.toUpperCase() }), ours);
  assert.equal(await found(key, { header: ours }), ours);
  assert.equal(await found(key, { query: '' }), ours);
  assert.equal(await found(key, { path: `/v1/organizations/${ours}/things/` }), ours);
});

test('API key: another organization in path, query or header is 403, also behind the right one', async () => {
  const path = `/v1/organizations/${ours}/things/`;
  for (const other of [foreign, UNKNOWN]) {
    for (const options of [
      { query: other },
      { header: other },
      { path: `/v1/organizations/${other}/things/` },
      { query: ours, header: other },
      { path, query: other },
      { path, header: other },
    ]) {
      const { status, body } = await ask(key, options);
      assert.equal(status, 403, JSON.stringify(options));
      assert.deepEqual(Object.keys(body), ['detail', 'code']);
    }
  }
});

test('API key: an organization in the body is ignored', async () => {
  assert.equal(await found(key, { body: { organization_id: foreign } }), ours);
  assert.equal(await found(key, { body: { organization_id: 'nonsense' } }), ours);
});

test('both: a malformed organization_id in the query is 400, in the path 404, in the header ignored', async () => {
  for (const credential of [key, jwt]) {
    const inQuery = await ask(credential, { query: 'nonsense' });
    assert.deepEqual([inQuery.status, inQuery.body], [400, { organization_id: 'Not a UUID.' }]);
    const inPath = await ask(credential, { path: '/v1/organizations/nonsense/things/' });
    assert.deepEqual([inPath.status, Object.keys(inPath.body)], [404, ['detail', 'code']]);
    assert.equal(await found(credential, { header: 'nonsense', query: ours }), ours);
  }
});

test('JWT: path, then query, then header, then body', async () => {
  const path = `/v1/organizations/${ours}/things/`;
  assert.equal(await found(jwt, { path }), ours);
  assert.equal(await found(jwt, { query: ours }), ours);
  assert.equal(await found(jwt, { header: ours }), ours);
  assert.equal(await found(jwt, { body: { organization_id: ours } }), ours);
  assert.equal(await found(jwt, { form: `organization_id=${ours}` }), ours);
  assert.equal(await found(jwt, { path, query: second, header: second }), ours);
  assert.equal(await found(jwt, { query: ours, header: second }), ours);
  assert.equal(await found(jwt, { query: second, body: { organization_id: ours } }), second);
  assert.equal(await found(jwt, { header: second, body: { organization_id: ours } }), second);
});

test('JWT: missing 400, unknown 404, not a member 403', async () => {
  for (const options of [{}, { query: '' }, { body: {} }, { body: { organization_id: 7 } }, { body: '{' }]) {
    const { status, body } = await ask(jwt, options);
    assert.equal(status, 400, JSON.stringify(options));
    assert.equal(typeof body.organization_id, 'string');
  }
  for (const organization_id of ['nonsense', 7]) {
    const malformed = await ask(jwt, { body: { organization_id } });
    assert.deepEqual([malformed.status, malformed.body], [400, { organization_id: 'Not a UUID.' }]);
  }
  const inHeader = await ask(jwt, { header: 'nonsense' });
  assert.deepEqual(
    [inHeader.status, inHeader.body],
    [400, { organization_id: 'The X-Organization-Id header is not a UUID.' }],
  );
  for (const place of ['query', 'header', 'path'] as const) {
    const name = (orgId: string) => ({ [place]: place === 'path' ? `/v1/organizations/${orgId}/things/` : orgId });
    const unknown = await ask(jwt, name(UNKNOWN));
    assert.deepEqual([unknown.status, Object.keys(unknown.body)], [404, ['detail', 'code']], place);
    const notMember = await ask(jwt, name(foreign));
    assert.deepEqual([notMember.status, Object.keys(notMember.body)], [403, ['detail', 'code']], place);
  }
});

test('JWT: the role is that of the membership', async () => {
  assert.equal((await ask(jwt, { query: ours })).body.role, 'owner');
  assert.equal((await ask(jwt, { query: second })).body.role, 'viewer');
});

test('an organization without the Agents feature gets 403 on agents and on nothing else', async () => {
  const path = '/v1/agents/things/';
  for (const answer of [await ask(keyWithoutAgents, { path }), await ask(jwt, { path, query: withoutAgents })]) {
    assert.deepEqual([answer.status, Object.keys(answer.body)], [403, ['detail', 'code']]);
  }
  assert.equal(await found(keyWithoutAgents), withoutAgents);
  assert.equal(await found(jwt, { query: withoutAgents }), withoutAgents);
  assert.equal(await found(key, { path }), ours);
});

test('user: the organization may stand in a multipart body, which its reader still gets whole', async () => {
  const part = (head: string, value: string): string =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  const file = part('name="file"; filename="a.txt"\r\nContent-Type: text/plain', 'x'.repeat(5_000));
  const named = part('name="organization_id"', second);
  const send = async (pieces: string[]): Promise<{ status: number; body: any }> => {
    const answer = await fetch(`http://127.0.0.1:${(app.server.address() as { port: number }).port}/v1/uploads/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${jwt}`, 'content-type': 'multipart/form-data; boundary=b' },
      body: ReadableStream.from(pieces.map((piece) => Buffer.from(piece))),
      duplex: 'half',
    } as RequestInit);
    return { status: answer.status, body: await answer.json() };
  };
  const end = '--b--\r\n';
  for (const whole of [named + file + end, file + named + end, named + end]) {
    for (const pieces of [[whole], [whole.slice(0, 60), whole.slice(60)], whole.match(/[\s\S]{1,997}/g)!]) {
      assert.deepEqual(await send(pieces), { status: 200, body: { orgId: second, body: whole } });
    }
  }
  assert.equal((await send([file + end])).status, 400);
  assert.equal((await send(['--b'])).status, 400);
});

test('user: a large body that names no organization is refused, and its connection serves the next request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = app.server.address() as { port: number };
  const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(500_000)}\r\n--b--\r\n`;
  const headers = { authorization: `Bearer ${jwt}`, 'content-type': 'multipart/form-data; boundary=b' };
  const sockets = new Set<unknown>();
  for (let count = 0; count < 3; count += 1) {
    const sent = request({ port, agent, method: 'POST', path: '/v1/uploads/', headers });
    sent.on('socket', (socket) => sockets.add(socket));
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    assert.equal(answer.statusCode, 400);
    assert.match(await text(answer), /organization_id/);
  }
  agent.destroy();
  assert.equal(sockets.size, 1);
});
