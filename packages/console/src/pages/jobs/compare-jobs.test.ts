import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareSteps, compareValues } from './compare-jobs.ts';

const item = (key: string, value: unknown) => ({
  key,
  value: typeof value === 'string' ? value : JSON.stringify(value),
});

test('values are compared leaf by leaf, whatever their order', () => {
  const { changes, same, isWhole } = compareValues(
    [item('output', { total: 10, lines: [{ n: 1 }, { n: 2 }], note: [] }), item('text', 'a')],
    [item('text', 'b'), item('output', { note: [], lines: [{ n: 1 }], total: 11, currency: 'EUR' })],
  );
  assert.deepEqual(changes, [
    { path: 'output.total', before: 10, after: 11 },
    { path: 'output.lines[1].n', before: 2, after: undefined },
    { path: 'text', before: 'a', after: 'b' },
    { path: 'output.currency', before: undefined, after: 'EUR' },
  ]);
  assert.deepEqual([same, isWhole], [2, true]);
});

test('a value that is too long is compared as far as it is read, and says so', () => {
  const long = item(
    'rows',
    Array.from({ length: 9_000 }, (_, index) => index),
  );
  assert.equal(compareValues([long], [long]).isWhole, false);
  assert.deepEqual(compareValues([long], [long]).changes, []);
});

test('steps of the same name are summed', () => {
  const step = (name: string, ms: number, cost: number) => ({ name, duration_ms: ms, cost }) as never;
  assert.deepEqual(compareSteps([step('read', 10, 1), step('read', 20, 2)], [step('ask', 5, 3)]), [
    { name: 'read', before: { count: 2, durationMs: 30, cost: 3 }, after: undefined },
    { name: 'ask', before: undefined, after: { count: 1, durationMs: 5, cost: 3 } },
  ]);
});
