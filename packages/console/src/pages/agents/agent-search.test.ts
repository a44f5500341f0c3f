import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAgentSearch, readAgentsSearch } from './agent-search.ts';

test('filters of the list may have one value or several; nonsense leaves no trace in the address', () => {
  assert.deepEqual(readAgentsSearch({ search: 42, engine: 'A', tag: ['x', ''], ordering: 'name', page: 2 }), {
    search: '42',
    engine: ['A'],
    tag: ['x'],
    ordering: 'name',
    page: 2,
  });
  assert.deepEqual(readAgentsSearch({ search: '', ordering: 'size', page: 'last', more: true }), {});
});

test('a tab and two versions to compare are read', () => {
  assert.deepEqual(readAgentSearch({ tab: 'versions', from: 'a', to: 'b' }), { tab: 'versions', from: 'a', to: 'b' });
  assert.deepEqual(readAgentSearch({ tab: 'none' }), {});
});
