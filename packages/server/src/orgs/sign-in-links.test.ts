import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createOrganization } from '#credits/create-organization.ts';

import { type Harness, pluck, request, startHarness } from '../../test/harness.ts';

import { createSignInLink } from './sign-in-links.ts';

describe('a sign-in link', () => {
  let harness: Harness;
  let userId: number;
  let orgId: string;
  before(async () => {
    harness = await startHarness();
    ({ id: orgId, userId } = await createOrganization(harness.database.system, { name: 'Link' }));
  });
  after(() => harness.stop());

  const open = (code: unknown) => request(harness.baseUrl, undefined, 'POST', '/v1/auth/link/', { code });

  test('signs its user in once, even if several requests come at the same time', async () => {
    const code = await createSignInLink(harness.database.system, userId);
    const answers = await Promise.all([open(code), open(code), open(code)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401]);
    const { body, headers } = answers.find(({ status }) => status === 200)!;
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(body.user.id, userId);
    const organizations = await request(harness.baseUrl, body.token, 'GET', '/v1/organizations/');
    assert.deepEqual(pluck(organizations.body.results, 'id', 'role'), [[orgId, 'owner']]);
    assert.match((await open(code)).body.detail, /already used or has expired/);
  });

  test('is over after an hour, and removed when the next one is made', async () => {
    const db = harness.database.system;
    const old = await createSignInLink(db, userId);
    await db.run(
      `update installation set value = json_build_object('user_id', $1::int, 'expires_at', now() - interval '1 second')::text
       where name like 'sign_in_link:%'`,
      [userId],
    );
    assert.equal((await open(old)).status, 401);
    await createSignInLink(db, userId);
    const older = `select name from installation where name like 'sign_in_link:%'`;
    await db.run(
      `update installation set value = json_build_object('user_id', $1::int, 'expires_at', now() - interval '1 second')::text
       where name like 'sign_in_link:%'`,
      [userId],
    );
    await createSignInLink(db, userId);
    assert.equal((await db.query(older)).length, 1);
  });

  test('that was made up is refused, and its code is stored nowhere', async () => {
    const code = await createSignInLink(harness.database.system, userId);
    for (const made of ['x', 'x'.repeat(43), `${code}x`, "' or true --"]) assert.equal((await open(made)).status, 401);
    for (const made of ['', 7, null, 'x'.repeat(201)]) assert.equal((await open(made)).status, 400);
    const rows = await harness.database.system.query<{ name: string; value: string }>(
      'select name, value from installation',
    );
    assert.ok(!JSON.stringify(rows).includes(code));
  });
});
