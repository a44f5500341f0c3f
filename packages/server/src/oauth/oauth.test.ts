import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { type Answer, request, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createBrowser, signInPerson } from '../../test/oauth-person.ts';
import { addWithPassword } from '../../test/people.ts';

// Signs programs in, and then tries what an attacker would. Official clients do the honest flow in
// doors/mcp/sign-in.test.ts.

const PASSWORD = 'a long password of a test';
const REDIRECT = 'http://127.0.0.1:9/callback';

const harness = stopAtEnd(await startHarness());
const { baseUrl } = harness;
const org = await harness.org();

async function addPerson(email: string, role: string) {
  const body = { email, role, password: PASSWORD, first_name: 'Ada', last_name: 'Lovelace' };
  return { id: await addWithPassword(harness, org.orgId, body), ...(await signInPerson(baseUrl, email, PASSWORD)) };
}
const ada = await addPerson('ada@example.com', 'admin');
const vic = await addPerson('vic@example.com', 'viewer');

const register = async (more: object = {}): Promise<Answer> =>
  request(baseUrl, undefined, 'POST', '/oauth/register', {
    client_name: 'Judge',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
    ...more,
  });
const { client_id: clientId } = (await register()).body;

const newProof = () => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};

type Asked = Record<string, string | undefined>;
function authorizeUrl(challenge: string, more: Asked = {}): URL {
  const url = new URL('/oauth/authorize', baseUrl);
  const given: Asked = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    state: 'a state',
    scope: 'read run',
    resource: `${baseUrl}/mcp`,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  };
  for (const [name, value] of Object.entries(given)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

const tokenCall = (body: Record<string, string>): Promise<Answer> =>
  request(baseUrl, undefined, 'POST', '/oauth/token', new URLSearchParams({ client_id: clientId, ...body }));

async function getCode(person = ada, more: Asked = {}): Promise<{ code: string; verifier: string; url: URL }> {
  const { verifier, challenge } = newProof();
  const url = await person.consent(authorizeUrl(challenge, more), { organization_id: org.orgId });
  return { code: url.searchParams.get('code')!, verifier, url };
}

const exchange = ({ code, verifier }: { code: string; verifier: string }, more: Record<string, string> = {}) =>
  tokenCall({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: REDIRECT, ...more });

const refresh = (refresh_token: string, more: Record<string, string> = {}) =>
  tokenCall({ grant_type: 'refresh_token', refresh_token, ...more });

async function signIn(
  person = ada,
  more: Asked = {},
): Promise<Record<'access_token' | 'refresh_token' | 'scope', string>> {
  const answer = await exchange(await getCode(person, more));
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const listTools = (token: string) =>
  request(baseUrl, token, 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });

const audit = async (action: string): Promise<{ detail: Record<string, unknown>; target_id: string }[]> =>
  (await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/audit/?action=${action}&page_size=100`)).results;
/** Waits for an entry with these members of its detail. */
async function inAudit(action: string, wanted: Record<string, unknown>): Promise<void> {
  const fits = ({ detail }: { detail: Record<string, unknown> }) =>
    Object.entries(wanted).every(([name, value]) => detail[name] === value);
  await until(async () => (await audit(action)).some(fits), `${action} ${JSON.stringify(wanted)}`);
}

describe('signing in', () => {
  test('the documents lead from a door to the authorization server and its endpoints', async () => {
    const refused = await request(baseUrl, undefined, 'POST', '/mcp', {});
    assert.equal(refused.status, 401);
    const header = refused.headers.get('www-authenticate')!;
    const [, address] = /resource_metadata="([^"]+)"/.exec(header)!;
    assert.match(header, /scope="read run decide build"/);
    const resource = (await (await fetch(address!)).json()) as Record<string, unknown>;
    assert.deepEqual([resource.resource, resource.authorization_servers], [`${baseUrl}/mcp`, [baseUrl]]);
    const { body } = await request(baseUrl, undefined, 'GET', '/.well-known/oauth-authorization-server');
    assert.equal(body.issuer, baseUrl);
    assert.deepEqual(
      ['authorization', 'token', 'revocation', 'registration'].map((name) => body[`${name}_endpoint`]),
      ['authorize', 'token', 'revoke', 'register'].map((name) => `${baseUrl}/oauth/${name}`),
    );
    assert.deepEqual(body.code_challenge_methods_supported, ['S256']);
    assert.equal(body.client_id_metadata_document_supported, true);
    assert.deepEqual(body.scopes_supported, ['read', 'run', 'decide', 'build', 'admin']);
  });

  test('every door asks for a sign-in, and the API for a credential as before', async () => {
    for (const path of ['/mcp', `/a2a/${org.orgId}/`, '/openai/v1/responses']) {
      const refused = await request(baseUrl, undefined, 'POST', path, {});
      assert.equal(refused.status, 401, path);
      assert.match(refused.headers.get('www-authenticate')!, /resource_metadata=".+", scope=".+"/, path);
    }
    const api = await request(baseUrl, undefined, 'GET', '/v1/agents/');
    assert.equal(api.headers.get('www-authenticate'), 'Bearer');
  });

  test('a person consents, and the program has a token of 15 minutes for what they granted', async () => {
    const got = await getCode();
    assert.equal(got.url.searchParams.get('state'), 'a state');
    assert.equal(got.url.searchParams.get('iss'), baseUrl);
    const { status, body, text } = await exchange(got);
    assert.equal(status, 200, text);
    assert.deepEqual([body.token_type, body.expires_in, body.scope], ['Bearer', 900, 'read run']);
    assert.equal((await listTools(body.access_token)).status, 200);
    const { results } = await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/oauth-grants/`);
    assert.deepEqual(
      [results[0].client_name, results[0].scopes, results[0].user.display_name],
      ['Judge', ['read', 'run'], 'Ada Lovelace'],
    );
    await inAudit('oauth_grant.created', { client_name: 'Judge', resource: `${baseUrl}/mcp` });
  });

  test('a program of a machine may listen on any port, under the same path only', async () => {
    const { challenge } = newProof();
    const other = await ada.consent(authorizeUrl(challenge, { redirect_uri: 'http://127.0.0.1:4567/callback' }), {
      organization_id: org.orgId,
    });
    assert.equal(other.port, '4567');
    const wrong = ada.consent(authorizeUrl(challenge, { redirect_uri: 'http://127.0.0.1:9/elsewhere' }), {
      organization_id: org.orgId,
    });
    await assert.rejects(wrong, /^Error: 400 /);
  });

  test('a person who refuses sends the program away without a code', async () => {
    const { challenge } = newProof();
    const url = await ada.consent(authorizeUrl(challenge), { organization_id: org.orgId, approve: false });
    assert.deepEqual([url.searchParams.get('error'), url.searchParams.get('code')], ['access_denied', null]);
    await inAudit('oauth_grant.refused', { reason: 'person' });
  });

  test('a refresh token works once and brings its successor', async () => {
    const first = await signIn();
    const second = await refresh(first.refresh_token);
    assert.equal(second.status, 200, second.text);
    assert.notEqual(second.body.refresh_token, first.refresh_token);
    assert.equal((await listTools(second.body.access_token)).status, 200);
  });

  test('neither codes nor tokens nor secrets of clients can be read in the database', async () => {
    const secret = (await register({ token_endpoint_auth_method: 'client_secret_basic' })).body.client_secret;
    const { access_token, refresh_token } = await signIn();
    const rows = await harness.database.system.query<{ all: string }>(
      `select row_to_json(a)::text as all from oauth_artifacts a union all select row_to_json(c)::text from oauth_clients c`,
    );
    const everything = rows.map(({ all }) => all).join('\n');
    for (const value of [secret, access_token, refresh_token]) assert.ok(!everything.includes(value));
  });
});

