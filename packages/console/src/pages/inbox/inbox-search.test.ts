import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInboxSearch } from './inbox-search.ts';

test('an address opens one thing: a review before a wait, with its evidence; the rest is not kept', () => {
  assert.deepEqual(
    readInboxSearch({ group: 'overdue', review: 'r', wait: 'w', evidence: '1:REF', field: '/total', x: '1' }),
    {
      group: 'overdue',
      review: 'r',
      evidence: '1:REF',
      field: '/total',
    },
  );
  assert.deepEqual(readInboxSearch({ wait: 'w', review: '' }), { wait: 'w' });
  assert.deepEqual(readInboxSearch({ review: ['r'], field: null }), {});
});
