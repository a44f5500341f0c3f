import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffWords, type Piece } from './word-diff.ts';

const textOf = (pieces: Piece[], without: Piece['kind']): string =>
  pieces
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('');

test('only the words that changed are marked', () => {
  assert.deepEqual(diffWords('No weapons, ever.', 'No knives, ever.'), [
    { kind: 'same', text: 'No ' },
    { kind: 'removed', text: 'weapons' },
    { kind: 'added', text: 'knives' },
    { kind: 'same', text: ', ever.' },
  ]);
  assert.deepEqual(diffWords('', ''), []);
});

test('the pieces give back both texts exactly', () => {
  for (const [before, after] of [
    ['a b c d', 'b c x d e'],
    ['', 'new text'],
    ['Zürich, 5 %', 'Zurich;\n5 %'],
  ] as const) {
    const pieces = diffWords(before, after);
    assert.equal(textOf(pieces, 'added'), before);
    assert.equal(textOf(pieces, 'removed'), after);
  }
});

test('texts too long to compare are shown one after the other', () => {
  const long = 'word '.repeat(2_000);
  assert.deepEqual(
    diffWords(long, `${long}more`).map(({ kind }) => kind),
    ['removed', 'added'],
  );
});
