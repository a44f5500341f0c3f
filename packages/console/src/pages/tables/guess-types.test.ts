import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessColumns, guessJsonColumns, readRows } from './guess-types.ts';

test('columns of a CSV are guessed from its beginning', () => {
  const text = 'id;when;ok;text\n1;2026-01-01;true;"a;b"\n2;;false;"say ""hi"""\n';
  assert.deepEqual(
    guessColumns(text, true).map(({ name, type }) => [name, type]),
    [
      ['id', 'Int64'],
      ['when', 'Nullable(DateTime)'],
      ['ok', 'Bool'],
      ['text', 'String'],
    ],
  );
  assert.equal(guessColumns(text, true)[3]!.samples[0], 'a;b');
  assert.deepEqual(
    guessColumns('1,2\n', false).map(({ name }) => name),
    ['column_1', 'column_2'],
  );
});

test('columns of JSON lines are the members of their objects, whichever line has them', () => {
  const text = '{"id":1,"name":"a","at":"2026-01-02"}\n{"id":2.5,"tags":["x"],"at":"2026-01-03"}\n{"id":3,"na';
  assert.deepEqual(
    guessJsonColumns(text).map(({ name, type }) => [name, type]),
    [
      ['id', 'Float64'],
      ['name', 'Nullable(String)'],
      ['at', 'DateTime'],
      ['tags', 'nested'],
    ],
  );
});

test('an unfinished last row is left out, since the file is only read at its beginning', () => {
  assert.deepEqual(readRows('a,b\n1,"x\ny"\n2,"cut', ',', 10), [
    ['a', 'b'],
    ['1', 'x\ny'],
  ]);
  assert.deepEqual(readRows('only', ',', 10), [['only']]);
  assert.equal(readRows('1\n2\n3\n', ',', 2).length, 2);
});
