import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partOfText, textPiece } from './pieces.ts';
import { putNulls } from './put-nulls.ts';
import { wantsCheck } from './trust-config.ts';

test('nulls are put where the pointers say, and nothing else is changed', () => {
  const value = { 'a/b': 1, 'c~d': 2, list: [{ x: 1 }, { x: 2 }], kept: true };
  assert.deepEqual(putNulls(value, ['/a~1b', '/c~0d', '/list/1/x']), {
    'a/b': null,
    'c~d': null,
    list: [{ x: 1 }, { x: null }],
    kept: true,
  });
  assert.equal(value.list[1]!.x, 2, 'the given value stays');
  assert.equal(putNulls({ a: 1 }, ['']), null);
  assert.deepEqual(putNulls({ a: 1 }, ['/none']), { a: 1 });
});

test('a place in a text has its line from 1', () => {
  const { place } = textPiece('note', 'a\nb\nc');
  assert.deepEqual(place(0, 1), { file: 'note', line: 1, start: 0, end: 1 });
  assert.deepEqual(place(4, 5), { file: 'note', line: 3, start: 4, end: 5 });
});

test('a text that is cut says how much of it was read', () => {
  assert.equal(partOfText('a', 10).note, null);
  assert.equal(partOfText('a', 10, 10).note, null);
  const cut = partOfText('a', 10, 4);
  assert.deepEqual([cut.characters_read, cut.note], [4, 'Only the first 4 characters were read.']);
});

test('values are looked up unless the agent says otherwise, and always where their places are wanted', () => {
  assert.equal(wantsCheck({}), true);
  assert.equal(wantsCheck({ trust: { check: false } }), false);
  assert.equal(wantsCheck({ trust: { check: false }, use_source: true }), true);
});
