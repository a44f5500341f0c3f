import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { System } from '../model/driver.ts';
import { authHeaders, canRenew, findAuthProblems } from './http-auth.ts';

type Answer = { status?: number; body?: unknown; failure?: { message: string } };

/** Creates a system whose token endpoint returns these answers one after the other. */
function createSystem(key: string, auth: Record<string, unknown>, answers: Answer[] = []) {
  const asked: { headers: Record<string, string>; body: string }[] = [];
  const request = async (given: (typeof asked)[number]) => {
    asked.push(given);
    const { status = 200, body, failure = null } = answers.shift() ?? {};
    return { status, failure, body: Buffer.from(JSON.stringify(body ?? {})) };
  };
  return { system: { key, auth, outbound: { request }, hide: () => undefined } as unknown as System, asked };
}

const oauth = {
  type: 'oauth2_client_credentials',
  token_url: 'https://id.example/token',
  client_id: 'a:b',
  client_secret: 'c d',
};

test('each kind of credentials becomes its header', async () => {
  const headersOf = (auth: Record<string, unknown>) => authHeaders(createSystem('k', auth).system);
  assert.deepEqual(await headersOf({}), {});
  assert.deepEqual(await headersOf({ type: 'bearer', token: 't' }), { authorization: 'Bearer t' });
  assert.deepEqual(await headersOf({ type: 'basic', username: 'u', password: 'p' }), {
    authorization: `Basic ${btoa('u:p')}`,
  });
  assert.deepEqual(await headersOf({ type: 'header', header: 'X-Key', value: 'v' }), { 'x-key': 'v' });
});

test('missing members of credentials are named', () => {
  assert.deepEqual(findAuthProblems({ type: 'basic', username: 'u' }), [
    "'password' is required for the kind 'basic'.",
  ]);
  assert.deepEqual(findAuthProblems({}), []);
});

test('a token is asked for once, with both parts of the client encoded, and anew when it was refused', async () => {
  const tokens = ['one', 'two'].map((access_token) => ({ body: { access_token, expires_in: 600 } }));
  const { system, asked } = createSystem('once', oauth, tokens);
  assert.ok(canRenew(system));
  assert.deepEqual(await authHeaders(system), { authorization: 'Bearer one' });
  assert.deepEqual(await authHeaders(system), { authorization: 'Bearer one' });
  assert.deepEqual(await authHeaders(system, true), { authorization: 'Bearer two' });
  assert.equal(asked.length, 2);
  assert.equal(asked[0]!.headers.authorization, `Basic ${btoa('a%3Ab:c%20d')}`);
});

test('a token that is about to expire is not used again', async () => {
  const { system, asked } = createSystem('short', oauth, [
    { body: { access_token: 'one', expires_in: 20 } },
    { body: { access_token: 'two', expires_in: 600 } },
  ]);
  await authHeaders(system);
  assert.deepEqual(await authHeaders(system), { authorization: 'Bearer two' });
  assert.equal(asked.length, 2);
});

test('a refused client is reported with its reason, and the next request asks again', async () => {
  const { system } = createSystem('refused', oauth, [
    { status: 401, body: { error: 'invalid_client' } },
    { body: { access_token: 'later' } },
  ]);
  await assert.rejects(authHeaders(system), /failed with status 401 \(invalid_client\)/);
  assert.deepEqual(await authHeaders(system), { authorization: 'Bearer later' });
});
