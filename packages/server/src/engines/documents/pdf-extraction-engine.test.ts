import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { grayOf, makeBmp, makeDocx, makePng, makePptx, makeXlsx } from '../../../../documents/test/files.ts';
import { makeEml } from '../../../../documents/test/mail.ts';
import { makePdf } from '../../../../documents/test/pdf.ts';
import { children, slowPdf } from '../../../test/documents/hostile.ts';
import { source } from '../../../test/documents/sources.ts';
import { pluck, startHarness, stopAtEnd, until } from '../../../test/harness.ts';
import { startModelServer } from '../../../test/model-server/start.ts';
import { createAgent, startJob, untilFinal, uploadFile } from '../../../test/runs.ts';
import { readDocument } from './read-document.ts';

const READS_IMAGES = 'gpt-4.1-2025-04-14';
/** Of a model that the catalog does not know nothing is expected but text. */
const READS_TEXT = 'some-local-model';

const models = stopAtEnd(await startModelServer());
const harness = stopAtEnd(await startHarness({ env: { ...models.env, ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } }));
const org = await harness.org();

const invoice = makePdf([
  { lines: ['Invoice 4711', 'Date: 3 May 2026'] },
  { lines: ['Subtotal: 1,000.00 EUR', 'Total: 1,250.00 EUR'] },
  { lines: ['Thank you'] },
]);
const web = stopAtEnd(
  createServer((request, response) => {
    if (request.url === '/moved.pdf') return void response.writeHead(302, { location: '/invoice.pdf' }).end();
    if (request.url !== '/invoice.pdf') return void response.writeHead(404).end('no');
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(invoice);
  }),
);
await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
const webUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;

const schema = {
  type: 'object',
  properties: {
    total: { type: 'number' },
    date: { type: 'string' },
    items: { type: 'array', items: { type: 'string' } },
  },
  required: ['total'],
};

async function run(config: Record<string, unknown>, files: string): Promise<any> {
  const agent = await createAgent(org, 'PDFExtractionEngine', {
    inputs: [{ key: 'docs', data_type: '*/*', accepts_multiple_files: true }],
    config: { pdf_files: '${docs}', instructions: 'Read the invoice.', model: READS_TEXT, ...config },
  });
  return untilFinal(org, await startJob(org, agent.id, { docs: files }), 60_000);
}

const upload = async (content: Uint8Array, name = 'invoice.pdf'): Promise<string> =>
  `file_${await uploadFile(org, content, name)}`;
const outputOf = (job: any): any => JSON.parse(job.outputs[0]?.value ?? assert.fail(job.error_message));
const promptOf = (call: any): string => JSON.stringify(call.body.messages);

