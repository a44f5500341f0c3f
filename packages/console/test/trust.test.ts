import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { makeDocx, makePng } from '../../documents/test/files.ts';
import { type ModelServer, startModelServer } from '../../server/test/model-server/start.ts';
import { createAgent, startJob, untilFinal, uploadFile } from '../../server/test/runs.ts';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, type Stage, skip, startStage } from './console.ts';

describe('trust in the browser', { skip }, () => {
  let stage: Stage;
  let models: ModelServer;
  let job: string;

  before(async () => {
    models = await startModelServer();
    stage = await startStage(models.env);
    // All values are true except the vendor, which the source does not contain.
    await models.script('a-liar', {
      json: { total_amount: 1250, term_months: 60, vendor: 'Globex Ltd', guarantor: null },
    });
    const { org } = stage;
    const agent = await createAgent(org, 'PDFExtractionEngine', {
      inputs: [{ key: 'doc', data_type: '*/*' }],
      config: {
        pdf_files: '${doc}',
        instructions: 'Read the offer.',
        model: 'a-liar',
        trust: { on_untrusted: 'review' },
        output_schema: {
          type: 'object',
          properties: {
            total_amount: { type: ['number', 'null'] },
            term_months: { type: ['integer', 'null'] },
            vendor: { type: ['string', 'null'] },
            guarantor: { type: ['string', 'null'] },
          },
        },
      },
    });
    const picture = { data: makePng(200, 100, Buffer.alloc(201 * 100)), alt: 'Signed page' };
    const docx = makeDocx(['Offer <b>no markup</b>', 'Total amount: 1,250.00 EUR', 'Term: 5 years'], [], [picture]);
    job = await startJob(org, agent.id, { doc: await uploadFile(org, docx, 'offer.docx') });
    const { status_code: status } = await untilFinal(org, job, 60_000);
    assert.equal(status, 3);
  });
  afterEach(() => stage?.close());
  after(async () => {
    await stage?.stop();
    await models?.stop();
  });

  test('the job page shows each value with its mark and its words, and says what was not read', async () => {
    const page = await stage.open(`/jobs/${job}`);
    await page.getByText('Not everything was read. offer.docx').waitFor();
    await page.getByText('A picture on page 1 was not read.').waitFor();
    await page.getByText('needs review').first().waitFor();
    const row = (field: string) => page.getByTestId(`trust ${field}`);
    assert.match((await row('/total_amount').textContent()) ?? '', /found.*1,250\.00.*paragraph 2/is);
    assert.match((await row('/term_months').textContent()) ?? '', /derived.*5.*Converted from another unit/is);
    assert.match((await row('/vendor').textContent()) ?? '', /not supported.*The source does not say it/is);
    // A picture was not read, so nobody can say that there is no guarantor.
    assert.match((await row('/guarantor').textContent()) ?? '', /not found.*Not everything was read/is);
    assert.deepEqual(await seriousInBothThemes(page), []);
    assert.deepEqual(faultsOf(page), []);
  });

  test('a switch leaves the doubtful values only', async () => {
    const page = await stage.open(`/jobs/${job}`);
    await page.getByTestId('trust /total_amount').waitFor();
    await page.getByText('2 of 4 values are doubtful.').waitFor();
    await page.getByRole('checkbox', { name: 'Only doubtful' }).click();
    await page.getByTestId('trust /total_amount').waitFor({ state: 'detached' });
    for (const field of ['vendor', 'guarantor']) assert.equal(await page.getByTestId(`trust /${field}`).count(), 1);
  });
});
