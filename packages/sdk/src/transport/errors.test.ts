import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ConnectionError,
  ErrandError,
  ForbiddenError,
  InsufficientCreditsError,
  NotFoundError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './errors.ts';

test('only failures that may pass by themselves are worth a repetition', () => {
  const cases: [ErrandError, boolean][] = [
    [new ErrandError('a'), false],
    [new ValidationError('a'), false],
    [new NotFoundError('a'), false],
    [new RateLimitError('a', { retryAfterSeconds: 1 }), true],
    [new ServerError('a'), true],
    [new ConnectionError('a'), true],
  ];
  for (const [error, expected] of cases) assert.equal(error.retryable, expected, error.name);
});

test('an error keeps its name, its cause and the empty list of fields', () => {
  const cause = new Error('socket');
  const error = new ConnectionError('No way through.', { cause });
  assert.deepEqual([error.name, error.cause, error.status], ['ConnectionError', cause, undefined]);
  assert.deepEqual(error.fields, {});
  assert.ok(new InsufficientCreditsError('a') instanceof ForbiddenError);
});
