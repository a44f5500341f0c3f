import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request, startHarness, stopAtEnd } from '../../test/harness.ts';
import { grantCredits } from './ledger.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org({ credits: 2 });
const path = `/v1/organizations/${org.orgId}/credits/`;

test('the account and its entries, newest first, a page at a time', async () => {
  for (const amount of [1, 0.25]) await grantCredits(harness.database.system, org.orgId, amount, 'gift', 'operator');
  const body = await org.expect(200, 'GET', `${path}?page_size=2`);
  assert.deepEqual([body.limited, body.balance, body.held, body.count], [true, 3.25, 0, 3]);
  assert.deepEqual(
    body.results.map(({ kind, amount, job_id, note }: Record<string, unknown>) => ({ kind, amount, job_id, note })),
    [
      { kind: 'grant', amount: 0.25, job_id: null, note: 'gift' },
      { kind: 'grant', amount: 1, job_id: null, note: 'gift' },
    ],
  );
  const last = await org.request('GET', new URL(body.next).pathname + new URL(body.next).search);
  assert.deepEqual([last.body.next, last.body.results[0].note], [null, 'opening balance']);
  assert.equal((await org.request('GET', `${path}?page=3&page_size=2`)).status, 404);
});

test('an unlimited organization has an account too, without entries', async () => {
  const other = await harness.org();
  const { body } = await other.request('GET', `/v1/organizations/${other.orgId}/credits/`);
  assert.deepEqual(body, { limited: false, balance: 0, held: 0, count: 0, next: null, previous: null, results: [] });
});

test('viewers may look, strangers may not', async () => {
  const asViewer = await request(harness.baseUrl, await org.keyWithRole('viewer'), 'GET', path);
  assert.equal(asViewer.status, 200);
  assert.equal((await (await harness.org()).request('GET', path)).status, 403);
  assert.equal((await request(harness.baseUrl, undefined, 'GET', path)).status, 401);
});
