import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findWords } from './find-words.ts';
import { showTable, showText } from './views.ts';

test('words are found whatever their spaces and case', () => {
  assert.deepEqual(findWords('The total:\n 1,250.00  EUR.', 'Total: 1,250.00 eur'), { start: 4, end: 25 });
  assert.equal(findWords('Nothing of it.', 'total'), undefined);
  assert.equal(findWords('a', ''), undefined);
  assert.deepEqual(findWords('costs $5 (net)', '$5 (net)'), { start: 6, end: 14 });
});

test('a long text is cut around the words, and the mark counts from the start of the cut', () => {
  const text = `${'a'.repeat(150_000)}here${'b'.repeat(150_000)}`;
  const { text: shown, mark, cut } = showText(text, { start: 150_000, end: 150_004 });
  assert.equal(shown!.slice(mark!.start, mark!.end), 'here');
  assert.deepEqual([cut, shown!.length <= 100_000], [true, true]);
  assert.deepEqual(showText('short', undefined), { kind: 'text', text: 'short', cut: false, mark: null });
});

test('a table is given around its cell', () => {
  // Two rows of two cells: a1 b1 / a2 b2.
  const page = {
    text: 'a1 b1 a2 b2',
    sheet: 'S',
    places: { kind: 'cell' as const, values: [0, 2, 1, 1, 3, 5, 1, 2, 6, 8, 2, 1, 9, 11, 2, 2] },
  };
  const { table, mark } = showTable(page, { cell: 'B2' });
  assert.deepEqual(table, {
    sheet: 'S',
    first_row: 1,
    rows: [
      ['a1', 'b1'],
      ['a2', 'b2'],
    ],
  });
  assert.deepEqual(mark, { row: 2, column: 2 });
});
