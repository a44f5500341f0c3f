import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoadOrgModels } from '../models/org-models.ts';
import { findTarget } from './carry-batch.ts';

const offered = [
  { provider: { id: 'dear' }, entry: { id: 'dear/same', remoteId: 'same', prices: { input: 10, output: 20 } } },
  { provider: { id: 'cheap' }, entry: { id: 'other', prices: { input: 5, output: 5 } } },
  { provider: { id: 'cheap' }, entry: { id: 'cheap/same', remoteId: 'same', prices: { input: 1, output: 2 } } },
  { provider: { id: 'cheap', own: { connectionId: 'ours' } }, entry: { id: 'same', prices: { input: 3, output: 3 } } },
];
const catalog = {
  offered: () => offered,
  resolve() {
    throw new Error('unknown');
  },
};
const load = (async () => ({ catalog })) as unknown as LoadOrgModels;
const batch = { org_id: 'org', connection_id: null, provider: 'cheap', model: 'same' };

test('a batch has the price of its own provider, although others have a model of the same name', async () => {
  assert.equal((await findTarget(load, batch))?.entry?.id, 'cheap/same');
  assert.equal((await findTarget(load, { ...batch, provider: 'dear' }))?.entry?.id, 'dear/same');
});

test('a batch of a connection has the key and price of that connection', async () => {
  const target = await findTarget(load, { ...batch, connection_id: 'ours' });
  assert.deepEqual([target?.provider.own?.connectionId, target?.entry?.id], ['ours', 'same']);
});

test('a model that the provider no longer offers has no price, and a provider that is gone no target', async () => {
  assert.equal((await findTarget(load, { ...batch, model: 'gone' }))?.entry, undefined);
  assert.equal(await findTarget(load, { ...batch, provider: 'gone' }), undefined);
});
