import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mailConfig, startMailServer } from '../../test/connections/mail-server.ts';
import { request, startHarness, stopAtEnd } from '../../test/harness.ts';
import { createPerson } from '../../test/people.ts';

const harness = stopAtEnd(await startHarness({ env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));
const org = await harness.org();
const other = await harness.org();
const home = (orgId = org.orgId) => `/v1/organizations/${orgId}/invitations/`;
const post = (path: string, body: object, credential?: string) =>
  request(harness.baseUrl, credential, 'POST', `/v1/invitations/${path}/`, body);
const tokenOf = ({ url }: { url: string }): string => new URL(url).hash.slice('#token='.length);
const invite = async (email: string, from = org) =>
  from.expect(201, 'POST', home(from.orgId), { email, role: 'member' });
const membersOf = async (from = org): Promise<string[]> =>
  (await from.expect(200, 'GET', `/v1/organizations/${from.orgId}/members/`)).results.map((one: any) => one.email);
const login = (email: string, password: string) =>
  request(harness.baseUrl, undefined, 'POST', '/v1/auth/login/', { email, password });

describe('an invitation', () => {
  test('makes a member of a person who chooses a password, once', async () => {
    const invitation = await invite('grace@example.com');
    assert.match(invitation.url, /\/invitation#token=[\w-]{43}$/);
    const token = tokenOf(invitation);
    const opened = await post('open', { token });
    assert.deepEqual([opened.status, opened.body.email, opened.body.needs], [200, 'grace@example.com', 'password']);
    assert.ok(!(await membersOf()).includes('grace@example.com'));
    assert.deepEqual(Object.keys((await post('accept', { token })).body), ['password']);
    const accepted = await post('accept', { token, password: 'four words of her own' });
    assert.deepEqual([accepted.status, accepted.body.role], [200, 'member'], accepted.text);
    assert.ok(accepted.body.sign_in.token);
    assert.ok((await membersOf()).includes('grace@example.com'));
    assert.equal((await login('grace@example.com', 'four words of her own')).status, 200);
    assert.equal((await post('accept', { token, password: 'somebody else entirely' })).status, 410);
    const { results } = await org.expect(
      200,
      'GET',
      `/v1/organizations/${org.orgId}/audit/?action=invitation.accepted`,
    );
    assert.equal(results[0].actor.name, 'grace@example.com');
    const [listed] = (await org.expect(200, 'GET', home())).results;
    assert.deepEqual([listed.status, 'url' in listed], ['accepted', false]);
    assert.equal((await org.request('DELETE', `${home()}${invitation.id}/`)).status, 409);
  });

  test('is accepted by the person it names, who has an account, and by nobody else', async () => {
    const [ada, eve] = [await createPerson(harness, other), await createPerson(harness, other)];
    const token = tokenOf(await invite(ada.email));
    assert.equal((await post('open', { token })).body.needs, 'sign_in');
    assert.equal((await post('accept', { token, password: 'not hers to choose' })).status, 401);
    assert.equal((await post('accept', { token }, eve.token)).status, 403);
    assert.ok(!(await membersOf()).includes(ada.email));
    const accepted = await post('accept', { token }, ada.token);
    assert.deepEqual([accepted.status, accepted.body.sign_in], [200, null], accepted.text);
    assert.ok((await membersOf()).includes(ada.email));
  });

  test('that is unknown, withdrawn, replaced or late does not work', async () => {
    const first = await invite('late@example.com');
    const second = await invite('late@example.com');
    assert.equal((await post('open', { token: tokenOf(first) })).status, 410);
    assert.equal((await post('open', { token: tokenOf(second) })).status, 200);
    assert.equal((await other.request('DELETE', `${home(other.orgId)}${second.id}/`)).status, 404);
    await org.expect(204, 'DELETE', `${home()}${second.id}/`);
    assert.equal((await post('accept', { token: tokenOf(second), password: 'long enough' })).status, 410);
    const third = await invite('late@example.com');
    await harness.database.system.run('update invitations set expires_at = now() where id = $1', [third.id]);
    assert.equal((await post('accept', { token: tokenOf(third), password: 'long enough' })).status, 410);
    for (const token of ['x', 'x'.repeat(43)]) assert.equal((await post('open', { token })).status, 404);
  });

  test('is for admins, and an owner is invited by owners', async () => {
    const member = await org.keyWithRole('member');
    const body = { email: 'x@example.com', role: 'member' };
    assert.equal((await request(harness.baseUrl, member, 'POST', home(), body)).status, 403);
    assert.equal((await request(harness.baseUrl, undefined, 'POST', home(), body)).status, 401);
    assert.equal((await org.request('POST', home(), { ...body, role: 'owner' })).status, 403);
    assert.equal((await org.request('POST', home(), { email: 'x', role: 'member' })).status, 400);
  });
});

test('nobody chooses the password of another person, nor joins them to an organization', async () => {
  const members = `/v1/organizations/${org.orgId}/members/`;
  const given = await org.request('POST', members, {
    email: 'y@example.com',
    role: 'member',
    password: 'a first password',
  });
  assert.deepEqual([given.status, Object.keys(given.body)], [400, ['password']]);
  const person = await createPerson(harness, other);
  const added = await org.request('POST', members, { email: person.email, role: 'member' });
  assert.deepEqual([added.status, added.body.status], [202, 'open'], added.text);
  assert.ok(!(await membersOf()).includes(person.email));
  assert.equal((await post('accept', { token: tokenOf(added.body) }, person.token)).status, 200);
});

test('an account that waits in another organization is not claimed through an invitation of this one', async () => {
  await other.expect(201, 'POST', `/v1/organizations/${other.orgId}/members/`, {
    email: 'z@example.com',
    role: 'admin',
  });
  const token = tokenOf(await invite('z@example.com'));
  assert.equal((await post('accept', { token, password: 'taken over from here' })).status, 401);
  const theirs = tokenOf(await invite('w@example.com', other));
  assert.equal((await post('accept', { token: theirs, password: 'a password of w' })).status, 200);
});

test('an administrator who accepts for a stranger gets into no organization that adds the stranger later', async () => {
  const [attacker, victim] = [await harness.org(), await harness.org()];
  const email = 'stranger@example.com';
  const theirs = { email, role: 'admin', password: 'chosen by the attacker' };
  assert.equal((await attacker.request('POST', `/v1/organizations/${attacker.orgId}/members/`, theirs)).status, 400);
  const taken = await post('accept', { token: tokenOf(await invite(email, attacker)), password: theirs.password });
  assert.equal(taken.status, 200, 'the link was theirs to hand over');
  const { token } = taken.body.sign_in;

  const members = `/v1/organizations/${victim.orgId}/members/`;
  const added = await victim.request('POST', members, { email, role: 'admin' });
  assert.deepEqual([added.status, added.body.status], [202, 'open']);
  assert.ok(!(await membersOf(victim)).includes(email));
  for (const signedIn of [token, (await login(email, theirs.password)).body.token]) {
    const seen = await request(harness.baseUrl, signedIn, 'GET', members);
    assert.ok([403, 404].includes(seen.status), seen.text);
    const named = { 'x-organization-id': victim.orgId };
    const agents = await request(harness.baseUrl, signedIn, 'GET', '/v1/agents/', undefined, named);
    assert.ok([403, 404].includes(agents.status), agents.text);
  }
  const guessed = tokenOf(added.body).replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  assert.equal((await post('accept', { token: guessed }, token)).status, 404, 'without the link there is no way in');
});

test('a member who was added without a password is invited to choose one; an owner only by an owner', async () => {
  const email = 'added@example.com';
  await org.expect(201, 'POST', `/v1/organizations/${org.orgId}/members/`, { email, role: 'viewer' });
  const accepted = await post('accept', { token: tokenOf(await invite(email)), password: 'a password at last' });
  assert.deepEqual([accepted.status, (await login(email, 'a password at last')).status], [200, 200], accepted.text);
  assert.equal((await org.request('POST', home(), { email, role: 'member' })).status, 409, 'who is in already');
  const { results } = await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/members/`);
  assert.equal(results.find((one: any) => one.email === email).role, 'viewer', 'the role stays');
  const owner = results.find((one: any) => one.role === 'owner');
  await harness.database.system.run(`update users set email = 'boss@example.com' where id = $1`, [owner.user_id]);
  const admin = await org.keyWithRole('admin');
  const invited = await request(harness.baseUrl, admin, 'POST', home(), { email: 'boss@example.com', role: 'member' });
  assert.equal(invited.status, 403, invited.text);
});

test('a mail connection mails the link, which nobody else sees; if it fails the link is handed over', async (t) => {
  const server = await startMailServer();
  t.after(server.close);
  const mailing = await harness.org();
  const connection = { name: 'Post', connector_type: 'smtp', config: mailConfig(server.port), auth_config: {} };
  await mailing.expect(201, 'POST', '/v1/connections/', connection);
  const invited = await invite('mailed@example.com', mailing);
  assert.deepEqual([invited.url, invited.mail], [null, { connection: 'Post', problem: null }]);
  const mail = server.mails[0]!.replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  assert.match(mail, /^To: mailed@example.com/m);
  const [, token] = /\/invitation#token=([\w-]{43})\s/.exec(mail)!;
  assert.equal((await post('accept', { token, password: 'read in her own mail' })).status, 200);
  await server.close();
  const failed = await invite('other@example.com', mailing);
  assert.deepEqual([failed.mail.connection, typeof failed.mail.problem], ['Post', 'string']);
  assert.equal((await post('open', { token: tokenOf(failed) })).status, 200);
});
