import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '#credits/create-organization.ts';
import type { Caller } from '#platform/caller.ts';
import { changeTexts, deleteResource } from '#versions/change.ts';
import type { Gate } from '#versions/gate.ts';
import { openTestDatabase } from '../../test/harness.ts';
import { createPolicy, createPolicyVersion, promotePolicyVersion } from './change-policy.ts';
import { findAppliedPolicy, lockPolicyReference } from './reference.ts';
import { findPolicy, policyKind } from './store.ts';

const gate: Gate = {
  exists: async () => false,
  check: async () => ({}),
  admit: async () => ({}),
  refuseAlone: async () => {},
  dropProposals: async () => {},
};
const checks = { gate, checkRehearsal: async () => {} };

const { database } = await openTestDatabase();
const newCaller = async (): Promise<Caller> => {
  const { id, userId } = await createOrganization(database.system, { name: 'Acme' });
  return { orgId: id, userId, keyId: null, role: 'owner', via: 'session' };
};
const [caller, stranger] = [await newCaller(), await newCaller()];

const db = () => database.tenant(caller.orgId);
const find = async (id: string) => (await findPolicy(db(), caller.orgId, id))!;
const create = () => createPolicy(db(), caller, { name: 'Goods', content: {} });

test('setting what is there changes nothing, not even the time; a blank name is refused', async () => {
  const id = await create();
  const { updated_at: before } = await find(id);
  await changeTexts(db(), caller, policyKind, id, { name: 'Goods' });
  assert.deepEqual((await find(id)).updated_at, before);
  await changeTexts(db(), caller, policyKind, id, { description: 'What may be sold.' });
  assert.deepEqual([(await find(id)).name, (await find(id)).description], ['Goods', 'What may be sold.']);
  await changeTexts(db(), caller, policyKind, id, { description: null });
  assert.equal((await find(id)).description, '');
  await assert.rejects(changeTexts(db(), caller, policyKind, id, { name: ' ' }), { code: 'invalid_fields' });
});

test('a promotion that was decided on another current version is refused', async () => {
  const id = await create();
  const { current_version_id: first } = await find(id);
  const { id: second } = await createPolicyVersion(db(), caller, id, { content: {} }, gate);
  const { id: third } = await createPolicyVersion(db(), caller, id, { content: {}, make_current: false }, gate);
  assert.equal((await find(id)).current_version_id, second);
  const promote = (to: string, expected_current?: string) =>
    promotePolicyVersion(
      db(),
      caller,
      { id, versionId: to },
      expected_current === undefined ? {} : { expected_current },
      checks,
    );
  await assert.rejects(promote(third, first), { code: 'conflict' });
  await promote(third, second);
  await promote(first);
  assert.equal((await find(id)).current_version_id, first);
});

test('a policy that agents use is not deleted; one that was is known to the jobs of its versions alone', async () => {
  const id = await create();
  const { current_version_id: version } = await find(id);
  const agent = { base_agent_id: 'a', agent_name: 'Reader', version_id: 'v', version_name: 'first' };
  await assert.rejects(
    deleteResource(db(), caller, policyKind, id, async () => [agent]),
    { code: 'conflict' },
  );
  assert.deepEqual(await lockPolicyReference(db(), caller.orgId, version), { policyId: id, versionId: version });
  await deleteResource(db(), caller, policyKind, id, async () => []);
  assert.equal(await findPolicy(db(), caller.orgId, id), undefined);
  assert.equal(await lockPolicyReference(db(), caller.orgId, id), undefined);
  assert.equal((await findAppliedPolicy(db(), caller.orgId, version))?.policyId, id);
});

test('a policy of another organization does not exist', async () => {
  const id = await create();
  const theirs = database.tenant(stranger.orgId);
  await assert.rejects(changeTexts(theirs, stranger, policyKind, id, { name: 'Mine' }), { code: 'not_found' });
  await assert.rejects(
    deleteResource(theirs, stranger, policyKind, id, async () => []),
    { code: 'not_found' },
  );
  assert.equal(await lockPolicyReference(theirs, stranger.orgId, id), undefined);
  assert.equal((await find(id)).name, 'Goods');
});
