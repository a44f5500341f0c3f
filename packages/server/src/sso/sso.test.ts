import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { JWTPayload } from 'jose';
import { type Answer, request, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { startLyingProvider } from '../../test/lying-provider.ts';
import { addWithPassword } from '../../test/people.ts';

// Signs in at a provider that tells the truth, lies, is down or changes its keys.

const CLIENT = 'errand-console';
const orgId = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';

const provider = stopAtEnd(await startLyingProvider(CLIENT));
const harness = stopAtEnd(
  await startHarness({
    env: {
      ERRAND_OIDC_ISSUER: provider.issuer,
      ERRAND_OIDC_CLIENT_ID: CLIENT,
      ERRAND_OIDC_CLIENT_SECRET: 'a secret of the client',
      ERRAND_OIDC_NAME: 'Acme Login',
      ERRAND_OIDC_CREATE_USERS: 'true',
      ERRAND_OIDC_ROLES: `staff=${orgId}:viewer, leads=${orgId}:admin`,
    },
  }),
);
const { system } = harness.database;
await system.run(`insert into organizations (id, name) values ($1, 'Acme')`, [orgId]);
await system.run('insert into credit_accounts (org_id, limited, balance) values ($1, false, 0)', [orgId]);
beforeEach(() => {
  provider.says = { claims: {} };
});

const call = (path: string, body: unknown, credential?: string): Promise<Answer> =>
  request(harness.baseUrl, credential, 'POST', path, body);

type Started = { ticket: string; state: string; nonce: string; url: URL };

async function start(body: object = {}): Promise<Started> {
  const started = await call('/v1/auth/sso/', body);
  assert.equal(started.status, 200, started.text);
  const url = new URL(started.body.url);
  const read = (name: string): string => url.searchParams.get(name)!;
  return { ticket: started.body.ticket, state: read('state'), nonce: read('nonce'), url };
}

const complete = ({ ticket, state }: Started, more: object = {}): Promise<Answer> =>
  call('/v1/auth/sso/complete/', { ticket, state, code: 'a code', ...more });

const ada = { sub: 'ada', email: 'ada@example.com', given_name: 'Ada', groups: ['staff'] };

/** Does a complete sign-in, with what the provider says about the person. */
async function signIn(claims: JWTPayload = ada, body: object = {}): Promise<Answer> {
  const started = await start(body);
  provider.says.claims = { nonce: started.nonce, ...claims };
  return complete(started);
}

const roleOf = async (token: string): Promise<string | undefined> =>
  (await request(harness.baseUrl, token, 'GET', '/v1/organizations/')).body.results.find(
    ({ id }: { id: string }) => id === orgId,
  )?.role;

describe('an honest provider', () => {
  test('the address has PKCE, state and nonce, and brings the person back to the console', async () => {
    const { url } = await start();
    assert.equal(url.origin + url.pathname, `${provider.issuer}/authorize`);
    const read = Object.fromEntries(url.searchParams);
    assert.equal(read.code_challenge_method, 'S256');
    assert.equal(read.redirect_uri, `${harness.baseUrl}/sign-in/callback`);
    assert.equal(read.response_type, 'code');
    assert.equal(read.client_id, CLIENT);
    assert.ok(read.state && read.nonce && read.code_challenge);
    const { body } = await request(harness.baseUrl, undefined, 'GET', '/v1/auth/methods/');
    assert.deepEqual(body, { password: true, sso: { name: 'Acme Login' } });
  });

  test('a new person becomes a user with the role of their group, and with a session as others have', async () => {
    const answer = await signIn(ada, { next: '/jobs?status=4' });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.user.email, 'ada@example.com');
    assert.equal(answer.body.next, '/jobs?status=4');
    assert.equal(await roleOf(answer.body.token), 'viewer');
    const sessions = await request(harness.baseUrl, answer.body.token, 'GET', '/v1/users/current_user/sessions/');
    assert.equal(sessions.body.results.length, 1);
    assert.ok(provider.exchanges.at(-1)!.get('code_verifier'));
    const [stored] = await harness.database.system.query<{ sealed: string }>(
      'select sealed_id_token as sealed from sessions where issuer is not null limit 1',
    );
    assert.doesNotMatch(stored!.sealed, /eyJ/, 'the token of the provider is sealed at rest');
  });

  test('groups are applied again at each sign-in: more, fewer, none; what is taken away is reported', async () => {
    const more = await signIn({ ...ada, groups: ['staff', 'leads'] });
    assert.equal(await roleOf(more.body.token), 'admin');
    const none = await signIn({ ...ada, groups: [] });
    assert.equal(none.status, 200, none.text);
    assert.equal(await roleOf(none.body.token), undefined);
    const told = await harness.database.system.query<{ action: string; detail: unknown }>(
      'select action, detail from audit_log where org_id = $1 order by id desc limit 1',
      [orgId],
    );
    assert.deepEqual(told, [{ action: 'member.removed', detail: { role: 'admin', by: 'groups' } }]);
  });

  test('what the identity token leaves out is asked for', async () => {
    provider.says.userinfo = { sub: 'lin', email: 'lin@example.com', groups: ['leads'] };
    const answer = await signIn({ sub: 'lin' });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(await roleOf(answer.body.token), 'admin');
  });

  test('signing out ends the session here and says where the provider ends its own', async () => {
    const { token } = (await signIn()).body;
    const out = await call('/v1/auth/sso/logout/', undefined, token);
    const url = new URL(out.body.url);
    assert.equal(url.origin + url.pathname, `${provider.issuer}/end`);
    assert.equal(url.searchParams.get('post_logout_redirect_uri'), `${harness.baseUrl}/sign-in`);
    assert.match(url.searchParams.get('id_token_hint')!, /^eyJ/);
    assert.equal((await request(harness.baseUrl, token, 'GET', '/v1/users/current_user/')).status, 401);
  });
});