describe('PDFExtractionEngine', () => {
  test('gives the model the text of all pages, and its answer as JSON that fits the schema', async () => {
    await models.script(READS_TEXT, { json: { total: 1250 } });
    const before = (await models.calls(READS_TEXT)).length;
    const job = await run({ output_schema: schema }, await upload(invoice));
    assert.deepEqual(outputOf(job), { total: 1250 });
    const calls = (await models.calls(READS_TEXT)).slice(before);
    assert.equal(calls.length, 1);
    assert.match(promptOf(calls[0]), /Read the invoice[\s\S]*Invoice 4711[\s\S]*1,250\.00 EUR[\s\S]*Thank you/);
    assert.doesNotMatch(promptOf(calls[0]), /image_url/);
    assert.deepEqual(
      job.steps.map((step: any) => [step.name, step.kind]),
      [
        ['read invoice.pdf', 'tool'],
        ['extract', 'model'],
        ['check values', 'compute'],
      ],
    );
  });

  test('gives a model that reads images the images of the pages too, unless told not to', async () => {
    await models.script(READS_IMAGES, { json: { total: 1 } });
    const file = await upload(invoice);
    await run({ model: READS_IMAGES, output_schema: schema }, file);
    const [seen] = (await models.calls(READS_IMAGES)).slice(-1);
    assert.equal(promptOf(seen).match(/data:image\/png;base64/g)?.length, 3);
    await run({ model: READS_IMAGES, output_schema: schema, convert_to_images: 'false' }, file);
    const [unseen] = (await models.calls(READS_IMAGES)).slice(-1);
    assert.doesNotMatch(promptOf(unseen), /data:image/);
    assert.match(promptOf(unseen), /1,250\.00/);
  });

  test('reads pages in batches and puts the parts together; what is missing is settled by the model', async () => {
    const before = (await models.calls(READS_TEXT)).length;
    await models.script(
      READS_TEXT,
      { json: { date: '2026-05-03', items: ['a'] } },
      { json: { total: 1250, items: ['b', 'c'] } },
      { json: {} },
    );
    const job = await run({ output_schema: schema, batch_size: '1' }, await upload(invoice));
    assert.deepEqual(outputOf(job), { date: '2026-05-03', total: 1250, items: ['a', 'b', 'c'] });
    const calls = (await models.calls(READS_TEXT)).slice(before);
    assert.equal(calls.length, 3);
    assert.doesNotMatch(promptOf(calls[0]), /1,250/);
    assert.match(promptOf(calls[1]), /1,250/);

    await models.script(READS_TEXT, { json: {} }, { json: {} }, { json: {} }, { json: { total: 7 } });
    const combined = await run({ output_schema: schema, batch_size: 1 }, await upload(invoice));
    assert.deepEqual(outputOf(combined), { total: 7 });
    assert.equal(combined.steps.at(-2).name, 'combine');
  });

  test('says where each value stands: file, page and box', async () => {
    await models.script(READS_TEXT, { json: { total: 1250, date: '2026-05-03', items: ['nowhere in it'] } });
    const job = await run({ output_schema: schema, use_source: true }, await upload(invoice));
    const { field_sources: sources, ...rest } = outputOf(job);
    assert.equal(rest.total, 1250);
    assert.deepEqual(
      sources.map(({ field, status, file, page, text }: any) => [field, status, file, page, text]),
      [
        ['/total', 'found', 'invoice.pdf', 2, '1,250.00'],
        ['/date', 'found', 'invoice.pdf', 1, '3 May 2026'],
        ['/items/0', 'unsupported', undefined, undefined, undefined],
      ],
    );
    assert.deepEqual(job.trust.fields, sources);
    assert.deepEqual(pluck(job.trust.coverage.files, 'pages_read', 'pages_total'), [[3, 3]]);
    const [left, top, right, bottom] = sources[0].box;
    assert.ok(left > 72 && right < 200 && top > 70 && bottom < 100, JSON.stringify(sources[0].box));
  });

  test('values of a row are found in that row, in columns, and glued to their labels', async () => {
    // Each text at a place that is known: two columns, a table whose rows share figures, and stray figures before it.
    const at = (x: number, y: number, text: string): string => `BT /F1 10 Tf ${x} ${842 - y} Td (${text}) Tj ET`;
    const rows = [1, 2, 3].flatMap((row) => {
      const y = 300 + row * 20;
      return [at(72, y, ['Tea', 'Milk', 'Tea'][row - 1]!), at(250, y, '2'), at(350, y, row === 3 ? '9.00' : '3.50')];
    });
    const content = [
      at(72, 100, 'Page 2 of 2, 3.50 percent'),
      at(300, 140, 'Ship to Lyon'),
      at(72, 140, 'Bill to Oslo'),
    ];
    const table = makePdf([
      { lines: ['Cover'] },
      { content: [...content, ...rows, at(72, 500, 'Ref No:77-A')].join('\n') },
    ]);
    const items = [
      { name: 'Tea', quantity: 2, price: 3.5 },
      { name: 'Milk', quantity: 2, price: 3.5 },
      { name: 'Tea', quantity: 2, price: 9 },
    ];
    await models.script(READS_TEXT, { json: { total: 2, items, ship_to: 'Lyon', bill_to: 'Oslo', ref: '77-A' } });
    const job = await run({ output_schema: { type: 'object' }, use_source: true }, await upload(table));
    const sources: any[] = outputOf(job).field_sources;
    const places = Object.fromEntries(sources.map(({ field, page, box }) => [field, [page, ...box]]));
    const stands = (field: string, left: number, baseline: number): void => {
      const [page, x0, , , y1] = places[field] ?? assert.fail(`${field} was not found`);
      assert.ok(page === 2 && Math.abs(x0 - left) < 3 && Math.abs(y1 - baseline) < 3, `${field}: ${places[field]}`);
    };
    for (const row of [0, 1, 2]) {
      stands(`/items/${row}/name`, 72, 320 + row * 20);
      stands(`/items/${row}/quantity`, 250, 320 + row * 20);
      stands(`/items/${row}/price`, 350, 320 + row * 20);
    }
    assert.ok(Math.abs(places['/ship_to'][1] - 334) < 5 && Math.abs(places['/bill_to'][1] - 98) < 5);
    assert.equal(sources.find(({ field }) => field === '/ref').text, '77-A');
    const total = sources.find(({ field }) => field === '/total');
    assert.ok(total.confidence < 0.7, 'a figure that stands everywhere needs its name beside it');
  });

  test('a scan is read by OCR for a model that reads text only, with places', async () => {
    const [page] = (await readDocument(source(invoice), { pages: [2], images: true })).pages;
    const scan = await upload(makePdf([{ picture: grayOf(page!.image!.data) }]), 'scan.pdf');
    await models.script(READS_TEXT, { json: { total: 1250 } });
    const job = await run({ output_schema: schema, use_source: true }, scan);
    const [call] = (await models.calls(READS_TEXT)).slice(-1);
    assert.match(promptOf(call), /Total: 1,250\.00 EUR/);
    const [found] = outputOf(job).field_sources;
    assert.deepEqual([found.page, found.text], [1, '1,250.00']);
  });

  test('several files, of any kind, and addresses that are fetched through redirects', async () => {
    await models.script(READS_TEXT, { text: 'Three documents.' });
    const docx = await upload(makeDocx(['A letter about tea.']), 'letter.docx');
    const job = await run({}, `${await upload(invoice)},${docx},${webUrl}/moved.pdf`);
    assert.deepEqual(outputOf(job), { text: 'Three documents.' });
    const [call] = (await models.calls(READS_TEXT)).slice(-1);
    assert.match(promptOf(call), /\[invoice\.pdf, page 1\][\s\S]*A letter about tea[\s\S]*Invoice 4711/);
    assert.ok(job.steps.some((step: any) => step.kind === 'fetch'));
  });

  test('a file that is too long for one call is read in parts', async () => {
    const before = (await models.calls(READS_TEXT)).length;
    await models.script(READS_TEXT, { json: { items: ['a'] } }, { json: { total: 3, items: ['b'] } });
    const long = Buffer.from(`first line\n${'some words of a long file '.repeat(12_000)}\nTotal: 3`);
    const job = await run({ output_schema: schema }, await upload(long, 'long.txt'));
    assert.deepEqual(outputOf(job), { items: ['a', 'b'], total: 3 });
    const calls = (await models.calls(READS_TEXT)).slice(before);
    assert.deepEqual(
      [calls.length, /first line/.test(promptOf(calls[0])), /Total: 3/.test(promptOf(calls[1]))],
      [2, true, true],
    );
  });

  test('files are kept apart: a record for each, with where it is from', async () => {
    await models.script(READS_TEXT, { json: { total: 1250 } }, { json: { total: 12.5 } });
    const before = (await models.calls(READS_TEXT)).length;
    const second = makePdf([{ lines: ['Rechnung 4712', 'Total: 12.50 EUR'] }]);
    const files = `${await upload(invoice)},${await upload(second, 'second.pdf')}`;
    const job = await run({ output_schema: schema, record_per: 'file', use_source: true }, files);
    const { records, field_sources: sources } = outputOf(job);
    assert.deepEqual(records, [
      { total: 1250, _source: { file: 'invoice.pdf', pages: [1, 2, 3], kind: 'invoice' } },
      { total: 12.5, _source: { file: 'second.pdf', pages: [1], kind: 'invoice' } },
    ]);
    assert.deepEqual(
      sources.filter(({ page }: any) => page !== undefined).map(({ field, file, page }: any) => [field, file, page]),
      [
        ['/0/total', 'invoice.pdf', 2],
        ['/1/total', 'second.pdf', 1],
      ],
    );
    const calls = (await models.calls(READS_TEXT)).slice(before);
    assert.deepEqual(
      calls.map((call) => [/4711/.test(promptOf(call)), /4712/.test(promptOf(call))]),
      [
        [true, false],
        [false, true],
      ],
    );
  });

  test('two invoices in one value contradict each other: that is said, with both values, whatever the model', async () => {
    const properties = { total: { type: ['number', 'null'] }, date: { type: ['string', 'null'], format: 'date' } };
    const output_schema = { type: 'object', properties };
    const second = makePdf([{ lines: ['Invoice 4712', 'Date: 7 June 2026', 'Total: 12.50 EUR'] }]);
    const files = `${await upload(invoice)},${await upload(second, 'second.pdf')}`;
    const job = await run({ model: 'baseline', output_schema }, files);
    assert.deepEqual(outputOf(job), { total: null, date: null });
    const { fields, coverage } = job.trust;
    assert.deepEqual(
      fields.map(({ field, status, candidates }: any) => [
        field,
        status,
        candidates.map(({ file, page, text }: any) => [file, page, text]),
      ]),
      [
        [
          '/total',
          'not_found',
          [
            ['invoice.pdf', 2, '1,250.00 EUR'],
            ['second.pdf', 1, '12.50 EUR'],
          ],
        ],
        [
          '/date',
          'not_found',
          [
            ['invoice.pdf', 1, '3 May 2026'],
            ['second.pdf', 1, '7 June 2026'],
          ],
        ],
      ],
    );
    assert.equal(coverage.complete, false);
    assert.match(coverage.note, /differ in \/total, \/date\..*record_per/);

    await models.script(READS_TEXT, { json: { total: 1250, date: null } });
    const asked = await run({ output_schema, trust: { min_confidence: 0.6, on_untrusted: 'review' } }, files);
    assert.deepEqual([outputOf(asked).total, asked.needs_review], [1250, true]);
    assert.match(asked.trust.fields[0].note, /Other documents have another value for it: '12\.50 EUR'/);

    const demanded = await run({ model: 'baseline', output_schema: { ...schema, required: ['total'] } }, files);
    assert.equal(demanded.status_code, 4);
    assert.match(
      demanded.error_message,
      /\/total: The source has several values for it: '1,250\.00 EUR', '12\.50 EUR'/,
    );

    // A packet in one file is no better.
    const pages = ['A-1', 'A-2'].map((number, index) => ({
      lines: [`Invoice No. ${number}`, `Total: ${index + 1}0.50 EUR`],
    }));
    const packet = await run({ model: 'baseline', output_schema, record_per: 'file' }, await upload(makePdf(pages)));
    assert.equal(packet.trust.coverage.complete, false);
    assert.match(packet.trust.coverage.note, /^invoice\.pdf: Several documents/);
  });

  test('a file with several documents gives a record for each, by the built-in model and by another', async () => {
    const packet = await upload(
      makePdf([
        { lines: ['Invoice No. A-1', 'Total: 10.50 EUR', 'Page 1 of 2'] },
        { lines: ['Terms and conditions', 'Page 2 of 2'] },
        { lines: ['Receipt No. 77', 'Total: 99.90 EUR'] },
      ]),
      'packet.pdf',
    );
    const job = await run({ model: 'baseline', output_schema: schema, record_per: 'document' }, packet);
    assert.deepEqual(
      outputOf(job).map(({ total, _source }: any) => [total, _source.kind, _source.pages]),
      [
        [10.5, 'invoice', [1, 2]],
        [99.9, 'receipt', [3]],
      ],
    );
    const documents = [
      { first_page: 1, kind: 'Invoice' },
      { first_page: 3, kind: 'Till receipt' },
      { first_page: 9, kind: 'nothing' },
    ];
    await models.script(READS_TEXT, { json: { documents } }, { json: { total: 10.5 } }, { json: { total: 99.9 } });
    const asked = await run({ output_schema: schema, record_per: 'document' }, packet);
    assert.deepEqual(
      outputOf(asked).map(({ _source }: any) => [_source.kind, _source.pages]),
      [
        ['invoice', [1, 2]],
        ['till receipt', [3]],
      ],
    );
  });

  test('an e-mail is read with its attachments; what was not read is in the coverage', async () => {
    const mail = makeEml({
      subject: 'Rechnung',
      text: 'Bitte zahlen.',
      attachments: [
        { name: 'invoice.pdf', content: invoice },
        { name: 'locked.pdf', content: makePdf([{ lines: ['x'] }], { encrypted: true }) },
      ],
    });
    await models.script(READS_TEXT, { json: { total: 1250 } });
    const job = await run({ output_schema: schema, use_source: true }, await upload(mail, 'mail.eml'));
    const [call] = (await models.calls(READS_TEXT)).slice(-1);
    assert.match(promptOf(call), /Jürgen Müller[\s\S]*Bitte zahlen[\s\S]*Invoice 4711/);
    const [found] = outputOf(job).field_sources;
    assert.deepEqual([found.field, found.file, found.page], ['/total', 'invoice.pdf', 2]);
    assert.equal(job.trust.coverage.complete, false);
    const [file] = job.trust.coverage.files;
    assert.deepEqual([file.file, file.pages_total], ['mail.eml', 4]);
    assert.match(file.note, /'locked\.pdf' is protected with a password/);
  });

  test('a value in a cell, a paragraph, a slide or a line says which', async () => {
    const values = { total: 1250 };
    const cases: [string, Uint8Array, Record<string, unknown>][] = [
      [
        'a.xlsx',
        makeXlsx({
          Sums: [
            ['Item', 'Total'],
            ['Tea', 1250],
          ],
        }),
        { sheet: 'Sums', cell: 'B2' },
      ],
      ['a.docx', makeDocx(['Dear Ada', 'Total: 1,250.00 EUR']), { paragraph: 2 }],
      ['a.pptx', makePptx([['Title'], ['Total: 1,250.00 EUR']]), { slide: 2 }],
      ['a.html', Buffer.from('<!doctype html><p>Dear Ada</p><p>Total: 1,250.00 EUR</p>'), { paragraph: 2 }],
      ['a.csv', Buffer.from('item,total\ntea,1250\n'), { line: 2, start: 15, end: 19 }],
      ['a.txt', Buffer.from('Dear Ada\nTotal: 1,250.00 EUR'), { line: 2, start: 16, end: 24 }],
    ];
    for (const [name, content, expected] of cases) {
      await models.script(READS_TEXT, { json: values });
      const job = await run({ output_schema: schema, use_source: true }, await upload(content, name));
      const found = outputOf(job).field_sources.find(({ field }: any) => field === '/total');
      assert.equal(found.status, 'found', name);
      for (const [key, value] of Object.entries(expected)) assert.deepEqual(found[key], value, `${name}: ${key}`);
    }
  });

  test('only the pages of page_filter', async () => {
    await models.script(READS_TEXT, { json: { total: 1 } });
    await run({ output_schema: schema, page_filter: '2-3' }, await upload(invoice));
    const [call] = (await models.calls(READS_TEXT)).slice(-1);
    assert.doesNotMatch(promptOf(call), /4711/);
    assert.match(promptOf(call), /Subtotal/);
  });

  test('a job that is cancelled while its file is read ends at once, and leaves no process behind', async () => {
    const agent = await createAgent(org, 'PDFExtractionEngine', {
      inputs: [{ key: 'docs', data_type: '*/*' }],
      config: { pdf_files: '${docs}', instructions: 'Read it.', model: READS_IMAGES },
    });
    const before = children().length;
    const jobId = await startJob(org, agent.id, { docs: await upload(slowPdf()) });
    await until(async () => children().length > before, 'a parsing process');
    assert.equal((await org.request('POST', `/v1/agents/jobs/${jobId}/cancel/`)).status, 204);
    assert.equal((await untilFinal(org, jobId)).status_code, 5);
    await until(async () => children().length === before, 'the end of the process');
  });

  test('an unreadable file fails the job with a reason and calls no model', async () => {
    const before = (await models.calls(READS_TEXT)).length;
    const locked = await upload(makePdf([{ lines: ['x'] }], { encrypted: true }), 'locked.pdf');
    const cases: [string, RegExp, Record<string, unknown>?][] = [
      [locked, /^'locked\.pdf' is protected with a password/],
      [await upload(Buffer.from([1, 2, 0, 3])), /unsupported file type/],
      [`${webUrl}/missing.pdf`, /could not be fetched: the server responded with status 404/],
      ['http://10.0.0.1/a.pdf', /private network/],
      [await upload(invoice), /Configuration 'instructions' is required/, { instructions: '' }],
      [await upload(invoice), /page_filter selects none of the/, { page_filter: '9' }],
      [await upload(invoice), /page_filter: 'x' must be a page/, { page_filter: 'x' }],
      [await upload(makePdf([{ lines: [] }])), /documents contain no text/],
    ];
    for (const [files, expected, config = {}] of cases) {
      const job = await run({ output_schema: schema, ...config }, files);
      assert.equal(job.status_code, 4, files);
      assert.match(job.error_message, expected);
    }
    assert.equal((await models.calls(READS_TEXT)).length, before);
  });
});

