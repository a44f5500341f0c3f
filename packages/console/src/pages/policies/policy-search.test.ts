import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPoliciesSearch, readPolicySearch } from './policy-search.ts';

test('an address with nonsense opens the page with what makes sense of it', () => {
  assert.deepEqual(
    { ...readPolicySearch({ tab: 'versions', version: '', page: '3', from: 'a', to: 7, more: 1 }) },
    { tab: 'versions', version: undefined, page: 3, from: 'a', to: '7' },
  );
  assert.deepEqual(Object.values(readPolicySearch({ tab: 'none', page: 1 })).filter(Boolean), []);
});

test('a search for digits is a search for text, and the first page needs no number', () => {
  assert.deepEqual(readPoliciesSearch({ q: 2026, page: 2 }), { q: '2026', page: 2 });
  assert.deepEqual(readPoliciesSearch({ q: '', page: 1 }), { q: undefined, page: undefined });
});
