import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { request, startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { addWithPassword } from '../../test/people.ts';
import { joinService } from '../../test/services.ts';

const jwtSecret = 'a secret that has at least 32 characters';
const SESSIONS = '/v1/users/current_user/sessions/';
const PASSWORD = '/v1/users/current_user/password/';
let people = 0;

const harness = stopAtEnd(await startHarness({ env: { ERRAND_JWT_SECRET: jwtSecret, ERRAND_SIGN_IN_TRIES: '1000' } }));
const org = await harness.org();

const ask = (token: string, method: string, path: string, body?: unknown) =>
  request(harness.baseUrl, token, method, path, body);

/** A new member who can sign in. */
async function createPerson(password = 'first password') {
  people += 1;
  const email = `person${people}@example.com`;
  const userId = await addWithPassword(harness, org.orgId, { email, password, role: 'member' });
  const signIn = async (given = password, userAgent = 'a browser') => {
    const body = { email, password: given };
    const answer = await request(harness.baseUrl, undefined, 'POST', '/v1/auth/login/', body, {
      'user-agent': userAgent,
    });
    return answer.body.token as string;
  };
  return { userId, email, signIn };
}

const works = async (token: string): Promise<boolean> =>
  (await ask(token, 'GET', '/v1/users/current_user/')).status === 200;

test('a person sees where they are signed in, and ends one session', async () => {
  const person = await createPerson();
  const [here, there] = [await person.signIn(), await person.signIn(undefined, 'x'.repeat(1_000))];
  const { body } = await ask(here, 'GET', SESSIONS);
  assert.equal(body.results.length, 2);
  const [other, current] = body.results;
  assert.deepEqual([other.current, current.current], [false, true]);
  assert.equal(current.user_agent, 'a browser');
  assert.equal(other.user_agent.length, 300);
  assert.ok(Date.parse(current.expires_at) > Date.now());
  assert.equal((await ask(here, 'DELETE', `${SESSIONS}${other.id}/`)).status, 204);
  assert.deepEqual([await works(here), await works(there)], [true, false]);
  assert.equal((await ask(here, 'DELETE', `${SESSIONS}${other.id}/`)).status, 404);
});

test('nobody ends or sees the session of another person', async () => {
  const [ada, eve] = [await createPerson(), await createPerson()];
  const [hers, mine] = [await ada.signIn(), await eve.signIn()];
  const [session] = (await ask(hers, 'GET', SESSIONS)).body.results;
  assert.equal((await ask(mine, 'DELETE', `${SESSIONS}${session.id}/`)).status, 404);
  assert.equal((await ask(mine, 'DELETE', SESSIONS)).status, 204);
  assert.deepEqual([await works(hers), await works(mine)], [true, true]);
  assert.equal((await ask(mine, 'GET', SESSIONS)).body.results.length, 1);
});

test('signing out ends the token, and only that one', async () => {
  const person = await createPerson();
  const [here, there] = [await person.signIn(), await person.signIn()];
  assert.equal((await ask(here, 'POST', '/v1/auth/logout/')).status, 204);
  assert.deepEqual([await works(here), await works(there)], [false, true]);
  assert.equal((await ask(here, 'POST', '/v1/auth/logout/')).status, 401);
});

test('all other sessions end at once, also in another process', async () => {
  const other = await joinService(harness, { role: 'api', env: { ERRAND_JWT_SECRET: jwtSecret } });
  try {
    const person = await createPerson();
    const [here, there] = [await person.signIn(), await person.signIn()];
    const elsewhere = () => request(other.service.address(), there, 'GET', '/v1/users/current_user/');
    assert.equal((await elsewhere()).status, 200);
    assert.equal((await ask(here, 'DELETE', SESSIONS)).status, 204);
    assert.deepEqual([await works(here), await works(there)], [true, false]);
    await until(async () => (await elsewhere()).status === 401, 'the other process to know');
  } finally {
    await other.stop();
  }
});

test('a change of the password needs the current one and ends all other sessions', async () => {
  const person = await createPerson();
  const [here, there] = [await person.signIn(), await person.signIn()];
  const wrong = await ask(here, 'POST', PASSWORD, { current_password: 'guess', new_password: 'second password' });
  assert.deepEqual([wrong.status, Object.keys(wrong.body)], [400, ['current_password']]);
  const short = await ask(here, 'POST', PASSWORD, { current_password: 'first password', new_password: 'short' });
  assert.deepEqual([short.status, Object.keys(short.body)], [400, ['new_password']]);
  assert.ok(await works(there));
  const body = { current_password: 'first password', new_password: 'second password' };
  assert.equal((await ask(here, 'POST', PASSWORD, body)).status, 204);
  assert.deepEqual([await works(here), await works(there)], [true, false]);
  assert.equal(await person.signIn('first password'), undefined);
  assert.ok(await works(await person.signIn('second password')));
  const sessions = (await ask(here, 'GET', '/v1/users/current_user/sessions/')).body.results;
  const other = sessions.find(({ current }: { current: boolean }) => !current).id;
  assert.equal((await ask(here, 'DELETE', `/v1/users/current_user/sessions/${other}/`)).status, 204);
  const entries = await harness.database.system.query<{ action: string; actor_user_id: number; detail: object }>(
    "select action, actor_user_id, detail from audit_log where target_type = 'user' and target_id = $1 order by id",
    [String(person.userId)],
  );
  assert.deepEqual(entries, [
    { action: 'user.password_changed', actor_user_id: person.userId, detail: { sessions_ended: 1 } },
    { action: 'user.session_ended', actor_user_id: person.userId, detail: { session_id: other } },
  ]);
});

test('a token of another service, without a session, ends with a change of the password', async () => {
  const person = await createPerson();
  const secret = new TextEncoder().encode(jwtSecret);
  const token = (iat: number | undefined) =>
    new SignJWT({ sub: String(person.userId), exp: Date.now() / 1000 + 600, iat })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(secret);
  const earlier = await token(Math.floor(Date.now() / 1000) - 5);
  const undated = await token(undefined);
  assert.deepEqual([await works(earlier), await works(undated)], [true, true]);
  assert.equal((await ask(earlier, 'POST', '/v1/auth/logout/')).status, 400);
  const here = await person.signIn();
  const body = { current_password: 'first password', new_password: 'second password' };
  assert.equal((await ask(here, 'POST', PASSWORD, body)).status, 204);
  assert.deepEqual([await works(earlier), await works(undated), await works(here)], [false, false, true]);
  assert.ok(await works(await token(Math.floor(Date.now() / 1000) + 2)));
});

test('a user who is removed is signed out; one who leaves an organization has no access to it', async () => {
  const person = await createPerson();
  const token = await person.signIn();
  const agents = `/v1/agents/?organization_id=${org.orgId}`;
  assert.equal((await ask(token, 'GET', agents)).status, 200);
  await org.request('DELETE', `/v1/organizations/${org.orgId}/members/${person.userId}/`);
  assert.equal((await ask(token, 'GET', agents)).status, 403);
  await harness.database.system.run('delete from users where id = $1', [person.userId]);
  await until(async () => !(await works(token)), 'the removal to be seen');
});

test('an API key has neither sessions nor a password', async () => {
  assert.deepEqual((await org.request('GET', SESSIONS)).body, { results: [] });
  assert.equal((await org.request('DELETE', SESSIONS)).status, 403);
  assert.equal((await org.request('POST', '/v1/auth/logout/')).status, 403);
  const body = { current_password: 'x', new_password: 'a password' };
  assert.equal((await org.request('POST', PASSWORD, body)).status, 403);
});

test('the use of a session is noted at most once a minute', async () => {
  const person = await createPerson();
  const token = await person.signIn();
  await harness.database.system.run(
    `update sessions set last_used_at = now() - interval '2 minutes' where user_id = $1`,
    [person.userId],
  );
  const used = async () => Date.parse((await ask(token, 'GET', SESSIONS)).body.results[0].last_used_at);
  await until(async () => (await used()) > Date.now() - 60_000, 'the use to be noted');
});
