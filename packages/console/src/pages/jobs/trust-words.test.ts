import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  byTrust,
  candidateWords,
  fieldWords,
  isEstimated,
  measuredWords,
  placeWords,
  supportWords,
  unreadWords,
} from './trust-words.ts';

const field = (name: string, status: 'found' | 'derived' | 'absent' | 'unsupported', confidence: number) => ({
  field: name,
  status,
  confidence,
});

test('pointers are read as words, elements counted from 1', () => {
  assert.deepEqual(['', '/total', '/items/0/a~1b'].map(fieldWords), ['Value', 'total', 'items › 1 › a/b']);
});

test('a place is told in the terms of its format', () => {
  const at = (place: object) => placeWords({ ...field('/a', 'found', 1), file: 'a.pdf', ...place });
  assert.deepEqual(
    [at({ page: 2, box: [0, 0, 1, 1] }), at({ sheet: 'May', cell: 'B7' }), at({ line: 3, start: 9 }), at({})],
    ['a.pdf, page 2', 'a.pdf, May!B7', 'a.pdf, line 3', 'a.pdf'],
  );
});

test('what is not supported comes first, what is absent last', () => {
  const sorted = byTrust([
    field('/a', 'absent', 1),
    field('/b', 'found', 0.97),
    field('/c', 'found', 0.5),
    field('/d', 'unsupported', 0),
  ]);
  assert.deepEqual(
    sorted.map((one) => one.field),
    ['/d', '/c', '/b', '/a'],
  );
});

test('only files that were not read whole are told', () => {
  const file = { file: 'a', pages_total: 2, pages_read: 1, characters_total: 1, characters_read: 1 };
  const coverage = {
    complete: false,
    files: [
      { ...file, note: 'Half.' },
      { ...file, note: null },
    ],
  };
  assert.deepEqual(unreadWords({ fields: [], coverage }), ['a: Half.']);
});

test('values that contend are told with their places', () => {
  const candidates = [{ text: '12.50', file: 'a.pdf', page: 2 }, { text: '9.00' }];
  assert.deepEqual(candidateWords({ ...field('/total', 'unsupported', 0.3), candidates }), [
    '“12.50”, a.pdf, page 2',
    '“9.00”',
  ]);
  assert.deepEqual(candidateWords(field('/total', 'found', 1)), []);
});

test('values that the source does not have are not called supported', () => {
  const [found, absent] = [field('/a', 'found', 1), field('/b', 'absent', 0.99)];
  assert.equal(supportWords([found], 0), 'Every value stands in the source.');
  assert.equal(supportWords([absent, absent], 0), 'The source has none of these values.');
  assert.equal(supportWords([found, absent], 0), '1 of 2 values stands in the source. 1 is not in it.');
  const unfound = { ...absent, status: 'not_found' as const };
  assert.equal(supportWords([unfound, absent], 0), 'None of these values was found in the source.');
  assert.equal(supportWords([found, unfound], 0), '1 of 2 values stands in the source. 1 was not found.');
  assert.equal(supportWords([found, absent], 1), '1 of 2 values is doubtful.');
});

test('a derived value is never told as one that the source supports', () => {
  const [found, derived] = [field('/a', 'found', 1), field('/currency', 'derived', 0.84)];
  const words = supportWords([found, derived], 0);
  assert.equal(words, '1 of 2 values stands in the source. 1 is derived from it: check the meaning.');
  assert.doesNotMatch(words, /every/i);
});

test('a field without a pointer keeps its first letter', () => {
  assert.deepEqual(['verdict', '/verdict', '/items/0/price', ''].map(fieldWords), [
    'verdict',
    'verdict',
    'items › 1 › price',
    'Value',
  ]);
});

test('a confidence with few measured values behind it is called an estimate', () => {
  const one = (measured?: number) => ({ ...field('/a', 'found', 0.9), ...(measured !== undefined && { measured }) });
  assert.deepEqual(
    [0, 1, 19, 20].map((count) => isEstimated(one(count))),
    [true, true, true, false],
  );
  // Jobs that ended before the count existed say nothing about it.
  assert.equal(isEstimated(one()), false);
  assert.deepEqual(
    [measuredWords(one(0)), measuredWords(one(1)), measuredWords(one(7))],
    ['no such value was measured', '1 such value was measured', '7 such values were measured'],
  );
});
