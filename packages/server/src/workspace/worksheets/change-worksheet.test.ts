import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '#credits/create-organization.ts';
import { listAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import { openTestDatabase } from '../../../test/harness.ts';
import { changeWorksheet, createWorksheet, removeWorksheet } from './change-worksheet.ts';
import { findWorksheet, findWorksheetOwner } from './store.ts';

const { database } = await openTestDatabase();
const newCaller = async (): Promise<Caller> => {
  const { id, userId } = await createOrganization(database.system, { name: 'Acme' });
  return { orgId: id, userId, keyId: null, role: 'owner', via: 'session' };
};
const [caller, stranger] = [await newCaller(), await newCaller()];

const db = (one: Caller) => database.tenant(one.orgId);
async function actionsOf(targetId: string): Promise<string[]> {
  const { rows } = await listAudit(db(caller), caller.orgId, { targetId }, { size: 100, offset: 0 });
  return rows.map(({ action }) => action).reverse();
}

test('texts that change are reported in the audit log; the same texts again change nothing', async () => {
  const { id, updated_at: before } = await createWorksheet(db(caller), caller, { name: 'First' });
  const same = await changeWorksheet(db(caller), caller, id, { name: 'First', content: '' });
  assert.deepEqual(same.updated_at, before);
  const changed = await changeWorksheet(db(caller), caller, id, { content: 'select 1' });
  assert.deepEqual([changed.name, changed.content], ['First', 'select 1']);
  await removeWorksheet(db(caller), caller, changed);
  assert.equal(await findWorksheet(db(caller), caller.orgId, id), undefined);
  assert.deepEqual(await actionsOf(id), ['worksheet.created', 'worksheet.updated', 'worksheet.deleted']);
});

test('a worksheet of another organization is not found and does not change', async () => {
  const worksheet = await createWorksheet(db(caller), caller, { name: 'Mine', content: 'select 1' });
  const { id } = worksheet;
  await assert.rejects(changeWorksheet(db(stranger), stranger, id, { name: 'Theirs' }), { code: 'not_found' });
  await assert.rejects(removeWorksheet(db(stranger), stranger, worksheet), { code: 'not_found' });
  assert.equal((await findWorksheet(db(caller), caller.orgId, id))?.name, 'Mine');
  assert.equal(await findWorksheetOwner(database.system, id), caller.orgId);
});
