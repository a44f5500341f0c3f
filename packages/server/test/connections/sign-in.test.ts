import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request, startHarness, stopAtEnd, until } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { addWithPassword } from '../people.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { type SigningServer, startSigningServer } from './signing-server.ts';

// An administrator signs a connection in at servers of strangers: oidc-provider and the official MCP SDK.

const PASSWORD = 'a long password of a test';
const model = stopAtEnd(await startModelServer());
const env = { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8', OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test' };
const harness = stopAtEnd(await startHarness({ env }));
const org = await harness.org();
const stranger = stopAtEnd(await startSigningServer());

async function person(email: string, role: string) {
  const body = { email, role, password: PASSWORD, first_name: 'Ada', last_name: 'Lovelace' };
  const id = await addWithPassword(harness, org.orgId, body);
  const { token } = (
    await request(harness.baseUrl, undefined, 'POST', '/v1/auth/login/', { email, password: PASSWORD })
  ).body;
  return {
    id,
    call: (method: string, path: string, sent?: unknown) =>
      request(harness.baseUrl, token, method, `${path}?organization_id=${org.orgId}`, sent),
  };
}
const ada = await person('ada@example.com', 'admin');
const grace = await person('grace@example.com', 'admin');
const mel = await person('mel@example.com', 'member');

let count = 0;
async function connect(
  server: SigningServer = stranger,
  auth: object = {},
): Promise<{ id: string; name: string; path: string }> {
  count += 1;
  const name = `Strangers ${count}`;
  // Distinct, because the same address and credentials are one connection.
  const url = `${server.url}?n=${count}`;
  const body = {
    connector_type: 'custom_mcp',
    name,
    config: { url },
    auth_config: { type: 'oauth2_authorization_code', ...auth },
  };
  const made = await ada.call('POST', '/v1/connections/', body);
  assert.equal(made.status, 201, made.text);
  assert.deepEqual([made.body.sign_in.state, made.body.sign_in.user], ['needed', null]);
  return { id: made.body.id, name, path: `/v1/connections/${made.body.id}/` };
}

