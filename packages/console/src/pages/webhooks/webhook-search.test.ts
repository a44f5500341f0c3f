import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWebhookSearch } from './webhook-search.ts';

test('an address opens a tab, a filter, a page and a delivery; nonsense opens none of them', () => {
  const search = { tab: 'deliveries', status: 'failed', page: 4, delivery: 'd' };
  assert.deepEqual(readWebhookSearch(search), search);
  const none = readWebhookSearch({ tab: 'x', status: 'lost', page: 1.5, delivery: {} });
  assert.deepEqual(
    Object.values(none).filter((value) => value !== undefined),
    [],
  );
});
