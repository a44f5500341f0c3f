import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { faultsOf, type Stage, skip, startStage } from './console.ts';

describe('a batch from a CSV file', { skip }, () => {
  let stage: Stage;
  before(async () => {
    stage = await startStage();
  });
  after(() => stage?.stop());

  test('is mapped, checked, rehearsed and run; failed rows come back as CSV and run again', async () => {
    const { org } = stage;
    const agent = await org.request('POST', '/v1/agents/', {
      name: 'Picky',
      engine_class_id: 'FailEngine',
      input_definitions: [
        { key: 'message', data_type: 'text/plain', description: 'Says why it fails.' },
        { key: 'times', data_type: 'text/plain', description: '0: succeeds.' },
      ],
    });
    const csv =
      'Message;Times to fail\r\n"alles; schön";0\r\nfine;0\r\nstill fine;0\r\n"no ""luck""";5\r\n;0\r\nbroken;5\r\n';
    const page = await stage.open(`/batches/new?agent=${agent.body.id}`);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'latin1') });
    await page.getByText('6 rows, 2 columns').waitFor();
    // "Times to fail" contains the name of its input, so both are matched.
    await page.getByText('5 of 6 rows can run.').waitFor();
    await page.getByText('message is empty, but needed. Row 6').waitFor();
    // As a spreadsheet on Windows writes it.
    await page.getByRole('cell', { name: 'alles; schön' }).waitFor();
    const rejected = await download(page, 'Save these rows as CSV');
    assert.equal(rejected, 'Message,Times to fail,problem\r\n,0,"message is empty, but needed."\r\n');
    await page.getByRole('button', { name: 'Try the first 3 rows' }).click();
    await page.getByText('At this rate all 5 rows cost about').waitFor();
    await page.getByLabel('Cost limit in USD').fill('5');
    await page.getByRole('button', { name: 'Run 5 rows' }).click();

    await page.getByRole('heading', { name: 'rows.csv', level: 1 }).waitFor();
    await page.getByText('finished', { exact: false }).first().waitFor();
    await page.getByText('3 succeeded').waitFor();
    await page.getByText('2 failed', { exact: true }).waitFor();
    // Rehearsed rows come from the cache.
    await page.getByText('3 of them cached').waitFor();
    await page.getByText('of at most $5.00').waitFor();

    const saved = await download(page, 'Failed rows as CSV');
    assert.deepEqual(saved.trim().split('\r\n').sort(), [
      '"no ""luck""",5,"no ""luck"""',
      'broken,5,broken',
      'message,times,error',
    ]);

    await page.getByRole('combobox', { name: 'Which rows' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.waitForURL(/rows=failed/);
    await page.reload();
    await page.getByRole('button', { name: 'Retry 2 failed' }).waitFor();
    const rows = page.getByRole('region', { name: 'Rows of the batch' }).locator('tbody tr');
    await rows.nth(1).waitFor();
    assert.equal(await rows.count(), 2);
    await page.getByRole('button', { name: 'Retry 2 failed' }).click();
    await page.getByText('Failed rows are running again').waitFor();
    await page.getByRole('button', { name: 'Retry 2 failed' }).waitFor();
    const { body } = await org.request('GET', '/v1/agents/batches/');
    assert.equal(body.count, 1);
    const jobs = await org.request('GET', `/v1/agents/${agent.body.id}/jobs/`);
    assert.equal(jobs.body.count, 3 + 5 + 2);
    assert.deepEqual(faultsOf(page), []);
  });
});

async function download(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  return readFile(await file.path(), 'utf8');
}
