import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { AppError } from '#platform/errors.ts';
import { check, toTimestamp } from './validate.ts';

const schema = Type.Object({
  name: Type.String({ minLength: 1 }),
  ids: Type.Optional(Type.Array(Type.Integer())),
  secret: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 3 }), Type.Null()])),
  headers: Type.Optional(Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()])),
  codes: Type.Optional(Type.String({ pattern: '^[0-6]$', description: 'One code.' })),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 5 })),
});

function fieldsOf(value: unknown): unknown {
  try {
    check(schema, value);
  } catch (error) {
    if (error instanceof AppError) return error.options.fields;
  }
  return undefined;
}

test('a time is one that the database keeps: no leap second, no year 0 and none after 9999', () => {
  const time = Type.Object({ at: Type.String({ format: 'date-time' }) });
  const isRefused = (at: string): boolean => {
    try {
      check(time, { at });
      return false;
    } catch {
      return true;
    }
  };
  const given = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00', '2016-12-31T23:59:60Z', '2026-02-30T00:00:00Z'];
  assert.deepEqual(given.map(isRefused), [true, true, true, true]);
  assert.deepEqual(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-11-19t10:00:00+02:00'].map(isRefused), [
    false,
    false,
    false,
  ]);
});

test('every wrong field has its messages; a deeper place is named at the head of its message', () => {
  assert.deepEqual(fieldsOf({ name: '', ids: [1, 'x', 2, null] }), {
    name: ['May not be blank.'],
    ids: ['ids[1]: Must be of type integer.', 'ids[3]: Must be of type integer.'],
  });
  assert.deepEqual(fieldsOf({}), { name: ['This field is required.'] });
  assert.equal(fieldsOf({ name: 'a', more: 1 }), undefined);
});

test('a value with a million mistakes is refused with one message', () => {
  const fields = fieldsOf({ name: 'a', ids: Array.from({ length: 1_000_000 }, () => 'x') }) as { ids: string[] };
  assert.equal(fields.ids.length, 1);
});

test('a field that may be null has one message, about what it was meant to be', () => {
  const wrong = (rest: object) => fieldsOf({ name: 'a', ...rest });
  assert.deepEqual(wrong({ secret: '' }), { secret: ['May not be blank.'] });
  assert.deepEqual(wrong({ secret: 'long' }), { secret: ['May have at most 3 characters.'] });
  assert.deepEqual(wrong({ secret: 7 }), { secret: ['Must be of type string or null.'] });
  assert.deepEqual(wrong({ headers: { a: 1 } }), { headers: ['headers.a: Must be of type string.'] });
  assert.deepEqual(wrong({ headers: 'x' }), { headers: ['Must be of type object or null.'] });
  assert.equal(wrong({ secret: null, headers: null }), undefined);
});

test('patterns and limits are reported in words', () => {
  assert.deepEqual(fieldsOf({ name: 'a', codes: '9', limit: -1 }), {
    codes: ['Has an invalid format: One code.'],
    limit: ['Must be at least 0.'],
  });
  assert.deepEqual(fieldsOf({ name: 'a', limit: 6 }), { limit: ['May be at most 5.'] });
});

test('timestamps of a query may leave out the zone or the time of day; a plus sign may have become a blank', () => {
  for (const [given, read] of Object.entries({
    '2026-01-05T09:12:44.120Z': '2026-01-05T09:12:44.120Z',
    '2026-01-05T09:12:44': '2026-01-05T09:12:44Z',
    '2026-01-05 09:12': '2026-01-05T09:12:00Z',
    '2026-01-05T09:12:44+02:00': '2026-01-05T09:12:44+02:00',
    '2026-01-05T09:12:44 02:00': '2026-01-05T09:12:44+02:00',
    '2026-01-05T09:12:44-02:00': '2026-01-05T09:12:44-02:00',
    '2026-01-05': '2026-01-05T00:00:00Z',
    yesterday: 'yesterday',
    '2026-1-5': '2026-1-5',
  }))
    assert.equal(toTimestamp(given, false), read);
  assert.equal(toTimestamp('2026-01-05', true), '2026-01-05T23:59:59.999Z');
});
