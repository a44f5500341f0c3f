import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as errors from './errors.ts';

test('only failures that may pass by themselves are worth a repetition', () => {
  const cases: [errors.ErrandError, boolean][] = [
    [new errors.ErrandError('a'), false],
    [new errors.ValidationError('a'), false],
    [new errors.NotFoundError('a'), false],
    [new errors.RateLimitError('a', { retryAfterSeconds: 1 }), true],
    [new errors.ServerError('a'), true],
    [new errors.ConnectionError('a'), true],
  ];
  for (const [error, expected] of cases) assert.equal(error.retryable, expected, error.name);
});

test('an error keeps its name, its cause and the empty list of fields', () => {
  const cause = new Error('socket');
  const error = new errors.ConnectionError('No way through.', { cause });
  assert.deepEqual([error.name, error.cause, error.status], ['ConnectionError', cause, undefined]);
  assert.deepEqual(error.fields, {});
  assert.ok(new errors.InsufficientCreditsError('a') instanceof errors.ForbiddenError);
});
