import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedInputs } from './changed-inputs.ts';

test('only inputs that differ are sent', () => {
  const before = [
    { key: 'text', value: 'Ada' },
    { key: 'doc', value: 'file_1' },
  ];
  assert.deepEqual(changedInputs(before, { text: 'Grace', doc: 'file_1' }), { text: 'Grace' });
  assert.deepEqual(changedInputs(before, { text: '' }), { text: '' });
});
