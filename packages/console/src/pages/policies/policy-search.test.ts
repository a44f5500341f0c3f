import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPolicySearch } from './policy-search.ts';

test('an address with nonsense opens the page with what makes sense of it', () => {
  assert.deepEqual(
    { ...readPolicySearch({ tab: 'versions', version: '', page: '3', from: 'a', to: 7, more: 1 }) },
    { tab: 'versions', page: 3, from: 'a', to: '7' },
  );
  assert.deepEqual(Object.values(readPolicySearch({ tab: 'none', page: 1 })).filter(Boolean), []);
});
