import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createArranger } from '../layout/arrange.ts';
import type { Piece } from '../layout/piece.ts';
import type { Box } from '../model/box.ts';
import { choosePlaces } from './choose-places.ts';
import { createLocator, describeCandidate, locate, type SoughtValue } from './locate.ts';
import type { LocatablePage } from './place.ts';

/** A line of words, ten points each. */
function line(texts: string[]): LocatablePage {
  const pieces = texts.map((text, index): Piece => {
    const box: Box = [index * 10, 10, index * 10 + 9, 20];
    return { text, box, seen: box, confidence: 1, glued: index > 0 && /[^\x20-\x7e]/.test(texts[index - 1]! + text) };
  });
  return { number: 1, kind: 'pdf', ...createArranger()(pieces) };
}

function find(page: LocatablePage, values: SoughtValue[]): [string, string, number | undefined][] {
  const locator = createLocator(values);
  locator.addPage(page);
  return choosePlaces(locator.finish()).map(({ field, text, place }) => [field, text, place.box?.[0]]);
}

test('in text without blanks a value is found by its characters', () => {
  const page = line([...'合計金額', '1,250', ...'円', ...'日付', '2026', '年', '5', '月', '3', '日']);
  const found = find(page, [
    { field: '/total', value: 1250 },
    { field: '/label', value: '金額1,250円' },
    { field: '/date', value: '2026-05-03' },
  ]);
  assert.deepEqual(found, [
    ['/total', '1,250', 40],
    ['/label', '金額1,250円', 20],
    ['/date', '2026年5月3日', 80],
  ]);
});

test('values are found in the ways people write them, and next to their names', () => {
  const page = line(['Paid', '100.00', 'Fee:', 'EUR1.250,50', '(3', 'May', '2026)', 'Net', '100.00']);
  const found = find(page, [
    { field: '/fee', value: 1250.5 },
    { field: '/date', value: '2026-05-03' },
    { field: '/net', value: 100 },
  ]);
  assert.deepEqual(found, [
    ['/fee', 'EUR1.250,50', 30],
    ['/date', '(3 May 2026)', 40],
    ['/net', '100.00', 80],
  ]);
});

test('a page full of the same figure is searched as far as it is worth', () => {
  const page: LocatablePage = { number: 1, text: '7 '.repeat(50_000) };
  const values = Array.from({ length: 250 }, (_, index) => [
    { field: `/rows/${index}/a`, value: 7 },
    { field: `/rows/${index}/b`, value: '7 7 7' },
  ]).flat();
  assert.ok(find(page, values).length > 0);
});

test('a text without pages gives the line and the characters, and what stands around the value', () => {
  const text = 'Dear Ada,\n\nyour total is 1,250.00 EUR today.\n';
  const [best] = locate([{ number: 1, text, kind: 'text' }], { field: '/total', value: 1250 });
  const { place, before, after } = describeCandidate(best!);
  assert.deepEqual(place, { line: 3, start: 25, end: 33 });
  assert.equal(text.slice(place.start, place.end), '1,250.00');
  assert.deepEqual([before, after], ['your total is ', ' EUR today.']);
});

test('a boolean is found in the check box of its name, in the state that it has', () => {
  const text = '[ ] Marketing consent\n[x] Terms accepted';
  const blocks = [
    { kind: 'checkbox' as const, start: 0, end: 21, checked: false, label: [4, 21] as [number, number] },
    { kind: 'checkbox' as const, start: 22, end: 40, checked: true, label: [26, 40] as [number, number] },
  ];
  const page: LocatablePage = { number: 1, text, blocks };
  const texts = (field: string, value: boolean): string[] =>
    locate([page], { field, value }).map((candidate) => describeCandidate(candidate).text);
  assert.deepEqual(texts('/marketing_consent', false), ['[ ] Marketing consent']);
  assert.deepEqual(texts('/marketing_consent', true), []);
  assert.deepEqual(texts('/terms_accepted', true), ['[x] Terms accepted']);
});
