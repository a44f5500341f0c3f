import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettingsSearch } from './settings-search.ts';

test('filters of the audit log are read as the form wrote them, nonsense is not', () => {
  const from = '2026-01-05T10:30';
  assert.deepEqual(
    { ...readSettingsSearch({ tab: 'audit', page: 2, action: 'agent.created', from, to: 'soon' }) },
    { tab: 'audit', page: 2, action: 'agent.created', target: undefined, from, to: undefined },
  );
  assert.deepEqual(
    Object.values(readSettingsSearch({ tab: 'billing', page: -1, action: '' })).filter((value) => value !== undefined),
    [],
  );
});
