import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compose, createReader } from './reader.ts';
import { SqlTextError, tokenize } from './tokens.ts';

const read = (sql: string) => createReader(sql, tokenize(sql));

test('words are taken in any case, all of them or none', () => {
  const reader = read('CREATE or Replace table x');
  assert.equal(reader.take('create', 'view'), false);
  assert.equal(reader.take('create', 'or', 'replace'), true);
  assert.equal(reader.isNext('table'), true);
  assert.equal(read('"create" x').take('create'), false, 'a quoted name is no word');
});

describe('a table', () => {
  test('may have main. before it, and no other schema', () => {
    assert.equal(read('main.people').table(), 'people');
    assert.equal(read('"My table"').table(), 'My table');
    assert.throws(() => read('other.people').table(), SqlTextError);
    assert.throws(() => read("'people'").table(), SqlTextError);
    assert.throws(() => read('a').rest('x') && read('main.').table(), SqlTextError);
  });
});

describe('an expression ends', () => {
  const cases: [sql: string, words: string[], wanted: string, then: string | undefined][] = [
    ['a + 1, b', [], 'a + 1', ','],
    ['f(a, b), c', [], 'f(a, b)', ','],
    ['[1, 2][1] ) x', [], '[1, 2][1]', ')'],
    ['a from t', ['from'], 'a', 'from'],
    ['a is distinct from b from t', ['from'], 'a is distinct from b', 'from'],
    ["'a, b' from t", ['from'], "'a, b'", 'from'],
    ['(select x from y) from t', ['from'], '(select x from y)', 'from'],
    ['a', ['from'], 'a', undefined],
  ];
  for (const [sql, words, wanted, then] of cases) {
    test(`in ${sql} after ${wanted}`, () => {
      const reader = read(sql);
      assert.equal(reader.untilComma('an expression', ...words).sql, wanted);
      assert.equal(reader.peek()?.text.toLowerCase(), then);
    });
  }
});

test('a missing part and an extra one are reported with their position', () => {
  const place = (work: () => unknown): number => {
    try {
      work();
    } catch (error) {
      if (error instanceof SqlTextError) return error.position;
    }
    return -1;
  };
  const over = read('drop');
  over.take('drop');
  assert.equal(
    place(() => over.name('a table')),
    4,
  );
  const more = read('drop x y');
  more.rest('x');
  more.end();
  const left = read('a b');
  left.name('a');
  assert.equal(
    place(() => left.end()),
    2,
  );
});

test('parts of the user keep their places in text that is put around them', () => {
  const part = compose('select (', { sql: 'a + b', start: 40 }, ') as ', { sql: 'c', start: 90 });
  assert.equal(part.sql, 'select (a + b) as c');
  assert.deepEqual(part.pieces, [
    { at: 8, length: 5, start: 40 },
    { at: 18, length: 1, start: 90 },
  ]);
  assert.equal(compose('select 1').start, 0);
});
