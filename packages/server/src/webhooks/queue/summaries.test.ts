import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/pluck.ts';
import { type AttemptFacts, sumUpAttempts } from './summaries.ts';

const at = (seconds: number): Date => new Date(seconds * 1_000);
const attempt = (begin: number, end: number, fields: Partial<AttemptFacts> = {}): AttemptFacts => ({
  webhookId: 'a',
  first: true,
  at: at(begin),
  endedAt: at(end),
  succeeded: false,
  gone: false,
  ...fields,
});

test('a webhook was triggered when its attempt began, and succeeded or failed when it ended', () => {
  const [entry] = sumUpAttempts([attempt(1, 16), attempt(2, 3, { succeeded: true }), attempt(4, 19, { first: false })]);
  assert.deepEqual([entry!.firstAt, entry!.successAt, entry!.failureAt], [at(2), at(3), at(19)]);
  assert.deepEqual([entry!.failures, entry!.failingSince], [1, at(4)]);
});

test('entries come in the order of their webhooks, in which rows are locked', () => {
  const entries = sumUpAttempts(['c', 'a', 'b', 'a'].map((webhookId) => attempt(1, 2, { webhookId })));
  assert.deepEqual(pluck(entries, 'webhookId', 'failures'), [
    ['a', 2],
    ['b', 1],
    ['c', 1],
  ]);
});