describe('MultimodalExtractionEngine', () => {
  test('the built-in model reads images by OCR and files as text; what is too large or too long is refused', async () => {
    const [page] = (await readDocument(source(invoice), { pages: [2], images: true })).pages;
    const files = {
      bmp: await upload(makeBmp(grayOf(page!.image!.data)), 'total.bmp'),
      huge: await upload(makePng(60_000, 60_000), 'huge.png'),
      long: await upload(makePdf(Array.from({ length: 21 }, () => ({ lines: ['x'] }))), 'long.pdf'),
    };
    const agent = await createAgent(org, 'MultimodalExtractionEngine', {
      inputs: [{ key: 'images', data_type: '*/*' }],
      config: { images: '${images}', model: 'baseline', output_schema: schema },
    });
    const read = async (file: string): Promise<any> =>
      untilFinal(org, await startJob(org, agent.id, { images: file }), 60_000);
    assert.equal(outputOf(await read(files.bmp)).total, 1250);
    const asText = await createAgent(org, 'MultimodalExtractionEngine', {
      inputs: [{ key: 'text', data_type: '*/*' }],
      config: { text: '${text}', model: 'baseline', output_schema: schema },
    });
    const given = await startJob(org, asText.id, { text: await upload(makeDocx(['Total: 77.50 EUR']), 'a.docx') });
    assert.equal(outputOf(await untilFinal(org, given)).total, 77.5);
    assert.match((await read(files.huge)).error_message, /has 60000 × 60000 pixels/);
    assert.match((await read(files.long)).error_message, /more than 20 pages\. Use PDFExtractionEngine for long files/);
  });
});
