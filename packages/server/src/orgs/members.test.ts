import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Role } from '@errand/contract/roles.ts';
import { createOrganization } from '#credits/create-organization.ts';

import { openTestDatabase, pluck } from '../../test/harness.ts';

import { listAudit } from './audit.ts';
import { addMember, changeMemberRole, getMember, listMembers, removeMember } from './members.ts';
import { findPassword, findUserByEmail } from './users.ts';

const { database } = await openTestDatabase();

const actor = (orgId: string, role: Role) => ({ orgId, userId: null, keyId: null, role, via: 'key' as const });
const page = { size: 100, offset: 0 };

test('two owners who demote each other at the same moment leave one owner', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id: orgId, userId: one } = await createOrganization(database.system, { name: 'Acme' });
    const second = { orgId, email: `second${round}@example.com`, role: 'owner' } as const;
    const { user_id: two } = await addMember(database.system, second, 'operator');
    const tenant = database.tenant(orgId);
    const results = await Promise.allSettled([
      changeMemberRole(tenant, orgId, one, 'viewer', actor(orgId, 'owner')),
      removeMember(tenant, orgId, two, actor(orgId, 'owner')),
    ]);
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const owners = (await listMembers(tenant, orgId, page)).rows.filter(({ role }) => role === 'owner');
    assert.equal(owners.length, 1);
  }
});

test('only owners make, change and remove owners', async () => {
  const { id: orgId, userId } = await createOrganization(database.system, { name: 'Acme' });
  const admin = actor(orgId, 'admin');
  const someone = { orgId, email: 'someone@example.com', role: 'owner' } as const;
  await assert.rejects(addMember(database.system, someone, admin), { code: 'forbidden' });
  const { user_id } = await addMember(database.system, { ...someone, role: 'admin' }, admin);
  const tenant = database.tenant(orgId);
  await assert.rejects(changeMemberRole(tenant, orgId, user_id, 'owner', admin), { code: 'forbidden' });
  await changeMemberRole(tenant, orgId, user_id, 'owner', actor(orgId, 'owner'));
  await assert.rejects(changeMemberRole(tenant, orgId, userId, 'viewer', admin), { code: 'forbidden' });
  await assert.rejects(removeMember(tenant, orgId, userId, admin), { code: 'forbidden' });
});

test('twenty simultaneous additions of one new address make one user and one membership', async () => {
  const { id: orgId } = await createOrganization(database.system, { name: 'Acme' });
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      addMember(
        database.system,
        { orgId, email: index % 2 ? 'Racer@example.com' : 'racer@example.com', role: 'member' },
        'operator',
      ),
    ),
  );
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal((await listMembers(database.tenant(orgId), orgId, page)).count, 2);
});

test('a user of another organization can be added but keeps password and names', async () => {
  const one = await createOrganization(database.system, { name: 'One' });
  const two = await createOrganization(database.system, { name: 'Two' });
  const shared = { email: 'shared@example.com', role: 'member' } as const;
  await addMember(database.system, { ...shared, orgId: one.id, passwordHash: 'theirs', firstName: 'Ada' }, 'operator');
  const takeover = { ...shared, orgId: two.id, passwordHash: 'mine' };
  await assert.rejects(addMember(database.system, takeover, 'operator'), { code: 'invalid_fields' });
  const member = await addMember(database.system, { ...shared, orgId: two.id, firstName: 'Eve' }, 'operator');
  assert.equal(member.first_name, 'Ada');
  assert.equal((await findPassword(database.system, shared.email))!.hash, 'theirs');
});

test('a failed addition leaves no user behind', async () => {
  const orgId = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
  const lost = { orgId, email: 'lost@example.com', role: 'member' } as const;
  await assert.rejects(addMember(database.system, lost, 'operator'), /No organization/);
  assert.equal(await findUserByEmail(database.system, lost.email), undefined);
});

test('a removed member is gone from the list, can be added again, and every step is in the audit log', async () => {
  const { id: orgId } = await createOrganization(database.system, { name: 'Acme' });
  const tenant = database.tenant(orgId);
  const guest = { orgId, email: 'guest@example.com', role: 'viewer' } as const;
  const { user_id } = await addMember(database.system, guest, 'operator');
  await removeMember(tenant, orgId, user_id, 'operator');
  await assert.rejects(getMember(tenant, orgId, user_id), /No member/);
  await assert.rejects(changeMemberRole(tenant, orgId, user_id, 'admin', 'operator'), /No member/);
  assert.equal((await listMembers(tenant, orgId, page)).count, 1);
  const again = await addMember(database.system, { ...guest, role: 'admin' }, 'operator');
  assert.deepEqual([again.user_id, again.role], [user_id, 'admin']);
  const { rows } = await listAudit(tenant, orgId, { targetId: String(user_id) }, page);
  assert.deepEqual(pluck(rows, 'action'), ['member.added', 'member.removed', 'member.added']);
});

test("members are not another organization's", async () => {
  const one = await createOrganization(database.system, { name: 'One' });
  const two = await createOrganization(database.system, { name: 'Two' });
  await assert.rejects(getMember(database.system, one.id, two.userId), /No member/);
  await assert.rejects(removeMember(database.tenant(one.id), two.id, two.userId, 'operator'), /No member/);
});

test('addresses that clients could not decode are refused', async () => {
  const { id: orgId } = await createOrganization(database.system, { name: 'Acme' });
  const bad = [
    '',
    'ada',
    'ada@',
    '@b.c',
    'a b@c.de',
    'ada@localhost',
    'ada@b.c1',
    'ada@-b.de',
    'ä@b.de',
    `${'a'.repeat(250)}@b.de`,
  ];
  for (const email of bad) {
    await assert.rejects(addMember(database.system, { orgId, email, role: 'member' }, 'operator'), {
      code: 'invalid_fields',
    });
  }
});
