import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSection } from './find-section.ts';
import type { Gathered } from './gather-pages.ts';

const source = { name: 'a.pdf', open: async () => Buffer.alloc(0) };
const document = (given: Partial<Gathered>, texts: string[] = []): Gathered => ({
  pageCount: 10,
  outline: [],
  title: '',
  notes: [],
  pages: texts.map((text, index) => ({
    number: index + 1,
    width: 1,
    height: 1,
    text,
    scanned: false,
    kind: 'pdf' as const,
    source,
  })),
  ...given,
});

test('a section ends before the next one of its rank', () => {
  const outline = [
    { title: '1. Start', page: 1, depth: 0 },
    { title: '1.1 Detail', page: 2, depth: 1 },
    { title: '2. Annex', page: 4, depth: 0 },
  ];
  assert.deepEqual(findSection(document({ outline }), 'start'), [1, 2, 3]);
  assert.deepEqual(findSection(document({ outline }), 'Annex'), [4, 5, 6, 7, 8, 9, 10]);
});

test('a printed table of contents serves where the file has no outline, then headings', () => {
  const printed = document({}, ['Start ..... 2\nAnnex ..... 9']);
  assert.deepEqual(findSection(printed, 'Annex'), [9, 10]);
  assert.deepEqual(findSection(document({}, ['Text', 'Annex\nmore']), 'annex'), [2]);
});

test('a section that is not there is refused with those that are', () => {
  const outline = [{ title: 'Start', page: 1, depth: 0 }];
  assert.throws(() => findSection(document({ outline }), 'End'), /section 'End' not found.*'Start'/);
});

test('a chapter is whole where the outline is flat, where the contents are printed, and where there are only headings', () => {
  const outline = [
    { title: 'Chapter 3', page: 2, depth: 0 },
    { title: '3.1 Assets', page: 2, depth: 0 },
    { title: '3.2 Debts', page: 4, depth: 0 },
    { title: 'Chapter 4', page: 7, depth: 0 },
  ];
  assert.deepEqual(findSection(document({ outline }), 'Chapter 3'), [2, 3, 4, 5, 6]);
  // Numbers as printed: the first chapter stands on the third sheet, and is called page 1.
  const printed = ['Cover', 'Contents\nChapter 1 ..... 1\nChapter 2 ..... 3', 'Chapter 1\nx', 'x', 'Chapter 2\nx', 'x'];
  assert.deepEqual(findSection(document({ pageCount: 6 }, printed), 'Chapter 1'), [3, 4]);
  const headings = ['Chapter 1', 'x', 'Chapter 2: Debts', 'y', 'z', 'Chapter 3'];
  assert.deepEqual(findSection(document({ pageCount: 6 }, headings), 'Chapter 2'), [3, 4, 5]);
});

test('an annex of a flat outline has all of its pages, whatever stands in it', () => {
  const entry = (title: string, page: number) => ({ title, page, depth: 0 });
  const outline = [
    ...[
      entry('Chapter 5 Results', 1),
      entry('Annex A', 2),
      entry('Annex B', 3),
      entry('Scope', 3),
      entry('1 Terms', 4),
    ],
    ...[entry('B.2 Method', 6), entry('Annex C', 9), entry('References', 10)],
  ];
  assert.deepEqual(findSection(document({ outline }), 'Annex B'), [3, 4, 5, 6, 7, 8]);
  assert.deepEqual(findSection(document({ outline }), 'Annex C'), [9]);
  assert.deepEqual(findSection(document({ outline }), 'Chapter 5 Results'), [1]);
});
