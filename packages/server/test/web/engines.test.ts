import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readDocument } from '#engines/documents/read-document.ts';
import { makePdf } from '../../../documents/test/pdf.ts';
import { source } from '../documents/sources.ts';
import { pluck, startHarness } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { createAgent, startJob, untilFinal, uploadFile } from '../runs.ts';
import { html, json, startSite } from './site.ts';

const MODEL = 'some-local-model';
const article = 'Green tea is grown in the hills of Uji. Farmers pick the leaves in May. '.repeat(12);

/** What the search service was asked. */
const queries: string[] = [];

const models = await startModelServer();
const site = await startSite({
  '/': html(
    'Tea house',
    '<h1>Tea house</h1><p>Open daily.</p><a href="/green">Green tea</a> <a href="/boats">Boats</a>',
  ),
  '/green': html(
    'Green tea',
    `<nav>Home | Shop</nav><article><h1>Green tea</h1><p>${article}</p><p>Price: 12.50 EUR</p><p>Contact: <a href="mailto:tea@example.com">tea@example.com</a></p></article>`,
  ),
  '/boats': html('Boats', '<p>Sailing boats and ferries cross the harbour every hour.</p>'),
  '/moved': (_request, response) => void response.writeHead(301, { location: '/green' }).end(),
  '/into-private': (_request, response) => void response.writeHead(302, { location: 'http://10.1.2.3/admin' }).end(),
  '/broken': (_request, response) => void response.writeHead(503).end('later'),
  '/endless': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    const block = Buffer.alloc(1024 * 1024, 'a');
    const more = (): void => void (response.destroyed || response.write(block, more));
    more();
  },
  '/notes.txt': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/plain' }).end('Plain notes about tea.'),
});
const search = await startSite({
  '/search': (request, response) => {
    const query = new URL(request.url!, 'http://x').searchParams;
    assert.equal(query.get('format'), 'json');
    if (query.get('pageno') === '1') queries.push(query.get('q')!);
    const results = [
      { url: `${site.url}/boats`, title: 'Boats', content: 'Sailing boats and ferries.' },
      { url: `${site.url}/green`, title: 'Green tea', content: 'Green tea from Uji, 12.50 EUR.' },
      { url: `${site.url}/gone`, title: 'Gone', content: 'A page that is not there any more.' },
      { url: 'javascript:alert(1)', title: 'No address', content: '' },
    ];
    json(response, { results: query.get('pageno') === '1' ? results : [] });
  },
});
const harness = await startHarness({
  env: {
    ...models.env,
    ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8',
    ERRAND_SEARCH_URL: `${search.url}/`,
    ERRAND_CHROMIUM: '/nowhere/chromium',
  },
});
const org = await harness.org();
after(async () => {
  await harness.stop();
  await Promise.all([models.stop(), site.stop(), search.stop()]);
});

async function run(engine: string, config: Record<string, unknown>): Promise<any> {
  const agent = await createAgent(org, engine, { inputs: [], config });
  return untilFinal(org, await startJob(org, agent.id, {}), 60_000);
}
const outputOf = (job: any): any => JSON.parse(job.outputs[0]?.value ?? assert.fail(job.error_message));
const promptOf = (call: any): string => JSON.stringify(call.body.messages);

