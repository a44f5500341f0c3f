import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MissingError, UsageError } from '../terminal/errors.ts';
import { pick } from './find-agent.ts';

const found = [
  { id: '1', name: 'Letter' },
  { id: '2', name: 'Twin' },
  { id: '3', name: 'twin' },
];

test('a name finds its only owner, in any case', () => {
  assert.equal(pick(found, 'LETTER', 'agent').id, '1');
});

test('a name of several is refused with their ids, one of none with similar names', () => {
  assert.throws(
    () => pick(found, 'Twin', 'agent'),
    (error) => error instanceof UsageError && /2, 3/.test(error.message),
  );
  assert.throws(
    () => pick(found, 'Lett', 'agent'),
    (error) => error instanceof MissingError && /Letter/.test(error.message),
  );
  assert.throws(() => pick([], 'x', 'policy'), /errand policies list/);
});
