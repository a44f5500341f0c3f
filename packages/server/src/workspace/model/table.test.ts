import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNameProblem, uniqueNames } from './table.ts';

test('a table name is an identifier of at most 128 characters that no path uses', () => {
  for (const name of ['a', '_1', 'Query2', 'x'.repeat(128)]) assert.equal(findNameProblem(name), undefined, name);
  for (const name of ['', '1a', 'a b', 'a.b', 'ä', 'a\n', 'x'.repeat(129), 'query', 'UPLOAD'])
    assert.notEqual(findNameProblem(name), undefined, name);
});

test('names become unique in any case, and never collide with a name that is there', () => {
  assert.deepEqual(uniqueNames(['a', 'A', 'b', 'a']), ['a', 'A_2', 'b', 'a_3']);
  const names = uniqueNames(['a', 'a', 'a_2', 'A_2']);
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, 4);
});