describe('URLWebsiteExtractionEngine', () => {
  const schema = {
    type: 'object',
    properties: { price: { type: 'number' }, email: { type: 'string', format: 'email' } },
    required: ['price'],
  };

  test('gives JSON that fits the schema, and keeps the page where it was asked to', async () => {
    await models.script(MODEL, { json: { price: 12.5 } });
    const job = await run('URLWebsiteExtractionEngine', {
      url: `${site.url}/moved`,
      model: MODEL,
      instruction: 'What does it cost?',
      crawl_config: { save_html: true, save_markdown: 'true' },
      output_schema: schema,
    });
    const { price, references } = outputOf(job);
    assert.equal(price, 12.5);
    const [call] = (await models.calls(MODEL)).slice(-1);
    assert.match(
      promptOf(call),
      /What does it cost[\s\S]*URL: http:\/\/127[^ ]*\/green[\s\S]*# Green tea[\s\S]*12\.50 EUR/,
    );
    assert.equal(references.length, 2);
    const [saved, markdown] = await Promise.all(
      references.map((reference: string) => org.request('GET', new URL(reference).pathname)),
    );
    assert.match(saved.headers.get('content-type')!, /^text\/html/);
    assert.match(saved.text, /<article>/);
    assert.match(markdown.text, /^# Green tea/);
    assert.deepEqual(pluck(job.steps, 'kind'), ['fetch', 'tool', 'tool', 'model', 'compute']);
  });

  test('works with the built-in baseline model', async () => {
    const job = await run('URLWebsiteExtractionEngine', {
      url: `${site.url}/green`,
      model: 'baseline',
      output_schema: schema,
    });
    assert.deepEqual(outputOf(job), { price: 12.5, email: 'tea@example.com' });
    assert.match(job.outputs[0].description, /rule-based/);
  });

  test('without a schema and instruction gives the page itself; text that is no HTML too', async () => {
    const job = await run('URLWebsiteExtractionEngine', { url: `${site.url}/notes.txt` });
    assert.deepEqual(outputOf(job), { url: `${site.url}/notes.txt`, title: '', markdown: 'Plain notes about tea.' });
  });

  test('says what is missing for a screenshot, and does the rest', async () => {
    const job = await run('URLWebsiteExtractionEngine', {
      url: `${site.url}/green`,
      crawl_config: { save_screenshot: true, save_markdown: true },
    });
    assert.equal(outputOf(job).references.length, 1);
    assert.match(job.outputs[0].description, /No screenshot was taken: ERRAND_CHROMIUM is \/nowhere\/chromium/);
  });

  test('addresses in private networks, also behind redirects, and pages without end fail with a reason', async () => {
    const cases: [string, RegExp][] = [
      ['http://10.0.0.1/', /private network/],
      ['http://[::1]:1/', /private network/],
      ['http://169.254.169.254/latest/meta-data', /private network/],
      [`${site.url}/into-private`, /private network/],
      ['file:///etc/passwd', /http/],
      [`${site.url}/missing`, /status 404/],
      [`${site.url}/endless`, /longer than/],
      ['', /Configuration 'url' is required/],
    ];
    for (const [url, expected] of cases) {
      const job = await run('URLWebsiteExtractionEngine', { url });
      assert.equal(job.status_code, 4, url);
      assert.match(job.error_message, expected, url);
    }
  });
});

describe('URLFinderEngine', () => {
  test('scores what the search service finds and gives the best', async () => {
    const config = { search_term: 'tea', description: 'a page that sells green tea', search_limit: 5, top_results: 2 };
    const { urls } = outputOf(await run('URLFinderEngine', { ...config, model: 'baseline' }));
    assert.equal(urls.length, 2);
    assert.deepEqual(Object.keys(urls[0]), ['url', 'title', 'snippet', 'score']);
    assert.equal(urls[0].url, `${site.url}/green`);
    assert.ok(urls[0].score > urls[1].score && urls[0].score <= 1 && urls[1].score >= 0, JSON.stringify(urls));

    await models.script(MODEL, {
      json: {
        scores: [
          { number: 3, score: 0.9 },
          { number: 1, score: 0.2 },
        ],
      },
    });
    const asked = outputOf(await run('URLFinderEngine', { ...config, model: MODEL }));
    assert.deepEqual(pluck(asked.urls, 'title', 'score'), [
      ['Gone', 0.9],
      ['Boats', 0.2],
    ]);
  });

  test('searches for what is written on an image', async () => {
    const [page] = (await readDocument(source(makePdf([{ lines: ['Green tea from Uji'] }])), { images: true })).pages;
    const image = await uploadFile(org, page!.image!.data, 'label.png');
    const job = await run('URLFinderEngine', {
      search_image: `file_${image}`,
      description: 'tea',
      model: 'baseline',
    });
    assert.equal(outputOf(job).urls.length, 1);
    assert.equal(queries.at(-1), 'Green tea from Uji');
  });

  test('more results than are looked at: 400 where it is known, else a failed job', async () => {
    const config = { search_term: 'tea', description: 'tea', search_limit: 2, top_results: 3 };
    const refused = await org.expect(400, 'POST', '/v1/agents/', {
      name: 'Finder',
      engine_class_id: 'URLFinderEngine',
      engine_config: config,
    });
    assert.match(refused.engine_config[0], /top_results \(3\) must not be greater than search_limit/);
    const job = await run('URLFinderEngine', { description: 'tea' });
    assert.match(job.error_message, /'search_term' or 'search_image'/);
  });
});

describe('ResearchEngine', () => {
  test('reads what it finds and answers with its sources; a dead page counts with its snippet', async () => {
    await models.script(MODEL, { text: 'Uji [2].' });
    const job = await run('ResearchEngine', { query: 'Where is green tea grown?', model: MODEL, max_sources: 3 });
    assert.deepEqual(outputOf(job), {
      answer: 'Uji [2].',
      sources: [
        { url: `${site.url}/boats`, title: 'Boats' },
        { url: `${site.url}/green`, title: 'Green tea' },
        { url: `${site.url}/gone`, title: 'Gone' },
      ],
    });
    const [call] = (await models.calls(MODEL)).slice(-1);
    assert.match(promptOf(call), /\[2\] http[\s\S]*hills of Uji[\s\S]*A page that is not there any more/);
  });

  test('works with the built-in baseline model, and fits a schema', async () => {
    const job = await run('ResearchEngine', { query: 'Where is green tea grown?', model: 'baseline' });
    assert.match(outputOf(job).answer, /hills of Uji/);
    const fitted = await run('ResearchEngine', {
      query: 'price of green tea',
      model: 'baseline',
      output_schema: { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] },
    });
    assert.equal(outputOf(fitted).price, 12.5);
    assert.equal(outputOf(fitted).sources.length, 3);
  });
});
