import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { makeXlsx } from '../../documents/test/files.ts';
import { makePdf } from '../../documents/test/pdf.ts';
import { type ModelServer, startModelServer } from '../../server/test/model-server/start.ts';
import { badListing, createCaseAgent, runCase } from '../../server/test/policies/cases.ts';
import { createAgent, startJob, untilFinal, uploadFile } from '../../server/test/runs.ts';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, type Stage, skip, startStage } from './console.ts';

describe('a job looked into, in the browser', { skip }, () => {
  let stage: Stage;
  let models: ModelServer;
  let agent: { id: string };
  let job: any;

  before(async () => {
    models = await startModelServer();
    stage = await startStage(models.env);
    await models.script(
      'a-reader',
      { status: 500 },
      { json: { total_amount: 1250, vendor: 'Acme GmbH' }, inputTokens: 90, cachedTokens: 40 },
    );
    const amount = { type: ['number', 'null'] };
    agent = await createAgent(stage.org, 'PDFExtractionEngine', {
      inputs: [{ key: 'doc', data_type: '*/*' }],
      config: {
        pdf_files: '${doc}',
        instructions: 'Read the offer.',
        model: 'a-reader',
        output_schema: {
          type: 'object',
          properties: { total_amount: amount, vendor: { type: ['string', 'null'] } },
        },
      },
    });
    const pdf = makePdf([
      { lines: ['Cover of the offer'] },
      { lines: ['Vendor: Acme GmbH', 'Total amount: 1,250.00 EUR'] },
    ]);
    const id = await startJob(stage.org, agent.id, { doc: await uploadFile(stage.org, pdf, 'offer.pdf') });
    job = await untilFinal(stage.org, id, 120_000);
    assert.equal(job.status_code, 3, job.error_message);
  });
  afterEach(() => stage?.close());
  after(async () => {
    await stage?.stop();
    await models?.stop();
  });

  test('a step opens with prompt, answer, cached tokens and failed tries, and its address opens it again', async () => {
    const { name } = job.steps.find((one: any) => one.kind === 'model');
    const page = await stage.open(`/jobs/${job.id}?tab=steps`);
    await page.getByRole('region', { name: 'Steps' }).getByRole('button', { name }).click();
    const panel = page.getByRole('region', { name: `Step ${name}`, exact: true });
    await panel.getByText('Read the offer.').first().waitFor();
    await panel.getByText('90 in (40 cached)').waitFor();
    await panel.getByText('Failed tries (1)').waitFor();
    await panel.getByText('Acme GmbH').last().waitFor();
    await page.waitForURL(/step=/);
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.reload();
    await panel.getByText('Read the offer.').first().waitFor();
    await page.keyboard.press('[');
    await panel.waitFor({ state: 'detached' });
    assert.deepEqual(faultsOf(page), []);
  });

  test('a job runs again from a step with another model, and the two are compared', async () => {
    await models.script('b-reader', { json: { total_amount: 1250, vendor: 'Other Ltd' } });
    const { key, name } = job.steps.find((one: any) => one.kind === 'model');
    const page = await stage.open(`/jobs/${job.id}?tab=steps&step=nowhere`);
    await page.getByText('This job has no step nowhere.').waitFor();
    await page.goto(`/jobs/${job.id}?tab=steps&step=${encodeURIComponent(key)}`);
    await page.getByRole('button', { name: 'Run again from here…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run this job again' });
    await dialog.getByText(/^Reuses .* at no cost/).waitFor();
    await dialog.getByLabel('Model').fill('b-reader');
    assert.deepEqual(await seriousInBothThemes(page), []);
    await dialog.getByRole('button', { name: 'Run again', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.includes(job.id));
    await page.getByText('Other Ltd').first().waitFor();
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: 'Compare jobs' }).waitFor();
    const outputs = page.getByRole('region', { name: 'Outputs' });
    await outputs.getByText('1 value differs', { exact: false }).waitFor();
    await page.getByRole('region', { name: 'Steps' }).getByText(name).first().waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('the time of steps is zoomed by keys and by dragging, in the address; the log tells the same story and opens steps', async () => {
    const page = await stage.open(`/jobs/${job.id}?tab=steps`);
    const steps = page.getByRole('region', { name: 'Steps' });
    await steps.getByRole('button').first().waitFor();
    await page.keyboard.press('+');
    await page.waitForURL(/zoom=0\.25-0\.75/);
    const ruler = (await page.getByTestId('trace ruler').boundingBox())!;
    const y = ruler.y + ruler.height / 2;
    await page.mouse.move(ruler.x + ruler.width * 0.2, y);
    await page.mouse.down();
    await page.mouse.move(ruler.x + ruler.width * 0.6, y, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL(/zoom=0\.35\d*-0\.55\d*/);
    await page.reload();
    await page.getByRole('button', { name: 'Show the whole time' }).click();
    await page.waitForURL((url) => !url.searchParams.has('zoom'));
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.keyboard.press('4');
    await page.waitForURL(/tab=log/);
    const log = page.getByRole('region', { name: 'Log' });
    await log.getByText('Created').waitFor();
    await page.getByLabel('Search the log').fill('40 of them cached');
    await page.getByText('1 line', { exact: true }).waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    await log.getByRole('button').click();
    const { name } = job.steps.find((one: any) => one.kind === 'model');
    await page.getByRole('region', { name: `Step ${name}`, exact: true }).waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('a value opens the page it stands on with its region marked; keys go on, the address keeps it', async () => {
    const page = await stage.open(`/jobs/${job.id}`);
    await page.getByRole('button', { name: 'Show the source of total_amount' }).click();
    const panel = page.getByRole('region', { name: 'Source of total_amount' });
    await panel.getByRole('img', { name: /offer\.pdf, page 2/ }).waitFor();
    const region = await panel.getByTestId('marked region').boundingBox();
    assert.ok(region !== null && region.width > 10 && region.height > 4);
    await page.waitForURL(/field=%2Ftotal_amount/);
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.reload();
    await panel.getByTestId('marked region').waitFor();
    const { fields } = job.trust;
    await page.keyboard.press(fields[0].field === '/total_amount' ? ']' : '[');
    await page.getByRole('region', { name: 'Source of vendor' }).getByTestId('marked region').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Source of vendor' }).waitFor({ state: 'detached' });
    assert.deepEqual(faultsOf(page), []);
  });

  test('a value of a workbook opens its sheet with the cell marked', async () => {
    const book = makeXlsx({
      Offer: [
        ['Item', 'Amount'],
        ['Total amount', 1250],
        ['Vendor', 'Acme GmbH'],
      ],
    });
    const id = await startJob(stage.org, agent.id, { doc: await uploadFile(stage.org, book, 'offer.xlsx') });
    assert.equal((await untilFinal(stage.org, id, 120_000)).status_code, 3);
    const page = await stage.open(`/jobs/${id}?field=%2Fvendor`);
    const table = page.getByRole('region', { name: 'Source of vendor' }).getByRole('table');
    await table.locator('mark').getByText('Acme GmbH').waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
  });

  test('a finding shows the passage it quotes, marked, and the address keeps which', async () => {
    const shop = await createCaseAgent(stage.org, 'ProductPolicyEngine', {
      model: 'baseline',
      baseline_verdicts: true,
    });
    const { job: decided } = await runCase(stage.org, shop.id, { product_listing: badListing });
    const page = await stage.open(`/jobs/${decided.id}`);
    const evidence = page.getByRole('region', { name: 'Evidence', exact: true });
    const first = await evidence.locator('mark').first().innerText();
    assert.ok(badListing.includes(first), first);
    await page.keyboard.press(']');
    await page.waitForURL(/evidence=/);
    await page.reload();
    await evidence.waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    assert.deepEqual(faultsOf(page), []);
  });
});
