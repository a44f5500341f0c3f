import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '#credits/create-organization.ts';
import { openTestDatabase } from '../../test/harness.ts';
import { type AuditFilter, insertAudit, listAudit } from './audit.ts';

const { database } = await openTestDatabase();
const { id: orgId, userId } = await createOrganization(database.system, {
  name: 'Acme',
  ownerEmail: 'ada@example.com',
});
const caller = { orgId, userId, keyId: null, role: 'owner' };

const list = async (filter: AuditFilter = {}) =>
  (await listAudit(database.tenant(caller.orgId), caller.orgId, filter, { size: 100, offset: 0 })).rows;
const entry = (action: string, targetId = '1') => ({ orgId: caller.orgId, action, targetType: 'thing', targetId });

test('an organization begins with the entry that tells who made it', async () => {
  const [first] = await list();
  assert.equal(first!.action, 'organization.created');
  assert.deepEqual([first!.actor_user_id, first!.actor_key_id], [null, null], 'the operator');
  assert.deepEqual(first!.detail, { name: 'Acme', credits: null, agents_enabled: true, owner: 'ada@example.com' });
});

test('an entry goes with the transaction of what it tells', async () => {
  const before = await list();
  const change = database.tenant(caller.orgId).tx(async (tx) => {
    await tx.run(`update organizations set name = 'Changed'`);
    await insertAudit(tx, caller, entry('thing.changed'));
    throw new Error('rolled back');
  });
  await assert.rejects(change, /rolled back/);
  assert.deepEqual(await list(), before);
});

test('entries come newest first, with their actor, and by every filter', async () => {
  const db = database.tenant(caller.orgId);
  await insertAudit(db, caller, entry('thing.made', 'a'));
  await insertAudit(db, caller, entry('thing.made', 'b'));
  await insertAudit(db, caller, entry('thing.lost', 'a'));
  const all = await list();
  assert.deepEqual(
    all.slice(0, 3).map((row) => [row.action, row.target_id, row.actor_email]),
    [
      ['thing.lost', 'a', 'ada@example.com'],
      ['thing.made', 'b', 'ada@example.com'],
      ['thing.made', 'a', 'ada@example.com'],
    ],
  );
  assert.equal((await list({ action: 'thing.made' })).length, 2);
  assert.equal((await list({ targetId: 'a' })).length, 2);
  assert.equal((await list({ action: 'thing.made', targetId: 'a' })).length, 1);
  const [newest] = all;
  assert.ok(
    (await list({ from: newest!.at, to: newest!.at })).some((row) => row.id === newest!.id),
    'inclusive bounds',
  );
  assert.equal((await list({ from: new Date(Date.now() + 60_000) })).length, 0);
  assert.equal((await list({ to: new Date('0000-01-01T00:00:00Z') })).length, 0);
});

test("another organization's entries are not shown", async () => {
  const other = await createOrganization(database.system, { name: 'Other' });
  assert.equal((await listAudit(database.tenant(other.id), caller.orgId, {}, { size: 9, offset: 0 })).count, 0);
  assert.equal((await listAudit(database.system, other.id, {}, { size: 9, offset: 0 })).count, 1);
});
