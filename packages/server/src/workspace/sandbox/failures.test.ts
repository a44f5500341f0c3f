import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compose } from '../sql/reader.ts';
import { Refused, reportedPosition, toCharacters, toFailure } from './failures.ts';

const duckdb = (type: string, message: string, position?: string) =>
  new Error(JSON.stringify({ exception_type: type, exception_message: message, position }));

test('errors are sorted by who can do something about them', () => {
  const cases: [error: unknown, reason: string][] = [
    [duckdb('Binder', 'no column x'), 'sql'],
    [new Refused('too many', undefined, 'limit'), 'limit'],
    [duckdb('Out of Memory', 'failed to pin block'), 'limit'],
    [new Error('write: No space left on device'), 'limit'],
    [duckdb('INTERNAL', 'assertion'), 'crash'],
    [new TypeError('x is undefined'), 'crash'],
  ];
  for (const [error, reason] of cases) assert.equal(toFailure(error).reason, reason, String(error));
});

test('messages show no file of the sandbox and no table of ours', () => {
  const { message } = toFailure(duckdb('Conversion', 'in/7.parquet: table "errand target" LINE 1: select\nhidden'));
  assert.doesNotMatch(message, /parquet|errand target|hidden/);
});

test("a position counts characters of the user's text, in whatever statement it is", () => {
  assert.equal(reportedPosition(duckdb('Binder', 'x', '12')), 12);
  assert.equal(reportedPosition(new Error('no JSON')), undefined);
  assert.equal(toCharacters({ sql: 'ä, b', start: 100 }, 4), 103);
  const made = compose('select (', { sql: 'é + x', start: 50 }, ')');
  const bytes = Buffer.byteLength('select (é + ');
  assert.equal(toCharacters(made, bytes), 54);
  assert.equal(toCharacters(made, 0), undefined, 'in generated text');
  assert.equal(toCharacters(made, 1_000), undefined, 'outside');
});