describe('the provider signs people out', () => {
  const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const logOut = async (claims: JWTPayload): Promise<Answer> =>
    request(
      harness.baseUrl,
      undefined,
      'POST',
      '/v1/auth/sso/backchannel-logout/',
      new URLSearchParams({ logout_token: await provider.sign(claims, { typ: 'logout+jwt' }) }),
    );

  test('one session by its id, or all of a person; others stay', async () => {
    const [one, two] = [await signIn({ ...ada, sid: 's1' }), await signIn({ ...ada, sid: 's2' })];
    const status = async ({ body }: Answer) =>
      (await request(harness.baseUrl, body.token, 'GET', '/v1/users/current_user/')).status;
    assert.deepEqual((await logOut({ sid: 's1', events: EVENT })).body, { ended: 1 });
    assert.deepEqual([await status(one), await status(two)], [401, 200]);
    assert.equal((await logOut({ sub: 'ada', events: EVENT })).status, 200);
    assert.equal(await status(two), 401);
  });

  test('what is no logout token ends nothing', async () => {
    const { body } = await signIn({ ...ada, sid: 's3' });
    const now = Math.floor(Date.now() / 1000);
    const refused: Record<string, JWTPayload> = {
      'an identity token': { sub: 'ada', sid: 's3' },
      'with a nonce': { sid: 's3', events: EVENT, nonce: 'n' },
      'for another application': { sid: 's3', events: EVENT, aud: 'other' },
      'of nobody': { events: EVENT },
      'an old one': { sid: 's3', events: EVENT, iat: now - 3_600 },
    };
    for (const [what, claims] of Object.entries(refused)) assert.equal((await logOut(claims)).status, 400, what);
    provider.says.isForged = true;
    assert.equal((await logOut({ sid: 's3', events: EVENT })).status, 400, 'signed by a stranger');
    assert.deepEqual((await logOutUnknown()).body, { ended: 0 });
    assert.equal((await request(harness.baseUrl, body.token, 'GET', '/v1/users/current_user/')).status, 200);
    async function logOutUnknown(): Promise<Answer> {
      provider.says.isForged = false;
      return logOut({ sub: 'nobody here', events: EVENT });
    }
  });
});

