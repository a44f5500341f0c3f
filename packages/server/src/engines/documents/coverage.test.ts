import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverageOf } from './coverage.ts';
import { splitRecords } from './split-records.ts';

const page = (number: number, more: object = {}) => ({ number, text: 'words', scanned: false, width: 600, ...more });
const gathered = (pages: object[], pageCount = pages.length, notes: string[] = []) =>
  ({ pages, pageCount, notes }) as never;

test('a file that was read whole needs no note', () => {
  const { pages_read, pages_total, characters_read, note } = coverageOf('a.pdf', gathered([page(1), page(2)]), false);
  assert.deepEqual([pages_read, pages_total, characters_read, note], [2, 2, 10, null]);
});

test('pages that were not chosen, not recognized, and files that were not read are reported', () => {
  const pages = [page(1), page(2, { text: ' ', scanned: true })];
  const notes = Array.from({ length: 12 }, (_, index) => `File ${index} is damaged.`);
  const { pages_read, note } = coverageOf('a.pdf', gathered(pages, 5, notes), false);
  assert.equal(pages_read, 1);
  for (const part of ['2 of 5 pages were chosen.', 'OCR recognized nothing on page 2.', 'File 9', '2 more files'])
    assert.ok(note!.includes(part), `${part}: ${note}`);
  assert.ok(!note!.includes('File 10 '));
});

test('a page that OCR was not sure of was read, and is reported', () => {
  const [clear, scrawl] = [0.9, 0.4].map((confidence, at) =>
    page(at + 1, { recognized: true, confidence, scanned: true }),
  );
  assert.equal(coverageOf('a.pdf', gathered([clear!]), false).note, null);
  const { note, pages_read } = coverageOf('a.pdf', gathered([clear!, scrawl!]), false);
  assert.deepEqual([note, pages_read], ['Page 2 could hardly be recognized. Check the original.', 2]);
});

test('a model that sees page images has read a blank scan and its pictures; nobody sees those of office files', () => {
  const scan = page(1, { text: '', scanned: true, pictures: 1 });
  assert.equal(coverageOf('a.pdf', gathered([scan]), true).note, null);
  const slide = page(1, { width: 0, pictures: 3 });
  const pasted = page(1, { text: '', scanned: true, pictures: 1, width: 0 });
  assert.match(coverageOf('a.docx', gathered([pasted]), true).note!, /OCR recognized nothing on page 1/);
  assert.match(coverageOf('a.pptx', gathered([slide]), true).note!, /3 pictures on page 1 were not read/);
  assert.match(coverageOf('a.pdf', gathered([page(7, { pictures: 1 })]), false).note!, /A picture on page 7/);
});

test('pages of several files and attachments are kept apart, each in one record', async () => {
  const [one, two] = [{ name: 'one.pdf' }, { name: 'two.pdf' }];
  const pages = [
    page(1, { source: one, kind: 'pdf' }),
    page(2, { source: one, kind: 'pdf' }),
    page(1, { source: two, kind: 'pdf' }),
    page(2, { source: two, kind: 'pdf', part: { name: 'inner.docx', kind: 'docx', page: 1 } }),
  ];
  const records = await splitRecords(undefined as never, pages as never, 'file', undefined);
  assert.deepEqual(
    records.map(({ source: { file, pages: numbers } }) => [file, numbers]),
    [
      ['one.pdf', [1, 2]],
      ['two.pdf', [1]],
      ['inner.docx', null],
    ],
  );
});

test('statements of a model about missing pages are dropped, and the first page begins a document in any case', async () => {
  const source = { name: 'packet.pdf' };
  const pages = [1, 2, 3].map((number) => page(number, { source, kind: 'pdf' }));
  const said = [
    { first_page: 2, kind: ' Invoice ' },
    { first_page: 99, kind: 'ghost' },
  ];
  const context = { modelName: () => 'some-model', model: async () => ({ output: { documents: said } }) };
  const records = await splitRecords(context as never, pages as never, 'document', undefined);
  assert.deepEqual(
    records.map(({ source: { kind, pages: numbers } }) => [kind, numbers]),
    [
      ['other', [1]],
      ['invoice', [2, 3]],
    ],
  );
});
