import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLines, readPairs, readSections, readSegments } from './layout.ts';

test('columns are two blanks apart, and know where they stand', () => {
  const text = 'Invoice 17   Due: 3 May';
  const segments = readSegments(readLines(text)[0]!);
  assert.deepEqual(
    segments.map((segment) => segment.text),
    ['Invoice 17', 'Due: 3 May'],
  );
  for (const { text: part, start } of segments) assert.equal(text.slice(start, start + part.length), part);
});

test('a label has its value behind it or below it', () => {
  const pairs = readPairs(readLines('Invoice number: 17\nCustomer\nAda Lovelace'), new Set(['customer']));
  const found = new Map(pairs.map(({ label, value }) => [label, value]));
  assert.equal(found.get('invoice number'), '17');
  assert.equal(found.get('customer'), 'Ada Lovelace');
});

test('a section is what stands below a heading', () => {
  const sections = readSections(readLines('## Skills\nCooking\nSailing\n\n## Languages\nGerman'), new Set());
  assert.deepEqual(
    sections.map(({ title, lines }) => [title, lines.filter(({ text }) => text !== '').length]),
    [
      ['skills', 2],
      ['languages', 1],
    ],
  );
});
