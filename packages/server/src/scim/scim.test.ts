import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pluck, request, startHarness, stopAtEnd, type TestOrg } from '../../test/harness.ts';
import { startLyingProvider } from '../../test/lying-provider.ts';
import { insertScimToken, revokeScimToken } from './tokens.ts';

// Sends what Okta and Entra ID send, over HTTP, and checks the effects on people.

const orgId = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
const CLIENT = 'errand-console';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const provider = stopAtEnd(await startLyingProvider(CLIENT));
const harness = stopAtEnd(
  await startHarness({
    env: {
      ERRAND_OIDC_ISSUER: provider.issuer,
      ERRAND_OIDC_CLIENT_ID: CLIENT,
      ERRAND_OIDC_ROLES: `staff=${orgId}:viewer, leads=${orgId}:admin`,
    },
  }),
);
const { system } = harness.database;
await system.run(`insert into organizations (id, name) values ($1, 'Acme')`, [orgId]);
await system.run('insert into credit_accounts (org_id, limited, balance) values ($1, false, 0)', [orgId]);
const { token, id: tokenId } = await insertScimToken(system, { forOrg: null, name: 'directory', validDays: null });

type ScimAnswer = { status: number; body: any; headers: Headers };

async function scim(method: string, path: string, body?: unknown, credential = token): Promise<ScimAnswer> {
  const answer = await request(harness.baseUrl, credential, method, `/scim/v2${path}`, body && JSON.stringify(body), {
    ...(body !== undefined && { 'content-type': 'application/scim+json; charset=utf-8' }),
  });
  return { ...answer, body: answer.text === '' ? undefined : JSON.parse(answer.text) };
}

async function make(userName: string, more: object = {}): Promise<any> {
  const made = await scim('POST', '/Users', { schemas: [USER], userName, active: true, ...more });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body;
}

const patch = (path: string, ...Operations: object[]) => scim('PATCH', path, { schemas: [PATCH], Operations });

async function userOf(email: string): Promise<{ id: number; deactivated_at: Date | null; source: string }> {
  const [row] = await harness.database.system.query<{ id: number; deactivated_at: Date | null; source: string }>(
    'select id, deactivated_at, source from users where lower(email) = lower($1)',
    [email],
  );
  return row!;
}

async function roleOf(email: string): Promise<string | undefined> {
  const [row] = await harness.database.system.query<{ role: string }>(
    `select m.role from memberships m join users u on u.id = m.user_id
     where m.org_id = $1 and m.removed_at is null and lower(u.email) = lower($2)`,
    [orgId, email],
  );
  return row?.role;
}

/** Creates a session and a key of a person, and tells whether each still works. */
async function waysIn(email: string): Promise<() => Promise<number[]>> {
  const { id } = await userOf(email);
  const { openSession } = harness.service.app.identity as unknown as {
    openSession(given: object): Promise<{ token: string }>;
  };
  const session = await openSession({ userId: id, hours: 1, userAgent: 'test' });
  const { insertApiKey } = await import('#orgs/api-keys.ts');
  const key = await insertApiKey(harness.database.system, { orgId, role: 'member', name: 'own', userId: id });
  return () =>
    Promise.all(
      [session.token, key.apiKey].map(
        async (credential) => (await request(harness.baseUrl, credential, 'GET', '/v1/users/current_user/')).status,
      ),
    );
}

