import assert from 'node:assert/strict';
import { test } from 'node:test';
import { known, readInteger, readListSearch, readMoment, readOneOf, readPage, readText, readTexts } from './search.ts';

test('a text may have been read as a number from the address; anything else is none', () => {
  assert.deepEqual(['a', '', 7, 0, null, true, ['a'], undefined].map(readText), [
    'a',
    undefined,
    '7',
    '0',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('whole numbers from a minimum on are read, nothing else', () => {
  const cases: [unknown, number | undefined][] = [
    ['3', 3],
    [3, 3],
    ['0', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['three', undefined],
    ['', undefined],
    [true, undefined],
    [null, undefined],
    [['2'], undefined],
    [undefined, undefined],
  ];
  for (const [given, expected] of cases) assert.equal(readInteger(given), expected, JSON.stringify(given));
  assert.equal(readInteger('0', 0), 0);
  assert.equal(readInteger('', 0), undefined);
});

test('the first page needs no number in the address', () => {
  assert.deepEqual(['1', '2', 3, '0'].map(readPage), [undefined, 2, 3, undefined]);
});

test('a time is written as the API writes it, whatever its zone', () => {
  assert.equal(readMoment('2026-01-05T10:00:00+01:00'), '2026-01-05T09:00:00.000Z');
  for (const nonsense of ['yesterday', '', 5, undefined]) assert.equal(readMoment(nonsense), undefined);
});

test('one value and several are both lists, without what is empty', () => {
  assert.deepEqual(readTexts('a'), ['a']);
  assert.deepEqual(readTexts(['a', '', 2, {}]), ['a', '2']);
  assert.equal(readTexts(['']), undefined);
  assert.equal(readTexts(undefined), undefined);
});

test('only allowed words and known members are kept', () => {
  assert.equal(readOneOf('name', ['name', 'cost']), 'name');
  assert.equal(readOneOf('__proto__', ['name', 'cost']), undefined);
  assert.deepEqual(Object.keys(known({ a: undefined, b: 0, c: '' })), ['b', 'c']);
});

test('a search for digits is a search for text, the first page needs no number, and unknown orders are left out', () => {
  const nothing = { q: undefined, page: undefined, ordering: undefined, create: undefined };
  assert.deepEqual(readListSearch({ q: 2026, page: 2, ordering: '-name' }), {
    ...nothing,
    q: '2026',
    page: 2,
    ordering: '-name',
  });
  assert.deepEqual(readListSearch({ q: '', page: 1, ordering: 'secret', create: 'yes' }), nothing);
  assert.equal(readListSearch({ create: true }).create, true);
});