describe('an attacker', () => {
  test('cannot use a code twice, and the attempt ends what the first use got', async () => {
    const got = await getCode();
    const { access_token } = (await exchange(got)).body;
    const again = await exchange(got);
    assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant']);
    await until(async () => (await listTools(access_token)).status === 401, 'the token to end');
    await inAudit('oauth_grant.reuse_detected', { reason: 'reuse' });
  });

  test('cannot use a refresh token twice, and the attempt ends its family', async () => {
    const first = await signIn();
    const second = (await refresh(first.refresh_token)).body;
    const replayed = await refresh(first.refresh_token);
    assert.deepEqual([replayed.status, replayed.body.error], [400, 'invalid_grant']);
    assert.equal((await refresh(second.refresh_token)).status, 400);
    await until(async () => (await listTools(second.access_token)).status === 401, 'the token to end');
    const seen = (await audit('oauth_grant.reuse_detected')).length;
    assert.ok(seen >= 2);
  });

  test('who uses a refresh token at the same moment as its owner gets at most one successor, and no family', async () => {
    const { refresh_token } = await signIn();
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(refresh_token)));
    assert.ok(answers.filter(({ status }) => status === 200).length <= 1);
    for (const { status, body } of answers)
      if (status === 200) assert.equal((await refresh(body.refresh_token)).status, 400);
  });

  test('cannot ask without PKCE, with a plain challenge, or exchange with another verifier', async () => {
    const { challenge } = newProof();
    for (const more of [{ code_challenge: undefined }, { code_challenge_method: 'plain' }]) {
      const url = await createBrowser().open(authorizeUrl(challenge, more));
      assert.equal(url.searchParams.get('error'), 'invalid_request');
    }
    const got = await getCode();
    const wrong = await exchange({ ...got, verifier: newProof().verifier });
    assert.deepEqual([wrong.status, wrong.body.error], [400, 'invalid_grant']);
    await inAudit('oauth_grant.refused', { request: 'token', error: 'invalid_grant', asked_by: clientId });
  });

  test('cannot leave out the resource, or name one that is not here', async () => {
    const { challenge } = newProof();
    for (const resource of [undefined, 'https://elsewhere.example/mcp', `${baseUrl}/v1`]) {
      const url = await createBrowser().open(authorizeUrl(challenge, { resource }));
      assert.equal(url.searchParams.get('error'), 'invalid_target', String(resource));
    }
    const foreign = await exchange(await getCode(), { resource: baseUrl });
    assert.deepEqual([foreign.status, foreign.body.error], [400, 'invalid_target']);
    await inAudit('oauth_grant.refused', { request: 'token', error: 'invalid_target' });
  });

  test('cannot use a token for one door at another or at the API', async () => {
    const { access_token } = await signIn();
    for (const [method, path] of [
      ['GET', '/v1/agents/'],
      ['POST', `/a2a/${org.orgId}/`],
      ['GET', '/openai/v1/models'],
    ] as const) {
      const answer = await request(baseUrl, access_token, method, path, method === 'POST' ? {} : undefined);
      assert.equal(answer.status, 401, path);
    }
    await inAudit('oauth_grant.refused', { reason: 'foreign_resource', path: '/v1/agents/' });
    const whole = await signIn(ada, { resource: baseUrl });
    assert.equal((await request(baseUrl, whole.access_token, 'GET', '/v1/agents/')).status, 200);
    assert.equal((await listTools(whole.access_token)).status, 200);
    const forged = await request(baseUrl, access_token, 'GET', '/v1/agents/', undefined, { 'x-errand-door': 'true' });
    assert.equal(forged.status, 401);
  });

  test('cannot do more than the scopes say: 403 names the scope that is missing', async () => {
    const { access_token } = await signIn(ada, { resource: baseUrl, scope: 'read' });
    const refused = async (path: string, method: string, scope: string) => {
      const answer = await request(baseUrl, access_token, method, path, method === 'GET' ? undefined : {});
      assert.equal(answer.status, 403, `${path} ${answer.text}`);
      assert.match(
        answer.headers.get('www-authenticate')!,
        new RegExp(`error="insufficient_scope", scope="read ${scope}"`),
      );
    };
    await refused('/v1/agents/', 'POST', 'build');
    await refused(`/v1/agents/run/${org.orgId}/`, 'POST', 'run');
    await refused(`/v1/waits/${org.orgId}/answer/`, 'POST', 'decide');
    await refused(`/v1/organizations/${org.orgId}/api-keys/`, 'POST', 'admin');
    await refused(`/v1/organizations/${org.orgId}/audit/`, 'GET', 'admin');
    await refused('/v1/auth/device/decision/', 'POST', 'admin');
    await inAudit('oauth_grant.refused', { reason: 'insufficient_scope', scope: 'admin' });
    const wider = await refresh((await signIn(ada, { scope: 'read' })).refresh_token, { scope: 'read admin' });
    assert.deepEqual([wider.status, wider.body.error], [400, 'invalid_scope']);
  });

  test('cannot widen its scopes through any door', async () => {
    const { id } = await org.expect(201, 'POST', '/v1/agents/', {
      name: 'Held letter',
      engine_class_id: 'TemplateEngine',
      engine_config: { template: 'Dear ${text}' },
    });
    await org.expect(201, 'POST', `/v1/agents/${id}/versions/`, { approval: { when: 'always', role: 'member' } });
    const jobs = async (): Promise<number> => (await org.expect(200, 'GET', '/v1/agents/jobs/')).results.length;
    const reader = await signIn(ada, { resource: baseUrl, scope: 'read' });
    const send = (path: string, body: object, token: string) =>
      request(baseUrl, token, 'POST', path, body, { 'a2a-version': '1.0' });
    const tool = (name: string, given: object = {}) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: given },
    });
    const message = (more: object = {}) => ({
      message: { messageId: randomBytes(8).toString('hex'), role: 'ROLE_USER', parts: [{ text: 'Ada' }], ...more },
    });
    const rpc = (params: object) => ({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params });
    const before = await jobs();
    for (const [path, body, scope] of [
      ['/mcp', tool('held_letter', { text: 'Ada' }), 'run'],
      ['/mcp', tool('errand_run_sql', { query: 'select 1' }), 'run'],
      ['/mcp', tool('errand_create_agent', { name: 'No', engine_class_id: 'TemplateEngine' }), 'build'],
      ['/mcp', tool('errand_answer_wait', { wait_id: id, answer: 'approve' }), 'decide'],
      [`/a2a/${id}/`, rpc(message()), 'run'],
      ['/a2a/', rpc(message({ metadata: { skill: 'held-letter' } })), 'run'],
      [`/a2a/${id}/message:send`, message(), 'run'],
      ['/openai/v1/responses', { model: id, input: 'Ada' }, 'run'],
      ['/openai/v1/chat/completions', { model: id, messages: [{ role: 'user', content: 'Ada' }] }, 'run'],
    ] as const) {
      const answer = await send(path, body, reader.access_token);
      assert.equal(answer.status, 403, `${path} ${answer.text}`);
      assert.match(answer.headers.get('www-authenticate')!, new RegExp(`insufficient_scope", scope="read ${scope}"`));
    }
    assert.equal(await jobs(), before, 'nothing was started');
    for (const path of ['/mcp', `/a2a/${id}/`, '/openai/v1/responses'])
      await inAudit('oauth_grant.refused', { reason: 'insufficient_scope', path });
    // Who may run may not approve what they ran, by answering the task either.
    const runner = await signIn(ada, { resource: baseUrl, scope: 'read run' });
    const held = (await send(`/a2a/${id}/`, rpc(message()), runner.access_token)).body.result.task;
    const wait = async () => (await org.expect(200, 'GET', `/v1/agents/jobs/${held.id}/`)).waiting;
    await until(wait, 'the wait for a person');
    const yes = message({ taskId: held.id, parts: [{ data: { answer: 'approve' } }] });
    const answered = await send(`/a2a/${id}/`, rpc(yes), runner.access_token);
    assert.ok(answered.status === 403 || answered.body.error !== undefined, answered.text);
    assert.ok(await wait(), 'it waits for a person');
  });

  test('who is a viewer gives a program no more than a viewer has', async () => {
    const got = await signIn(vic, { resource: baseUrl, scope: 'read build admin' });
    assert.equal(got.scope, 'read');
    assert.equal((await request(baseUrl, got.access_token, 'POST', '/v1/agents/', {})).status, 403);
    const { challenge } = newProof();
    const none = await vic.consent(authorizeUrl(challenge, { scope: 'admin' }), { organization_id: org.orgId });
    assert.equal(none.searchParams.get('error'), 'access_denied');
    await inAudit('oauth_grant.refused', { reason: 'role', role: 'viewer' });
  });

  test('cannot have another person decide for their own browser', async () => {
    const { challenge } = newProof();
    const page = await createBrowser().open(authorizeUrl(challenge));
    const decided = await request(baseUrl, ada.token, 'POST', `${page.pathname}/`, {
      approve: true,
      organization_id: org.orgId,
    });
    assert.equal(decided.status, 404);
  });

  test('cannot decide with an API key or with a program’s token', async () => {
    const { access_token } = await signIn(ada, { resource: baseUrl, scope: 'read run decide build admin' });
    for (const credential of [org.apiKey, access_token]) {
      const browser = createBrowser();
      const page = await browser.open(authorizeUrl(newProof().challenge));
      const path = `${page.pathname}/`;
      const body = { approve: true, organization_id: org.orgId };
      const answer = await request(baseUrl, credential, 'POST', path, body, { cookie: browser.cookiesFor(path) });
      assert.equal(answer.status, 403, answer.text);
    }
  });

  test('cannot make the service fetch a metadata document from a forbidden address', async () => {
    const { challenge } = newProof();
    for (const address of ['https://127.0.0.1:9/client.json', 'https://169.254.169.254/client.json']) {
      const opened = createBrowser().open(authorizeUrl(challenge, { client_id: address }));
      await assert.rejects(opened, /invalid_client/);
    }
  });

  test('cannot register with addresses that run code', async () => {
    for (const uri of ['javascript:alert(1)', 'data:text/html,x']) {
      const answer = await register({ redirect_uris: [uri] });
      assert.equal(answer.status, 400, uri);
    }
  });

  test('a token ends with the membership, in use and at the next refresh', async () => {
    const eve = await addPerson('eve@example.com', 'member');
    const { access_token, refresh_token } = await signIn(eve);
    const other = await signIn(eve);
    await org.expect(204, 'DELETE', `/v1/organizations/${org.orgId}/members/${eve.id}/`);
    await until(async () => (await listTools(access_token)).status === 401, 'the token to end');
    await inAudit('oauth_grant.ended', { reason: 'membership_ended', user_id: eve.id });
    for (const token of [refresh_token, other.refresh_token])
      assert.deepEqual((await refresh(token)).body.error, 'invalid_grant');
  });

  test('a token follows the role of its person', async () => {
    const mel = await addPerson('mel@example.com', 'member');
    const { access_token } = await signIn(mel, { resource: baseUrl, scope: 'read build' });
    const create = () => request(baseUrl, access_token, 'POST', '/v1/agents/', {});
    assert.equal((await create()).status, 400);
    await org.expect(200, 'PATCH', `/v1/organizations/${org.orgId}/members/${mel.id}/`, { role: 'viewer' });
    await until(async () => (await create()).status === 403, 'the new role');
  });
});