describe('what Okta sends', () => {
  test('looks for a person, makes them, reads them, replaces them', async () => {
    const filter = encodeURIComponent('userName eq "olga@example.com"');
    const none = await scim('GET', `/Users?filter=${filter}&startIndex=1&count=100`);
    assert.equal(none.headers.get('content-type'), 'application/scim+json; charset=utf-8');
    assert.deepEqual([none.status, none.body.totalResults, none.body.Resources], [200, 0, []]);
    const given = {
      schemas: [USER],
      userName: 'olga@example.com',
      name: { givenName: 'Olga', familyName: 'Ladyzhenskaya' },
      emails: [{ primary: true, value: 'olga@example.com', type: 'work' }],
      displayName: 'Olga L',
      locale: 'en-US',
      externalId: '00u1',
      groups: [],
      password: '1mz050nq',
      active: true,
    };
    const made = await scim('POST', '/Users', given);
    assert.equal(made.status, 201);
    assert.equal(made.headers.get('location'), `${harness.baseUrl}/scim/v2/Users/${made.body.id}`);
    assert.equal(made.body.meta.resourceType, 'User');
    assert.equal(JSON.stringify(made.body).includes('1mz050nq'), false, 'a password is not kept');
    const twice = await scim('POST', '/Users', given);
    assert.deepEqual([twice.status, twice.body.scimType, twice.body.status], [409, 'uniqueness', '409']);
    assert.equal((await scim('GET', `/Users?filter=${filter}`)).body.Resources[0].id, made.body.id);
    const replaced = await scim('PUT', `/Users/${made.body.id}`, {
      ...given,
      id: made.body.id,
      name: { givenName: 'Olga', familyName: 'L' },
    });
    assert.equal(replaced.body.name.familyName, 'L');
    assert.equal((await userOf('olga@example.com')).source, 'scim');
  });

  test('pushes a group with its members, who get its role; leaving it takes the role away', async () => {
    const lin = await make('lin@example.com');
    const group = await scim('POST', '/Groups', { displayName: 'staff', members: [{ value: lin.id, display: 'lin' }] });
    assert.equal(group.status, 201, JSON.stringify(group.body));
    assert.equal(await roleOf('lin@example.com'), 'viewer');
    const leads = (await scim('POST', '/Groups', { displayName: 'leads', members: [] })).body;
    await patch(`/Groups/${leads.id}`, { op: 'add', path: 'members', value: [{ value: lin.id }] });
    assert.equal(await roleOf('lin@example.com'), 'admin');
    await patch(`/Groups/${leads.id}`, { op: 'remove', path: `members[value eq "${lin.id}"]` });
    assert.equal(await roleOf('lin@example.com'), 'viewer');
    // A replaced group without a path carries its id.
    const renamed = await patch(`/Groups/${group.body.id}`, {
      op: 'replace',
      value: { id: group.body.id, displayName: 'staff of Acme' },
    });
    assert.equal(renamed.status, 204);
    assert.equal(await roleOf('lin@example.com'), undefined, 'the name means nothing any more');
    await patch(`/Groups/${group.body.id}`, { op: 'replace', value: { displayName: 'staff' } });
    assert.equal(await roleOf('lin@example.com'), 'viewer');
    assert.equal((await scim('DELETE', `/Groups/${leads.id}`)).status, 204);
    const told = await harness.database.system.query<{ action: string }>(
      `select distinct action from audit_log where org_id = $1 order by action`,
      [orgId],
    );
    const actions = told.map(({ action }) => action);
    for (const action of ['member.updated', 'scim_group.created', 'scim_group.updated', 'scim_group.deleted'])
      assert.ok(actions.includes(action), action);
  });

  test('deactivates a person without a path: sessions and keys end at once', async () => {
    const pat = await make('pat@example.com');
    const statuses = await waysIn('pat@example.com');
    assert.deepEqual(await statuses(), [200, 200]);
    const off = await patch(`/Users/${pat.id}`, { op: 'replace', value: { active: false } });
    assert.deepEqual([off.status, off.body.active], [200, false]);
    assert.deepEqual(await statuses(), [401, 401]);
    assert.ok((await userOf('pat@example.com')).deactivated_at);
    await patch(`/Users/${pat.id}`, { op: 'replace', value: { active: true } });
    assert.equal((await userOf('pat@example.com')).deactivated_at, null);
    assert.deepEqual(await statuses(), [401, 401], 'what ended stays ended');
  });
});

