import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, isUnspaced, spellingsOf } from './spellings.ts';

const written = (value: string | number): string[] => spellingsOf(value).map((words) => words.join(' '));

test('the value as it is comes first, then the ways people write it', () => {
  assert.equal(written(1250.5)[0], '1250.5');
  for (const spelling of ['1,250.50', '1.250,50', '1250,50']) assert.ok(written(1250.5).includes(spelling), spelling);
  assert.equal(written('2026-05-03')[0], '2026-05-03');
  for (const spelling of ['3 may 2026', '5/3/2026', '2026/05/03'])
    assert.ok(written('2026-05-03').includes(spelling), spelling);
});

test('case, currency signs and punctuation at the ends do not count', () => {
  assert.equal(fold('"EUR:'), 'eur');
  assert.equal(fold('(12%)'), '12%');
  assert.equal(fold('-5,'), '-5');
});

test('in scripts without blanks each character is a word', () => {
  assert.deepEqual(spellingsOf('合計120円')[0], ['合', '計', '120', '円']);
  assert.equal(isUnspaced('total'), false);
});
