import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitPacket } from './split-packet.ts';

const split = (...texts: string[]): [string, number[]][] =>
  splitPacket(texts.map((text, index) => ({ number: index + 1, text }))).map(({ kind, pages }) => [
    kind,
    pages.map(({ number }) => number),
  ]);

test('twelve scans in one file are twelve documents', () => {
  const scans = Array.from({ length: 12 }, (_, index) => `Shop ${index}\nReceipt No. ${1_000 + index}\nTotal 12.50`);
  assert.deepEqual(
    split(...scans),
    scans.map((_, index) => ['receipt', [index + 1]]),
  );
});

test('pages that count on belong together, whatever they are called', () => {
  assert.deepEqual(
    split(
      'Invoice No. A-1\nPage 1 of 2',
      'Invoice No. A-1 continued\nPage 2 of 2',
      'Kontoauszug\nSeite 1 von 3',
      'Buchungen\nSeite 2 von 3',
      'Ende\nSeite 3 von 3',
      'Contract of employment\nbetween A and B',
      'and they agree that this goes on',
    ),
    [
      ['invoice', [1, 2]],
      ['bank statement', [3, 4, 5]],
      ['contract', [6, 7]],
    ],
  );
});

test('the same kind with another number is another document; the same number is not', () => {
  assert.deepEqual(split('Invoice\nNo: 4711', 'Invoice\nNo: 4711', 'Invoice\nNo: 4712'), [
    ['invoice', [1, 2]],
    ['invoice', [3]],
  ]);
});

test('pages without a sign belong to the document before them', () => {
  assert.deepEqual(split('Some text', 'more text'), [['other', [1, 2]]]);
});