describe('what Entra ID sends', () => {
  test('Add and Replace in its own case, "False" as text, dotted names, values by type', async () => {
    const made = await make('eva@example.com', {
      schemas: [USER, ENTERPRISE],
      externalId: 'eva',
      emails: [{ type: 'work', value: 'eva@example.com', primary: true }],
      [ENTERPRISE]: { department: 'Law' },
    });
    const changed = await patch(
      `/Users/${made.id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'eva.new@example.com' },
      { op: 'Add', path: 'name.givenName', value: 'Eva' },
      { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Tax' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+49 1' },
      { op: 'Replace', value: { 'name.familyName': 'Ibanez', displayName: 'Eva I' } },
    );
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.deepEqual(changed.body.name, { givenName: 'Eva', familyName: 'Ibanez' });
    assert.equal(changed.body[ENTERPRISE].department, 'Tax');
    assert.deepEqual(changed.body.phoneNumbers, [{ type: 'mobile', value: '+49 1' }]);
    assert.equal((await userOf('eva.new@example.com')).source, 'scim');
    const off = await patch(`/Users/${made.id}`, { op: 'Replace', path: 'active', value: 'False' });
    assert.equal(off.body.active, false);
    const found = await scim('GET', `/Users?filter=${encodeURIComponent('externalId eq "eva" and active eq false')}`);
    assert.equal(found.body.totalResults, 1);
    assert.equal(
      (await patch(`/Users/${made.id}`, { op: 'Remove', path: 'phoneNumbers' })).body.phoneNumbers,
      undefined,
    );
  });

  test('members come and go by value, also with the value beside the path', async () => {
    const [one, two] = [await make('m1@example.com'), await make('m2@example.com')];
    const group = (await scim('POST', '/Groups', { displayName: 'writers', externalId: 'g-1' })).body;
    await patch(`/Groups/${group.id}`, { op: 'Add', path: 'members', value: [{ value: one.id }, { value: two.id }] });
    await patch(`/Groups/${group.id}`, { op: 'Remove', path: 'members', value: [{ value: one.id }] });
    const read = (await scim('GET', `/Groups/${group.id}`)).body;
    assert.deepEqual(pluck(read.members, 'value'), [two.id]);
    const filter = encodeURIComponent('displayName eq "WRITERS"');
    const lean = await scim('GET', `/Groups?excludedAttributes=members&filter=${filter}`);
    assert.equal(lean.body.totalResults, 1);
    assert.equal('members' in lean.body.Resources[0], false);
    const shown = (await scim('GET', `/Users/${two.id}`)).body.groups;
    assert.equal(shown[0].display, 'writers');
  });

  test('removes a person for good; one who comes back is the same user under a new id', async () => {
    const kim = await make('kim@example.com');
    const before = await userOf('kim@example.com');
    assert.equal((await scim('DELETE', `/Users/${kim.id}`)).status, 204);
    for (const method of ['GET', 'DELETE']) assert.equal((await scim(method, `/Users/${kim.id}`)).status, 404);
    assert.ok((await userOf('kim@example.com')).deactivated_at);
    const back = await make('kim@example.com');
    assert.notEqual(back.id, kim.id);
    const after = await userOf('kim@example.com');
    assert.deepEqual([after.id, after.deactivated_at], [before.id, null]);
  });
});

describe('who signs in', () => {
  async function signIn(claims: object): Promise<{ status: number; body: any }> {
    const started = await request(harness.baseUrl, undefined, 'POST', '/v1/auth/sso/', {});
    const query = new URL(started.body.url).searchParams;
    provider.says.claims = { nonce: query.get('nonce')!, ...claims };
    const body = { ticket: started.body.ticket, state: query.get('state'), code: 'c' };
    return request(harness.baseUrl, undefined, 'POST', '/v1/auth/sso/complete/', body);
  }

  test('a person of the directory is found at the first sign-in, and groups of the directory decide', async () => {
    const zoe = await make('zoe@example.com', { externalId: 'subject-of-zoe' });
    const staff = (await scim('GET', `/Groups?filter=${encodeURIComponent('displayName eq "staff"')}`)).body
      .Resources[0];
    await patch(`/Groups/${staff.id}`, { op: 'add', path: 'members', value: [{ value: zoe.id }] });
    const answer = await signIn({ sub: 'subject-of-zoe', email: 'other@example.com', groups: ['leads'] });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.body.user.email, 'zoe@example.com');
    assert.equal(await roleOf('zoe@example.com'), 'viewer');
    await patch(`/Users/${zoe.id}`, { op: 'replace', path: 'active', value: false });
    assert.match((await signIn({ sub: 'subject-of-zoe', email: 'zoe@example.com' })).body.detail, /deactivated/);
  });

  test('one who came by signing in before is the same user for the directory', async () => {
    await harness.database.system.run(`insert into users (email, source) values ('early@example.com', 'sso')`);
    const { id } = await userOf('early@example.com');
    await make('early@example.com');
    assert.deepEqual(
      [(await userOf('early@example.com')).id, (await userOf('early@example.com')).source],
      [id, 'scim'],
    );
  });

  test('an account that is here with a password is taken over neither by the directory nor by a sign-in', async () => {
    await harness.database.system.run(
      `insert into users (email, password_hash) values ('owner@example.com', 'x') on conflict do nothing`,
    );
    const refused = await scim('POST', '/Users', { schemas: [USER], userName: 'owner@example.com' });
    assert.equal(refused.status, 409);
    assert.match(refused.body.detail, /errand scim adopt --email owner@example.com/);
    assert.equal((await signIn({ sub: 'stranger', email: 'owner@example.com' })).status, 401);
    const status = await harness.database.system.query<{ last_problem: string }>(
      'select last_problem from scim_tokens where id = $1',
      [tokenId],
    );
    assert.match(status[0]!.last_problem, /POST \/scim\/v2\/Users: A user with the e-mail/);
  });
});

describe('the protocol', () => {
  test('says what it can, what there is, and how it looks', async () => {
    const config = (await scim('GET', '/ServiceProviderConfig')).body;
    assert.deepEqual([config.patch.supported, config.bulk.supported, config.filter.supported], [true, false, true]);
    const types = (await scim('GET', '/ResourceTypes')).body;
    assert.deepEqual(pluck(types.Resources, 'id'), ['User', 'Group']);
    const all = (await scim('GET', '/Schemas')).body;
    assert.deepEqual(all.Resources.map(({ id }: { id: string }) => id).includes(USER), true);
    assert.equal((await scim('GET', `/Schemas/${USER}`)).body.id, USER);
    assert.equal((await scim('GET', '/ResourceTypes/Printer')).status, 404);
  });

  test('pages, filters and refuses in its own format', async () => {
    for (const n of [1, 2, 3]) await make(`page${n}@example.com`, { externalId: `page-${n}` });
    const filter = encodeURIComponent('userName sw "page" and emails.value pr or externalId eq "page-2"');
    const all = await scim('GET', `/Users?filter=${encodeURIComponent('userName sw "PAGE"')}&count=2&startIndex=2`);
    assert.deepEqual(
      [all.body.totalResults, all.body.itemsPerPage, all.body.startIndex],
      [3, 2, 2],
      JSON.stringify(all.body),
    );
    assert.equal((await scim('GET', `/Users?filter=${filter}`)).body.totalResults, 1);
    assert.deepEqual((await scim('GET', '/Users?count=0')).body.Resources, []);
    const bad = ['userName', 'userName is "x"', 'userName eq x', 'password eq "x"', '(userName pr', '"a" eq "b"'];
    for (const text of bad) {
      const refused = await scim('GET', `/Users?filter=${encodeURIComponent(text)}`);
      assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidFilter'], text);
      assert.deepEqual(refused.body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
    }
    const wrong: [object, string][] = [
      [{ op: 'move', path: 'active', value: true }, 'invalidSyntax'],
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue'],
      [{ op: 'replace', path: 'emails[', value: 'x' }, 'invalidPath'],
    ];
    const { id } = (await scim('GET', '/Users?count=1')).body.Resources[0];
    for (const [operation, scimType] of wrong) {
      const refused = await patch(`/Users/${id}`, operation);
      assert.deepEqual([refused.status, refused.body.scimType], [400, scimType], JSON.stringify(operation));
    }
    assert.equal((await scim('POST', '/Users', { userName: 'not an address' })).status, 400);
    assert.equal((await scim('POST', '/Groups', { displayName: 'g', members: [{ value: orgId }] })).status, 400);
    assert.equal((await scim('GET', '/Printers')).body.status, '404');
    const unreadable = await request(harness.baseUrl, token, 'POST', '/scim/v2/Users', '{');
    assert.equal(JSON.parse(unreadable.text).scimType, 'invalidSyntax');
  });

  test('a revoked token ends at once', async () => {
    const { system } = harness.database;
    const other = await insertScimToken(system, { forOrg: null, name: 'old', validDays: 1 });
    assert.equal((await scim('GET', '/Users?count=0', undefined, other.token)).status, 200);
    await revokeScimToken(system, other.id);
    const refused = await scim('GET', '/Users?count=0', undefined, other.token);
    assert.deepEqual([refused.status, refused.body.status], [401, '401']);
    assert.equal(refused.headers.get('www-authenticate'), 'Bearer');
  });
});

test('the directory of one organization sees and ends nothing of another', async () => {
  const { system } = harness.database;
  const [one, two]: TestOrg[] = [await harness.org({ name: 'One' }), await harness.org({ name: 'Two' })];
  const tokens = await Promise.all(
    [one!, two!].map((org) => insertScimToken(system, { forOrg: org.orgId, name: '', validDays: null })),
  );
  const [first, second] = tokens.map((made) => made.token);
  const made = await scim('POST', '/Users', { userName: 'una@example.com' }, first);
  assert.equal(made.status, 201);
  for (const other of [second, token]) {
    assert.equal((await scim('GET', `/Users/${made.body.id}`, undefined, other)).status, 404);
    assert.equal((await scim('DELETE', `/Users/${made.body.id}`, undefined, other)).status, 404);
    const filter = encodeURIComponent('userName eq "una@example.com"');
    assert.equal((await scim('GET', `/Users?filter=${filter}`, undefined, other)).body.totalResults, 0);
  }
  const group = await scim('POST', '/Groups', { displayName: 'x', members: [{ value: made.body.id }] }, second);
  assert.equal(group.status, 400, 'a member of another directory is unknown');
  const { id } = await userOf('una@example.com');
  for (const { orgId: org } of [one!, two!])
    await system.run(`insert into memberships (org_id, user_id, role) values ($1, $2, 'member')`, [org, id]);
  await scim('PUT', `/Users/${made.body.id}`, { userName: 'una@example.com', active: false }, first);
  const left = await system.query<{ org_id: string }>(
    'select org_id from memberships where user_id = $1 and removed_at is null',
    [id],
  );
  assert.deepEqual(left, [{ org_id: two!.orgId }]);
  assert.equal((await userOf('una@example.com')).deactivated_at, null);
  await scim('PUT', `/Users/${made.body.id}`, { userName: 'una@example.com', active: false, title: 'Dr' }, first);
  await scim('DELETE', `/Users/${made.body.id}`, undefined, first);
  const told = await system.query<{ org_id: string; action: string; detail: { changed?: string[]; by: string } }>(
    `select org_id, action, detail from audit_log where target_id = $1 and action like 'scim_user.%' order by id`,
    [String(id)],
  );
  assert.deepEqual(
    told.map(({ org_id, action, detail }) => [org_id === one!.orgId, action, detail.changed]),
    [
      [true, 'scim_user.created', undefined],
      [true, 'scim_user.updated', ['title']],
      [true, 'scim_user.deleted', undefined],
    ],
  );
});

test('the directory of one organization renames its own people, and nobody who is also in another', async () => {
  const { system } = harness.database;
  const [one, two]: TestOrg[] = [await harness.org(), await harness.org()];
  const { token: own } = await insertScimToken(system, { forOrg: one!.orgId, name: '', validDays: null });
  const made = await scim('POST', '/Users', { userName: 'ida@example.com', name: { givenName: 'Ida' } }, own);
  const { id } = await userOf('ida@example.com');
  const join = (org: TestOrg) =>
    system.run(`insert into memberships (org_id, user_id, role) values ($1, $2, 'member')`, [org.orgId, id]);
  const rename = (userName: string) => scim('PUT', `/Users/${made.body.id}`, { userName }, own);
  await join(one!);
  assert.equal((await rename('ida.own@example.com')).status, 200);
  assert.equal((await userOf('ida.own@example.com')).id, id);
  await join(two!);
  assert.equal((await rename('taken.over@example.com')).status, 200);
  assert.equal((await userOf('ida.own@example.com')).id, id, 'the person keeps address and names');
  const [last] = (await one!.expect(200, 'GET', `/v1/organizations/${one!.orgId}/audit/`)).results.filter(
    ({ action }: any) => action === 'scim_user.updated',
  );
  assert.match(last.detail.person_kept, /another organization/);
});

describe('the audit log', () => {
  /** Actions of the directory about this target, in the order in which they happened, in each organization. */
  const toldOf = async (targetId: string, ...orgs: string[]): Promise<string[][]> =>
    Promise.all(
      orgs.map(async (org) => {
        const rows = await system.query<{ action: string }>(
          'select action from audit_log where org_id = $1::uuid and target_id = $2::text order by id',
          [org, targetId],
        );
        return pluck(rows, 'action') as string[];
      }),
    );

  test('every organization of a person has what the directory of the installation changes, and no other one', async () => {
    const [one, two, other] = [await harness.org(), await harness.org(), await harness.org()];
    const made = await make('eve@example.com');
    const { id } = await userOf('eve@example.com');
    for (const { orgId: org } of [one, two])
      await system.run(`insert into memberships (org_id, user_id, role) values ($1, $2, 'member')`, [org, id]);
    const rename = { op: 'replace', path: 'name.familyName', value: 'Renamed' };
    await patch(`/Users/${made.id}`, rename);
    await patch(`/Users/${made.id}`, { op: 'replace', path: 'active', value: false });
    await patch(`/Users/${made.id}`, { op: 'replace', path: 'active', value: true });
    assert.equal((await scim('DELETE', `/Users/${made.id}`)).status, 204);
    const expected = [
      'scim_user.updated',
      'user.deactivated',
      'user.activated',
      'scim_user.deleted',
      'user.deactivated',
    ];
    assert.deepEqual(await toldOf(String(id), one.orgId, two.orgId, other.orgId), [expected, expected, []]);
  });

  test('an organization that a person enters or leaves by a group has that, too, with who did it', async () => {
    const max = await make('max@example.com');
    const { id } = await userOf('max@example.com');
    const [group] = (await scim('GET', `/Groups?filter=${encodeURIComponent('displayName eq "staff"')}`)).body
      .Resources;
    await patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: max.id }] });
    await patch(`/Groups/${group.id}`, { op: 'remove', path: `members[value eq "${max.id}"]` });
    const [told] = await toldOf(String(id), orgId);
    assert.deepEqual(told, ['member.updated', 'member.removed']);
    const [change] = await system.query<{ detail: { by: string } }>(
      `select detail from audit_log where org_id = $1 and target_id = $2 order by id desc limit 1`,
      [orgId, group.id],
    );
    assert.match(change!.detail.by, /directory|scim/i);
  });
});