describe('ending', () => {
  test('a person disconnects a program, and only their own unless they are an admin', async () => {
    const path = `/v1/organizations/${org.orgId}/oauth-grants/`;
    const { access_token } = await signIn();
    const { results } = await org.expect(200, 'GET', path);
    const own = await request(baseUrl, vic.token, 'GET', path);
    assert.ok(own.body.results.every(({ user }: { user: { id: number } }) => user.id === vic.id));
    assert.equal((await request(baseUrl, vic.token, 'DELETE', `${path}${results[0].id}/`)).status, 404);
    assert.equal((await request(baseUrl, ada.token, 'DELETE', `${path}${results[0].id}/`)).status, 204);
    assert.equal((await listTools(access_token)).status, 401);
    await inAudit('oauth_grant.ended', { reason: 'revoked' });
    assert.equal((await request(baseUrl, ada.token, 'GET', `${path}${results[0].id}/`)).status, 404);
  });

  test('a grant is shown while its program can use it, and goes with the last code or token', async () => {
    const path = `/v1/organizations/${org.orgId}/oauth-grants/?page_size=100`;
    const { system } = harness.database;
    const shown = async (): Promise<string[]> =>
      (await org.expect(200, 'GET', path)).results.map(({ id }: { id: string }) => id);
    const stored = async (id: string): Promise<boolean> =>
      (await system.query('select 1 from oauth_grants where id = $1', [id])).length === 1;
    const before = await shown();
    await getCode();
    const [unused] = (await shown()).filter((id) => !before.includes(id));
    await system.run(`update oauth_artifacts set expires_at = now() - interval '1 day' where grant_id = $1`, [unused]);
    assert.ok(!(await shown()).includes(unused!), 'its code was not exchanged in time');
    const { access_token } = await signIn();
    const [used, old] = await shown();
    await system.run(`update oauth_grants set expires_at = now() - interval '1 day' where id = $1`, [old]);
    await until(async () => {
      await signIn();
      return !(await stored(unused!)) && !(await stored(old!));
    }, 'the grants that nobody can use to go');
    assert.ok(await stored(used!));
    assert.equal((await listTools(access_token)).status, 200);
  });

  test('a program that gives its refresh token back ends its grant', async () => {
    const { access_token, refresh_token } = await signIn();
    const revoke = new URLSearchParams({ client_id: clientId, token: refresh_token });
    assert.equal((await request(baseUrl, undefined, 'POST', '/oauth/revoke', revoke)).status, 200);
    await until(async () => (await listTools(access_token)).status === 401, 'the token to end');
    await inAudit('oauth_grant.ended', { reason: 'revoked_by_program' });
  });

  test('programs do not register themselves where the operator has switched it off', async () => {
    const env = { ERRAND_OAUTH_REGISTRATION: 'off', ERRAND_OAUTH_CLIENT_DOCUMENTS: 'off' };
    const closed = stopAtEnd(await startHarness({ env }));
    assert.equal((await request(closed.baseUrl, undefined, 'POST', '/oauth/register', {})).status, 404);
    const { body } = await request(closed.baseUrl, undefined, 'GET', '/.well-known/oauth-authorization-server');
    assert.deepEqual([body.registration_endpoint, body.client_id_metadata_document_supported], [undefined, undefined]);
  });
});
