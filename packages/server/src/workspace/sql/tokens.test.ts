import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atPosition, SqlTextError, tokenize } from './tokens.ts';

const kinds = (sql: string) => tokenize(sql).map(({ kind, text }) => `${kind} ${text}`);

test('a semicolon or keyword in a string, name or comment is not a token', () => {
  const cases: [sql: string, tokens: string[]][] = [
    ["'a;b''c;'", ["string 'a;b''c;'"]],
    ["e'it\\'s;'", ["string e'it\\'s;'"]],
    ['$x$ ; $$ ; $x$', ['string $x$ ; $$ ; $x$']],
    ['"a;""b"', ['quoted a;"b']],
    ['a -- drop;\nb', ['word a', 'word b']],
    ['a /* ; /* nested */ ; */ b', ['word a', 'word b']],
    ['1_000.5e-3+x', ['number 1_000.5e-3', 'symbol +', 'word x']],
  ];
  for (const [sql, tokens] of cases) assert.deepEqual(kinds(sql), tokens, sql);
});

test('tokens and the blanks between them make up the whole text', () => {
  const sql = 'select "é", \'x\' from t;';
  assert.deepEqual(
    tokenize(sql).map(({ start, end }) => sql.slice(start, end)),
    ['select', '"é"', ',', "'x'", 'from', 't', ';'],
  );
});

test('an unterminated string, name or comment is refused at its start', () => {
  for (const sql of ["ab 'x", 'ab "x', 'ab $$x', 'ab /* /* */', "ab 'x''"]) {
    assert.throws(
      () => tokenize(sql),
      (error) => error instanceof SqlTextError && error.position === 3,
      sql,
    );
  }
});

test('a position is reported as line and column in characters', () => {
  assert.equal(atPosition('select 1', 7), '(line 1, column 8)');
  assert.equal(atPosition('select\n  😀x', 11), '(line 2, column 4)');
});