const answerOf = (url: URL) => Object.fromEntries(url.searchParams);
async function begin(path: string, by = ada): Promise<string> {
  const { status, body, text } = await by.call('POST', `${path}sign-in/`);
  assert.equal(status, 200, text);
  return body.url;
}
const complete = (back: URL, by = ada) => by.call('POST', '/v1/connections/complete-sign-in/', answerOf(back));
async function signIn(path: string, server: SigningServer = stranger): Promise<void> {
  const { status, text } = await complete(await server.signIn(await begin(path), 'ada-there'));
  assert.equal(status, 200, text);
}
const audited = async (id: string): Promise<{ action: string; detail: Record<string, string> }[]> =>
  (await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/audit/?target_id=${id}`)).results;

test('from only the address to a tool that a job calls as the person who signed in', async () => {
  const connection = await connect();
  const before = await ada.call('POST', `${connection.path}test/`);
  assert.deepEqual([before.status, before.body.success], [400, false]);
  assert.match(before.body.message, /has to sign in/);
  const address = new URL(await begin(connection.path));
  assert.equal(address.origin, stranger.issuer);
  assert.deepEqual(
    ['code_challenge_method', 'resource', 'response_type'].map((name) => address.searchParams.get(name)),
    ['S256', stranger.url, 'code'],
  );
  const back = await stranger.signIn(address.href, 'ada-there');
  assert.equal(`${back.origin}${back.pathname}`, `${harness.baseUrl}/connections/signed-in`);
  const done = await complete(back);
  assert.equal(done.status, 200, done.text);
  const { state, issuer, user, scope } = done.body.sign_in;
  assert.deepEqual([state, issuer, user.display_name, scope], ['signed_in', stranger.issuer, 'Ada Lovelace', 'tools']);
  const tested = await ada.call('POST', `${connection.path}test/`);
  assert.deepEqual([tested.status, tested.body.message], [200, 'The server offers 1 tool.'], tested.text);

  await model.script('signed', { tools: [{ name: 'strangers_1_whoami', input: {} }] }, { json: { answer: 'done' } });
  const agent = await createAgent(org, 'MultimodalExtractionEngine', {
    config: {
      model: 'signed',
      text: '$text',
      connections: [{ connection: connection.name, tools: ['whoami'] }],
      output_schema: { type: 'object', properties: { answer: { type: 'string' } } },
    },
  });
  const job = await untilFinal(org, await startJob(org, agent.id, { text: 'Who am I?' }));
  assert.equal(job.status_code, 3, job.error_message);
  assert.match(JSON.stringify((await model.calls('signed')).at(-1)!.body), /You are ada-there\./);

  assert.ok((await audited(connection.id)).some(({ action }) => action === 'connection.sign_in_begun'));
  const entry = (await audited(connection.id)).find(({ action }) => action === 'connection.signed_in')!;
  assert.deepEqual([entry.detail.issuer, entry.detail.resource], [stranger.issuer, stranger.url]);
  const rows = await harness.database.system.query<{ all: string }>(
    'select row_to_json(s)::text as all from connection_sign_ins s',
  );
  for (const token of stranger.seenTokens)
    for (const text of [JSON.stringify(rows), JSON.stringify(job), done.text]) assert.ok(!text.includes(token));
});

test('a token that ends is renewed, by many at once exactly once, and one that the server forgot, too', async () => {
  const server = stopAtEnd(await startSigningServer({ tokenSeconds: 1 }));
  const connection = await connect(server);
  await signIn(connection.path, server);
  server.settings.tokenSeconds = 3_600;
  const tests = await Promise.all(Array.from({ length: 6 }, () => ada.call('POST', `${connection.path}test/`)));
  for (const { status, text } of tests) assert.equal(status, 200, text);
  assert.equal(new Set(server.seenTokens).size, 1, 'one renewal');
  // Every further test uses the renewed token.
  assert.equal((await ada.call('POST', `${connection.path}test/`)).status, 200);
  assert.equal(new Set(server.seenTokens).size, 1);
  await server.forget();
  assert.equal((await ada.call('POST', `${connection.path}test/`)).status, 200);
  assert.equal(new Set(server.seenTokens).size, 2);
});

test('when the server ends the sign-in, the connection says that a person has to sign in again', async () => {
  const server = stopAtEnd(await startSigningServer({ refresh: false, tokenSeconds: 1 }));
  const connection = await connect(server);
  await signIn(connection.path, server);
  const failed = await ada.call('POST', `${connection.path}test/`);
  assert.equal(failed.status, 400);
  assert.match(failed.body.message, /expired.*sign in/s);
  const { body } = await ada.call('GET', connection.path);
  assert.equal(body.sign_in.state, 'needed');
  assert.match(body.sign_in.problem, /no renewal/);
});

test('while the authorization server is out of reach, the sign-in stays, and works again afterwards', async () => {
  const server = stopAtEnd(await startSigningServer({ tokenSeconds: 1 }));
  const connection = await connect(server);
  await signIn(connection.path, server);
  server.settings.down = true;
  assert.match((await ada.call('POST', `${connection.path}test/`)).body.message, /did not answer/);
  assert.equal((await ada.call('GET', connection.path)).body.sign_in.state, 'signed_in');
  server.settings.down = false;
  server.settings.tokenSeconds = 3_600;
  const again = await ada.call('POST', `${connection.path}test/`);
  assert.equal(again.status, 200, again.text);
});

test('signing out, changing the address and deleting give the tokens back', async () => {
  const server = stopAtEnd(await startSigningServer());
  const { id, path } = await connect(server);
  const revoked = (times: number) =>
    until(async () => server.settings.revocations.length >= times, `${times} revocations`);
  await signIn(path, server);
  assert.equal((await ada.call('DELETE', `${path}sign-in/`)).status, 204);
  await revoked(2);
  assert.equal((await ada.call('GET', path)).body.sign_in.state, 'needed');
  await signIn(path, server);
  assert.equal(server.clients.size, 2, 'a registration each, because the first went with its sign-in');
  await signIn(path, server);
  assert.equal(server.clients.size, 2, 'the registration is used again');
  await revoked(4);
  assert.equal((await ada.call('PATCH', path, { config: { url: `${server.url}?other` } })).status, 200);
  assert.equal((await ada.call('GET', path)).body.sign_in.state, 'needed');
  await revoked(6);
  await signIn(path, server);
  assert.equal((await ada.call('PATCH', path, { description: 'Said.' })).body.sign_in.state, 'signed_in');
  assert.equal((await ada.call('DELETE', path)).status, 204);
  await revoked(8);
  const actions = (await audited(id)).map(({ action }) => action);
  assert.equal(actions.filter((one) => one === 'connection.signed_out').length, 1);
  await until(async () => {
    const rows = await harness.database.system.query<{ sealed: string; outcome: string }>(
      'select sealed, outcome from connection_revocations where connection_id = $1::uuid',
      [id],
    );
    return rows.length === 4 && rows.every(({ sealed, outcome }) => sealed === '' && outcome === 'revoked');
  }, 'what was given back to be forgotten here');
});

test('an attacker gets nowhere: another person, a used state, another server, a refusal, a member', async () => {
  const { id, path } = await connect();
  const first = await stranger.signIn(await begin(path), 'ada-there');
  const foreign = await complete(first, grace);
  assert.deepEqual([foreign.status, foreign.headers.get('x-error-code')], [400, 'errand.connections.sign_in_unknown']);
  assert.equal((await complete(first)).status, 400, 'it counted once');

  const second = await stranger.signIn(await begin(path), 'ada-there');
  second.searchParams.set('iss', 'https://evil.example');
  assert.match((await complete(second)).body.detail, /wrong_issuer/);

  const third = await stranger.signIn(await begin(path), 'ada-there');
  third.searchParams.set('code', 'another code');
  assert.match((await complete(third)).body.detail, /invalid_grant/);

  const refused = await stranger.signIn(await begin(path), 'ada-there', false);
  assert.match((await complete(refused)).body.detail, /access_denied/);

  const made = new URL('http://127.0.0.1/?state=made-up&code=c');
  assert.equal((await complete(made)).status, 400);
  assert.equal((await mel.call('POST', `${path}sign-in/`)).status, 403);
  assert.equal((await mel.call('POST', '/v1/connections/complete-sign-in/', { state: 'x' })).status, 403);
  const other = await harness.org();
  assert.equal((await other.request('POST', `${path}sign-in/`)).status, 404);

  assert.equal((await ada.call('GET', path)).body.sign_in.state, 'needed');
  const reasons = (await audited(id)).filter(({ action }) => action === 'connection.sign_in_refused');
  assert.deepEqual(reasons.map(({ detail }) => detail.reason).toSorted(), [
    'access_denied',
    'another person',
    'invalid_grant',
    'wrong_issuer',
  ]);
});

test('what cannot be signed in says why', async () => {
  const said = async (server: { url: string }, auth: object = {}) => {
    const { path } = await connect(server as SigningServer, auth);
    const { status, body } = await ada.call('POST', `${path}sign-in/`);
    assert.equal(status, 400);
    return body.detail as string;
  };
  const closed = stopAtEnd(await startSigningServer({ registration: false }));
  assert.match(await said(closed), /registers nobody by itself.*\/connections\/signed-in/);
  assert.match(await said({ url: `${harness.baseUrl}/health/` }), /asks nobody|status 40/);
  assert.match(await said({ url: 'http://127.0.0.1:9/mcp' }), /cannot be reached/);
  const bearer = await ada.call('POST', '/v1/connections/', {
    connector_type: 'custom_mcp',
    name: 'Pasted',
    config: { url: stranger.url },
    auth_config: { type: 'bearer', token: 'x' },
  });
  assert.equal(bearer.body.sign_in, null);
  assert.match(
    (await ada.call('POST', `/v1/connections/${bearer.body.id}/sign-in/`)).body.detail,
    /oauth2_authorization_code/,
  );
});

test('a client that was registered by hand uses its id and secret; a document is used where servers take one', async () => {
  const own = stopAtEnd(await startHarness({ env: { ...env, ERRAND_PUBLIC_URL: 'https://errand.example' } }));
  const there = await own.org();
  const server = stopAtEnd(await startSigningServer({ metadataDocuments: true }));
  const make = async (name: string, auth: object) => {
    const auth_config = { type: 'oauth2_authorization_code', ...auth };
    const body = { connector_type: 'custom_mcp', name, config: { url: server.url }, auth_config };
    const { id } = await there.expect(201, 'POST', '/v1/connections/', body);
    return {
      path: `/v1/connections/${id}/`,
      url: (await there.expect(200, 'POST', `/v1/connections/${id}/sign-in/`)).url,
    };
  };
  const known = await make('Known', {
    client_id: 'known-client',
    client_secret: 'a secret of a client that was entered by hand',
  });
  const back = await server.signIn(known.url, 'ada-there');
  assert.equal(back.origin, 'https://errand.example');
  const done = await there.expect(200, 'POST', '/v1/connections/complete-sign-in/', answerOf(back));
  assert.equal(done.sign_in.state, 'signed_in');
  await there.expect(200, 'POST', `${known.path}test/`);
  assert.ok(!JSON.stringify(await there.expect(200, 'GET', known.path)).includes('a secret of a client'));

  const document = new URL((await make('Document', {})).url);
  const address = 'https://errand.example/oauth/client.json';
  assert.equal(document.searchParams.get('client_id'), address);
  const { body } = await request(own.baseUrl, undefined, 'GET', '/oauth/client.json');
  assert.deepEqual(
    [body.client_id, body.redirect_uris, body.token_endpoint_auth_method],
    [address, ['https://errand.example/connections/signed-in'], 'none'],
  );
  assert.equal(server.clients.size, 0, 'nobody was registered');
});
