import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '#credits/create-organization.ts';
import { listAudit } from '#orgs/audit.ts';
import { getOrganization } from '#orgs/organizations.ts';
import { openTestDatabase } from '../../test/harness.ts';
import { findAccount, grantCredits, listLedger, setCredits } from './ledger.ts';

const { database } = await openTestDatabase();

const page = { size: 100, offset: 0 };
const newOrg = async (credits?: number) => (await createOrganization(database.system, { name: 'Acme', credits })).id;

/** Compares in the database, whose arithmetic is exact. */
async function assertBalanced(orgId: string): Promise<void> {
  const [row] = await database.system.query<{ equal: boolean }>(
    `select balance = (select coalesce(sum(amount), 0) from credit_ledger where org_id = $1) as equal
     from credit_accounts where org_id = $1`,
    [orgId],
  );
  assert.ok(row!.equal, 'the balance is the sum of the ledger');
}

test('the balance is the sum of the ledger, whatever the fractions', async () => {
  const orgId = await newOrg(0.1);
  await grantCredits(database.system, orgId, 0.2, 'more', 'operator');
  await grantCredits(database.system, orgId, 1e-7, 'dust', 'operator');
  await grantCredits(database.system, orgId, 0.123456785, 'more digits than are kept', 'operator');
  await assertBalanced(orgId);
  await setCredits(database.system, orgId, 3);
  await assertBalanced(orgId);
  await setCredits(database.system, orgId, 0.000000015);
  await assertBalanced(orgId);
  assert.deepEqual(await findAccount(database.tenant(orgId), orgId), { limited: true, balance: 0.00000002, held: 0 });
});

test('simultaneous grants and settings all count', async () => {
  const orgId = await newOrg(1);
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      index % 10 === 9
        ? setCredits(database.system, orgId, index)
        : grantCredits(database.system, orgId, 0.1, '', 'operator'),
    ),
  );
  await assertBalanced(orgId);
  assert.equal((await listLedger(database.system, orgId, page)).count, 31);
});

test('unlimited leaves the balance alone, a number limits again', async () => {
  const orgId = await newOrg(5);
  assert.deepEqual(await setCredits(database.system, orgId, 'unlimited'), { limited: false, balance: 5, held: 0 });
  assert.equal((await getOrganization(database.system, orgId)).credits, null);
  await grantCredits(database.system, orgId, 2, '', 'operator');
  assert.deepEqual(await setCredits(database.system, orgId, 7), { limited: true, balance: 7, held: 0 });
  assert.equal((await getOrganization(database.system, orgId)).credits, 7);
  const { rows } = await listLedger(database.system, orgId, page);
  assert.deepEqual(
    rows.map(({ kind, amount }) => [kind, amount]),
    [
      ['grant', 2],
      ['grant', 5],
    ],
    'newest first, and no entry of nothing',
  );
});

test('an organization starts unlimited unless credits are given, and 0 credits are a limit', async () => {
  assert.deepEqual(await findAccount(database.system, await newOrg()), { limited: false, balance: 0, held: 0 });
  assert.deepEqual(await findAccount(database.system, await newOrg(0)), { limited: true, balance: 0, held: 0 });
});

test('every change is in the audit log', async () => {
  const orgId = await newOrg(1);
  await grantCredits(database.system, orgId, 2, 'for the trial', 'operator');
  await setCredits(database.system, orgId, 'unlimited');
  const { rows } = await listAudit(database.system, orgId, { targetId: orgId }, page);
  assert.deepEqual(
    rows.slice(0, 2).map(({ action, detail }) => [action, detail]),
    [
      ['credits.set', { from: 3, to: 'unlimited' }],
      ['credits.granted', { amount: 2, note: 'for the trial', balance: 3 }],
    ],
  );
});

test('amounts that are none, and organizations that are none', async () => {
  const orgId = await newOrg(1);
  for (const amount of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e10]) {
    await assert.rejects(grantCredits(database.system, orgId, amount, '', 'operator'), { code: 'invalid_fields' });
  }
  for (const amount of [-1, Number.NaN, 1e10]) {
    await assert.rejects(setCredits(database.system, orgId, amount), { code: 'invalid_fields' });
    await assert.rejects(newOrg(amount), { code: 'invalid_fields' });
  }
  const unknown = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
  await assert.rejects(grantCredits(database.system, unknown, 1, '', 'operator'), { code: 'not_found' });
  await assert.rejects(setCredits(database.system, unknown, 1), { code: 'not_found' });
});

test("the ledger is not another organization's", async () => {
  const [one, two] = [await newOrg(1), await newOrg(2)];
  assert.equal((await listLedger(database.tenant(one), two, page)).count, 0);
  assert.equal(await findAccount(database.tenant(one), two), undefined);
  await assert.rejects(grantCredits(database.tenant(one), two, 1, '', 'operator'), { code: 'not_found' });
});
