import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#platform/errors.ts';
import { readMoment } from './moment.ts';

test('a lower bound between two milliseconds is the later one, an upper bound the earlier one', () => {
  for (const [field, text, ms] of [
    ['created_from', '2026-01-02T03:04:05.678Z', 678],
    ['created_from', '2026-01-02T03:04:05.678000Z', 678],
    ['created_from', '2026-01-02T03:04:05.678001Z', 679],
    ['created_from', '2026-01-02T03:04:05.999999Z', 1000],
    ['created_to', '2026-01-02T03:04:05.678999Z', 678],
  ] as const)
    assert.equal(readMoment(field, text)?.getTime(), Date.UTC(2026, 0, 2, 3, 4, 5) + ms, `${field} ${text}`);
});

test('a date that does not exist is refused under the name of its field', () => {
  assert.equal(readMoment('created_to', undefined), undefined);
  assert.throws(
    () => readMoment('created_to', '2026-01-02T03:04:61Z'),
    (error) => error instanceof AppError && Object.keys(error.options.fields ?? {})[0] === 'created_to',
  );
});
