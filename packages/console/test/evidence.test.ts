import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ModelServer, startModelServer } from '../../server/test/model-server/start.ts';
import { createAgent, startJob, untilFinal, uploadFile } from '../../server/test/runs.ts';
import { html, type Site, startSite } from '../../server/test/web/site.ts';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, type Stage, skip, startStage } from './console.ts';

const OFFER = '<h1>Offer</h1><p>Vendor: Acme GmbH</p><p>Total amount: 1,250.00 EUR</p>';
const SCHEMA = {
  type: 'object',
  properties: { total_amount: { type: ['number', 'null'] }, vendor: { type: ['string', 'null'] } },
};

describe('evidence of every kind, marked, in the browser', { skip }, () => {
  let stage: Stage;
  let models: ModelServer;
  let site: Site;
  let reader: { id: string };

  before(async () => {
    models = await startModelServer();
    site = await startSite({ '/offer': html('Offer', OFFER) });
    stage = await startStage(models.env);
    await models.script('a-reader', { json: { total_amount: 1250, vendor: 'Acme GmbH' } });
    reader = await createAgent(stage.org, 'PDFExtractionEngine', {
      inputs: [{ key: 'doc', data_type: '*/*' }],
      config: { pdf_files: '${doc}', instructions: 'Read the offer.', model: 'a-reader', output_schema: SCHEMA },
    });
  });
  afterEach(() => stage?.close());
  after(async () => {
    await stage?.stop();
    await site?.stop();
    await models?.stop();
  });

  async function read(content: Uint8Array, name: string): Promise<string> {
    return finished(await startJob(stage.org, reader.id, { doc: await uploadFile(stage.org, content, name) }));
  }

  async function finished(id: string): Promise<string> {
    const job = await untilFinal(stage.org, id, 180_000);
    assert.equal(job.status_code, 3, job.error_message);
    return id;
  }

  /** Opens the source of the vendor from its value. */
  async function openVendor(page: Page) {
    await page.getByRole('button', { name: 'Show the source of vendor' }).click();
    await page.waitForURL(/field=%2Fvendor/);
    return page.getByRole('region', { name: 'Source of vendor' });
  }

  test('a picture shows the region of the words', async () => {
    const drawn = await stage.open('/');
    await drawn.setContent(`<body style="font: 28px sans-serif; background: white">${OFFER}</body>`);
    const id = await read(await drawn.screenshot({ clip: { x: 0, y: 0, width: 800, height: 400 } }), 'offer.png');
    await stage.close();
    const page = await stage.open(`/jobs/${id}`);
    const panel = await openVendor(page);
    await panel.getByRole('img', { name: 'offer.png' }).waitFor();
    const region = await panel.getByTestId('marked region').boundingBox();
    assert.ok(region !== null && region.width > 10 && region.height > 4);
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.reload();
    await panel.getByTestId('marked region').waitFor();
  });

  test('a CSV file shows its rows with the cell marked, and the keys go on to the next value', async () => {
    const id = await read(Buffer.from('Item,Value\nVendor,Acme GmbH\nTotal amount,1250\n'), 'offer.csv');
    const page = await stage.open(`/jobs/${id}`);
    const panel = await openVendor(page);
    const row = panel.locator('tr[aria-current="true"]');
    await row.locator('mark').getByText('Acme GmbH').waitFor();
    assert.match((await row.textContent()) ?? '', /2.*Vendor/);
    const { trust } = (await stage.org.request('GET', `/v1/agents/jobs/${id}/`)).body;
    await page.keyboard.press(trust.fields[0].field === '/vendor' ? ']' : '[');
    const next = page.getByRole('region', { name: 'Source of total_amount' });
    await next.locator('mark').getByText('1250').waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
  });

  test('a web page shows as it was fetched, with the words marked; what was saved of it says that it is whole', async () => {
    const agent = await createAgent(stage.org, 'URLWebsiteExtractionEngine', {
      config: {
        url: '${url}',
        instruction: 'Read the offer.',
        model: 'a-reader',
        output_schema: SCHEMA,
        crawl_config: { save_html: true, save_screenshot: true },
      },
    });
    const id = await finished(await startJob(stage.org, agent.id, { url: `${site.url}/offer` }));
    const page = await stage.open(`/jobs/${id}`);
    const panel = await openVendor(page);
    await panel.frameLocator('iframe').locator('mark').getByText('Acme GmbH').waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    // Without a finding or a value, the keys go through saved content, and the URL has the open one.
    await page.keyboard.press(']');
    await page.waitForURL(/evidence=[^&]+\.html/);
    const evidence = page.getByRole('region', { name: 'Evidence', exact: true });
    await evidence.getByText('This is the whole page: the result names no words of it.').waitFor();
    await page.keyboard.press(']');
    await page.waitForURL(/evidence=[^&]+\.png/);
    await page.reload();
    await evidence.getByRole('img').waitFor();
    await evidence.getByText('This is the whole picture').waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('what was read in a browser shows the picture of the page with the region of the words', async () => {
    await models.script(
      'a-visitor',
      { json: { action: 'finish' } },
      { json: { total_amount: 1250, vendor: 'Acme GmbH' } },
    );
    const agent = await createAgent(stage.org, 'InteractiveWebExtractionEngine', {
      config: { url: '${url}', instruction: 'Read the offer.', model: 'a-visitor', output_schema: SCHEMA },
    });
    const id = await finished(
      await startJob(stage.org, agent.id, { url: `${site.url}/offer`, instruction: 'Read the offer.' }),
    );
    const page = await stage.open(`/jobs/${id}`);
    const panel = await openVendor(page);
    await panel.getByTestId('marked region').waitFor();
    await panel.getByRole('img').waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    assert.deepEqual(faultsOf(page), []);
  });
});
