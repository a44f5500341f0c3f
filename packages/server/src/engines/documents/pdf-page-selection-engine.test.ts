import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makePdf } from '../../../../documents/test/pdf.ts';
import { startHarness, stopAtEnd } from '../../../test/harness.ts';
import { startModelServer } from '../../../test/model-server/start.ts';
import { createAgent, startJob, untilFinal, uploadFile } from '../../../test/runs.ts';

const report = makePdf(
  [
    { lines: ['Annual report', 'Contents', '1 Letter ....... 2', '2 Accounts ....... 3', '3 Annex ....... 6'] },
    { lines: ['Letter to the shareholders', 'Dear friends, it was a sunny year for us and our staff.'] },
    { lines: ['Balance sheet', 'Assets and liabilities of the company at the end of the year.'] },
    { lines: ['Balance sheet, continued', 'Total assets 5,000. Total liabilities 3,000.'] },
    { lines: ['Our office dog', 'The dog likes long walks in the park.'] },
    { lines: ['Annex', 'Addresses of all branches.'] },
  ],
  {
    outline: [
      { title: '1. Letter', page: 2 },
      { title: '2. Accounts', page: 3 },
      { title: '3. Annex', page: 6 },
    ],
  },
);
const plain = makePdf([
  { lines: ['Contents', 'Start ..... 2', 'Middle ..... 3', 'End ..... 4'] },
  { lines: ['Start'] },
  { lines: ['Middle'] },
  { lines: ['End'] },
  { lines: ['More'] },
]);

/** 300 pages: chapters of 40 pages with sections, an owner on page 217, no outline and no table of contents. */
const long = makePdf(
  Array.from({ length: 300 }, (_, index) => {
    const [page, within] = [index + 1, index % 40];
    const chapter = Math.floor(index / 40) + 1;
    return {
      lines: [
        ...(within === 0 ? [`Chapter ${chapter}`] : within % 10 === 0 ? [`${chapter}.${within / 10} More of it`] : []),
        `The company kept its books in good order throughout the year, as page ${page} of this file shows.`,
        'Nothing on this page is of any interest to anybody who is not paid to read it.',
        ...(page === 217 ? ['Beneficial owner: Ottoline Marchbanks', 'She owns 62 percent of the shares.'] : []),
      ],
    };
  }),
);

const models = stopAtEnd(await startModelServer());
const harness = stopAtEnd(await startHarness({ env: models.env }));
const org = await harness.org();
const agent = await createAgent(org, 'PDFPageSelectionEngine', {
  inputs: [{ key: 'pdf_file', data_type: 'application/pdf' }, { key: 'wanted' }, { key: 'model' }],
  config: { pdf_file: '${pdf_file}', page_description: '${wanted}', model: '${model}' },
});
const files = {
  report: await uploadFile(org, report, 'report.pdf'),
  plain: await uploadFile(org, plain, 'plain.pdf'),
  long: await uploadFile(org, long, 'long.pdf'),
};

async function select(wanted: string, file: keyof typeof files = 'report', model = 'baseline'): Promise<any> {
  const job = await untilFinal(org, await startJob(org, agent.id, { pdf_file: files[file], wanted, model }), 120_000);
  return job.status_code === 3 ? JSON.parse(job.outputs[0].value) : job.error_message;
}

describe('PDFPageSelectionEngine', () => {
  test('by number: pages that follow each other are one range, those beyond the end are left out', async () => {
    assert.deepEqual(await select('@PAGERANGE: 5, 2-3, 1, 6-99'), [
      { start: 1, end: 3 },
      { start: 5, end: 6 },
    ]);
    assert.match(await select('@PAGERANGE: 4-2'), /'4-2' must be a page or a range/);
    assert.match(await select('@PAGERANGE:'), /empty @PAGERANGE/);
  });

  test('by table of contents: the outline of the file, or the printed one', async () => {
    assert.deepEqual(await select('@TOC: accounts'), [{ start: 3, end: 5 }]);
    assert.deepEqual(await select('@toc: Letter, Annex'), [
      { start: 2, end: 2 },
      { start: 6, end: 6 },
    ]);
    assert.deepEqual(await select('@TOC: middle', 'plain'), [{ start: 3, end: 3 }]);
    assert.match(await select('@TOC: Recipes'), /section 'Recipes' not found.*'2\. Accounts'/);
  });

  test('by description, with the built-in model, alone and together with others', async () => {
    assert.deepEqual(await select('the balance sheet with assets and liabilities'), [{ start: 3, end: 4 }]);
    assert.deepEqual(await select('pages about a dog; @PAGERANGE: 1'), [
      { start: 1, end: 1 },
      { start: 5, end: 5 },
    ]);
  });

  test('by description, with a language model; pages that it makes up are dropped', async () => {
    await models.script('some-local-model', { json: { pages: [4, 3, 77] } });
    assert.deepEqual(await select('the balance sheet', 'report', 'some-local-model'), [{ start: 3, end: 4 }]);
    const [call] = await models.calls('some-local-model');
    assert.match(JSON.stringify(call!.body), /\[page 5\][^[]*office dog/);
  });

  test('over 300 pages: a chapter is all of its pages, and the one page that says something is found', async () => {
    assert.deepEqual(await select('@TOC: Chapter 3', 'long'), [{ start: 81, end: 120 }]);
    assert.deepEqual(await select('@TOC: Chapter 8', 'long'), [{ start: 281, end: 300 }]);
    const found = await select('the beneficial owner of the shares', 'long');
    assert.ok(Array.isArray(found), String(found));
    assert.ok(
      found.some(({ start, end }: { start: number; end: number }) => start <= 217 && end >= 217),
      JSON.stringify(found),
    );
  });

  test('over 300 pages: a label on page 217 is read, with its place, and the coverage says 300 of 300', async () => {
    const reader = await createAgent(org, 'PDFExtractionEngine', {
      inputs: [{ key: 'pdf_file', data_type: 'application/pdf' }],
      config: {
        pdf_files: '${pdf_file}',
        instructions: 'Who owns the company?',
        model: 'baseline',
        output_schema: { type: 'object', properties: { beneficial_owner: { type: ['string', 'null'] } } },
      },
    });
    const job = await untilFinal(org, await startJob(org, reader.id, { pdf_file: files.long }), 120_000);
    assert.deepEqual(JSON.parse(job.outputs[0].value), { beneficial_owner: 'Ottoline Marchbanks' });
    const { status, page, text } = job.trust.fields[0];
    assert.deepEqual([status, page, text], ['found', 217, 'Ottoline Marchbanks']);
    const { complete, files: read } = job.trust.coverage;
    assert.deepEqual([complete, read[0].pages_read, read[0].pages_total, read[0].note], [true, 300, 300, null]);
  });
});
