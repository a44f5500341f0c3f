import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { makeDocx, makeXlsx } from '../../../../documents/test/files.ts';
import { makePdf } from '../../../../documents/test/pdf.ts';
import { type Harness, startHarness, type TestOrg } from '../../../test/harness.ts';
import { type ModelServer, startModelServer } from '../../../test/model-server/start.ts';
import { createAgent, startJob, untilFinal, uploadFile } from '../../../test/runs.ts';

describe('evidence of a value', () => {
  let harness: Harness;
  let models: ModelServer;
  let org: TestOrg;
  let agent: { id: string };
  before(async () => {
    models = await startModelServer();
    harness = await startHarness({ env: models.env });
    org = await harness.org();
    await models.script('a-reader', { json: { total: 1250, vendor: 'Nobody Ltd' } });
    agent = await createAgent(org, 'PDFExtractionEngine', {
      inputs: [{ key: 'doc', data_type: '*/*' }],
      config: {
        pdf_files: '${doc}',
        instructions: 'Read.',
        model: 'a-reader',
        output_schema: {
          type: 'object',
          properties: { total: { type: ['number', 'null'] }, vendor: { type: ['string', 'null'] } },
        },
      },
    });
  });
  after(async () => {
    await harness?.stop();
    await models?.stop();
  });

  async function run(content: Uint8Array, name: string): Promise<string> {
    const id = await startJob(org, agent.id, { doc: await uploadFile(org, content, name) });
    const job = await untilFinal(org, id, 120_000);
    assert.equal(job.status_code, 3, job.error_message);
    return id;
  }
  async function show(id: string, query: Record<string, string>): Promise<any> {
    return org.expect(200, 'GET', `/v1/agents/jobs/${id}/evidence/?${new URLSearchParams(query)}`);
  }

  test('of a PDF is a picture of its page with the box of the words; words of a quotation are found too', async () => {
    const id = await run(makePdf([{ lines: ['Cover'] }, { lines: ['Total: 1,250.00 EUR'] }]), 'offer.pdf');
    const view = await show(id, { field: '/total' });
    assert.deepEqual([view.kind, view.file, view.page, view.pages], ['page', 'offer.pdf', 2, 2]);
    assert.equal(Buffer.from(view.image.data, 'base64').subarray(1, 4).toString(), 'PNG');
    const [left, top, right, bottom] = view.mark.box;
    assert.ok(left >= 0 && left < right && right <= view.width && top < bottom && bottom <= view.height);
    const quoted = await show(id, { file: 'offer.pdf', quote: 'total:  1,250.00' });
    assert.deepEqual([quoted.page, quoted.mark.box.length], [2, 4]);
    const other = await show(id, { field: '/total', page: '1' });
    assert.deepEqual([other.page, other.mark], [1, null]);
  });

  test('of a workbook is the table around the cell, of a letter its text with the passage', async () => {
    const sheet = await show(
      await run(
        makeXlsx({
          Offer: [
            ['Item', 'Amount'],
            ['Total', 1250],
          ],
        }),
        'offer.xlsx',
      ),
      {
        field: '/total',
      },
    );
    assert.deepEqual([sheet.kind, sheet.table.sheet, sheet.mark], ['table', 'Offer', { row: 2, column: 2 }]);
    assert.equal(sheet.table.rows[1][1], '1250');
    const text = await show(await run(makeDocx(['An offer.', 'Total: 1,250.00 EUR']), 'offer.docx'), {
      field: '/total',
    });
    assert.equal(text.kind, 'text');
    assert.equal(text.text.slice(text.mark.start, text.mark.end), '1,250.00');
  });

  test('of a value without a source, a deleted file and a missing value is a sentence', async () => {
    const id = await run(makePdf([{ lines: ['Total: 1,250.00 EUR'] }]), 'offer.pdf');
    const none = await show(id, { field: '/vendor' });
    assert.deepEqual([none.kind, typeof none.note], ['none', 'string']);
    assert.match((await show(id, { file: 'other.pdf', quote: 'x' })).note, /not stored with this job/);
    const path = `/v1/agents/jobs/${id}/evidence/`;
    assert.equal((await org.request('GET', `${path}?field=/unknown`)).status, 404);
    assert.equal((await show(id, {})).file, 'offer.pdf', 'the first value');
    assert.equal((await (await harness.org()).request('GET', `${path}?field=/total`)).status, 403);
  });
});