describe('a provider that lies', () => {
  const now = (): number => Math.floor(Date.now() / 1000);
  const lies: [what: string, claims: () => JWTPayload, sentence: RegExp][] = [
    ['the nonce of another sign-in', () => ({ nonce: 'other' }), /another sign-in \(nonce\)/],
    ['another application', () => ({ aud: 'other' }), /another application/],
    ['another issuer', () => ({ iss: 'https://elsewhere.example.com' }), /another issuer/],
    ['an expired answer', () => ({ exp: now() - 120, iat: now() - 600 }), /clocks of the two servers/],
    [
      'an answer from the future',
      () => ({ iat: now() + 600, nbf: now() + 600 }),
      /clocks of the two servers|not valid/,
    ],
  ];
  for (const [what, claims, sentence] of lies) {
    test(`${what} is refused with a sentence that says what to do`, async () => {
      const answer = await signIn({ ...ada, ...claims() });
      assert.equal(answer.status, 401, answer.text);
      assert.match(answer.body.detail, sentence);
      assert.equal(answer.body.code, 'errand.sign_in.refused');
    });
  }

  test('clocks may differ by 30 seconds', async () => {
    assert.equal((await signIn({ ...ada, exp: now() - 10, iat: now() - 300 })).status, 200);
    assert.equal((await signIn({ ...ada, iat: now() + 15, nbf: now() + 15 })).status, 200);
  });

  test('a signature of a key that it does not publish is refused', async () => {
    provider.says.isForged = true;
    const answer = await signIn();
    assert.equal(answer.status, 401, answer.text);
    assert.match(answer.body.detail, /not signed by a key that it publishes/);
  });

  test('keys that it has changed are fetched, at most once in the half minute that the sentence names', async (t) => {
    const fetches = () => provider.requests.filter((path) => path === '/keys').length;
    // From here on time passes only when the test says so; the last fetch is long ago.
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_000 });
    await provider.rotateKeys();
    const before = fetches();
    const first = await signIn();
    assert.equal(first.status, 200, first.text);
    assert.equal(fetches(), before + 1);
    await provider.rotateKeys();
    const early = await signIn();
    assert.equal(early.status, 401, early.text);
    assert.match(early.body.detail, /try again in half a minute/);
    assert.equal(fetches(), before + 1, 'answers with unknown keys make nobody ask more often');
    t.mock.timers.tick(31_000);
    const late = await signIn();
    assert.equal(late.status, 200, late.text);
  });

  test('what its user endpoint says of somebody else is refused', async () => {
    provider.says.userinfo = { sub: 'eve', email: 'eve@example.com' };
    const answer = await signIn({ sub: 'grace' });
    assert.equal(answer.status, 401, answer.text);
  });
});

describe('a sign-in works once, for the browser that began it', () => {
  test('a state that was used, another ticket, no ticket, another state', async () => {
    const started = await start();
    provider.says.claims = { nonce: started.nonce, ...ada };
    assert.equal((await complete(started)).status, 200);
    const again = await complete(started);
    assert.match(again.body.detail, /already completed/);
    const other = await start();
    for (const mixed of [
      { ...started, ticket: other.ticket },
      { ...other, ticket: 'made up' },
      { ...other, state: 'made-up' },
    ]) {
      const answer = await complete(mixed);
      assert.equal(answer.status, 401, answer.text);
      assert.match(answer.body.detail, /started in another browser/);
    }
  });

  test('it leads to a path of the console, never elsewhere', async () => {
    for (const next of ['https://evil.example.com', '//evil.example.com', '/\\evil.example.com', 'jobs', '/a\nb']) {
      const answer = await call('/v1/auth/sso/', { next });
      assert.equal(answer.status, 400, `${next}: ${answer.text}`);
      assert.ok(answer.body.next);
    }
  });

  test('a refusal of the provider is reported in its words', async () => {
    const started = await start();
    const denied = await complete(started, { code: undefined, error: 'access_denied', error_description: 'no' });
    assert.match(denied.body.detail, /did not let you in, or you cancelled/);
    provider.says.token = { status: 400, body: { error: 'invalid_grant' } };
    assert.match((await complete(await start())).body.detail, /already used or has expired/);
    provider.says.token = { status: 401, body: { error: 'invalid_client' } };
    assert.match((await complete(await start())).body.detail, /ERRAND_OIDC_CLIENT_SECRET/);
  });
});

