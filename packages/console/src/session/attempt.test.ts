import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionError, ValidationError } from '@errand/sdk';
import { createAttempt } from './attempt.ts';

test('a call that may have been carried out keeps its key; another content is another call', () => {
  const attempt = createAttempt();
  const key = attempt.keyFor({ text: 'a' });
  attempt.settle(new ConnectionError('lost'));
  assert.equal(attempt.keyFor({ text: 'a' }), key);
  assert.notEqual(attempt.keyFor({ text: 'b' }), key);
});

test('once it is known how a call ended, the next one has a key of its own', () => {
  for (const end of [undefined, new ValidationError('refused'), new Error('other')]) {
    const attempt = createAttempt();
    const key = attempt.keyFor('a');
    attempt.settle(end);
    assert.notEqual(attempt.keyFor('a'), key);
  }
});