describe('who is nobody here', () => {
  const cases: [what: string, claims: JWTPayload, sentence: RegExp][] = [
    ['an unverified address', { sub: 'm1', email: 'm1@example.com', email_verified: false }, /has not verified/],
    ['an address of another user', { sub: 'm2', email: 'taken@example.com' }, /not linked to the provider/],
    ['no address', { sub: 'm3' }, /did not send an e-mail/],
    ['groups that were left out', { sub: 'm4', email: 'm4@example.com', _claim_names: { groups: 'src1' } }, /too many/],
  ];
  for (const [what, claims, sentence] of cases) {
    test(`${what}: no session, and no account is taken over`, async () => {
      await harness.database.system.run(
        `insert into users (email) values ('taken@example.com') on conflict do nothing`,
      );
      const answer = await signIn(claims);
      assert.equal(answer.status, 401, answer.text);
      assert.match(answer.body.detail, sentence);
    });
  }

  test('a deactivated user is refused, and so is what they had open', async () => {
    const { token, user } = (await signIn({ sub: 'leaving', email: 'leaving@example.com' })).body;
    await harness.database.system.run('update users set deactivated_at = now() where id = $1', [user.id]);
    const refused = await signIn({ sub: 'leaving', email: 'leaving@example.com' });
    assert.match(refused.body.detail, /deactivated/);
    await harness.database.system.query(`select pg_notify('errand', 'orgs access all')`);
    await until(
      async () => (await request(harness.baseUrl, token, 'GET', '/v1/users/current_user/')).status === 401,
      'the session to be refused',
    );
  });
});

test('while the provider is down, sign-in says so; people who are signed in or have a password continue', async () => {
  const own = await startHarness({
    env: { ERRAND_OIDC_ISSUER: 'http://127.0.0.1:1', ERRAND_OIDC_CLIENT_ID: CLIENT, ERRAND_OIDC_NAME: 'Acme Login' },
  });
  try {
    const org = await own.org();
    const started = await request(own.baseUrl, undefined, 'POST', '/v1/auth/sso/', {});
    assert.equal(started.status, 503);
    assert.match(started.body.detail, /Acme Login cannot be reached.*passwords work as before/);
    const person = { email: 'pat@example.com', password: 'a long password', role: 'member' };
    await addWithPassword(own, org.orgId, person);
    const { status } = await request(own.baseUrl, undefined, 'POST', '/v1/auth/login/', person);
    assert.equal(status, 200);
    const shown = await org.request('GET', `/v1/organizations/${org.orgId}/sign-on/`);
    assert.match(shown.body.sso.problem, /cannot be reached/);
  } finally {
    await own.stop();
  }
  const { token } = (await signIn()).body;
  provider.says.isDown = true;
  const answer = await complete({ ...(await start()) });
  assert.equal(answer.status, 503, answer.text);
  assert.equal((await request(harness.baseUrl, token, 'GET', '/v1/users/current_user/')).status, 200);
  assert.deepEqual((await call('/v1/auth/sso/logout/', undefined, token)).status, 200);
});

test('where only the provider counts, passwords are refused with a sentence', async () => {
  const own = await startHarness({
    env: {
      ERRAND_OIDC_ISSUER: provider.issuer,
      ERRAND_OIDC_CLIENT_ID: CLIENT,
      ERRAND_OIDC_NAME: 'Acme Login',
      ERRAND_OIDC_ONLY: 'true',
    },
  });
  try {
    const answer = await request(own.baseUrl, undefined, 'POST', '/v1/auth/login/', { email: 'a', password: 'b' });
    assert.equal(answer.status, 403);
    assert.match(answer.body.detail, /Sign in with Acme Login/);
    const { body } = await request(own.baseUrl, undefined, 'GET', '/v1/auth/methods/');
    assert.equal(body.password, false);
    provider.says.isDown = true;
    const down = await request(own.baseUrl, undefined, 'POST', '/v1/auth/sso/', {});
    assert.match(down.body.detail, /cannot be reached.*errand user sign-in-link/, 'not that passwords work');
  } finally {
    await own.stop();
  }
});
