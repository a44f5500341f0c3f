import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createAgent, createVersion, startJob, type TestAgent, untilFinal } from '../../server/test/runs.ts';
import { faultsOf, type Stage, skip, startStage } from './console.ts';

describe('jobs in the browser', { skip }, () => {
  let stage: Stage;
  let echo: TestAgent;
  let failing: TestAgent;
  let failed: string;

  before(async () => {
    stage = await startStage();
    const { org } = stage;
    echo = await createAgent(org, 'EchoEngine');
    failing = await createAgent(org, 'FailEngine');
    for (let row = 0; row < 60; row++) {
      await startJob(org, echo.id, { text: `<img src=x onerror=document.title=1> row ${row}`, metadata: { row } });
    }
    failed = await startJob(org, failing.id, { message: 'The document has no pages.' });
    await untilFinal(org, failed);
  });
  after(() => stage.stop());

  const rows = '[aria-label="Jobs"] tbody tr[aria-rowindex]';

  test('a typed filter goes into the address; Back from a job brings filter and place again', async () => {
    const page = await stage.open('/jobs');
    await page.getByText('61 jobs, newest first.').waitFor();
    await page.getByLabel('Filter jobs').fill('status:failure');
    await page.keyboard.press('Enter');
    await page.waitForURL(/status=failure/);
    await page.getByText('That is the only one.').waitFor();
    assert.equal(await page.locator(rows).count(), 1);
    await page.locator(`${rows} a`).click();
    await page.getByRole('heading', { level: 1, name: 'Agent of FailEngine' }).waitFor();
    await page.goBack();
    await page.waitForURL(/\/jobs\?status=failure$/);
    await page.getByRole('button', { name: 'Remove filter status: failure' }).click();
    await page.getByText('50 jobs loaded').waitFor();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.getByText('These are all 61.').waitFor();
    await page.evaluate('scrollTo(0, 1200)');
    const link = page.locator('[aria-label="Jobs"] tr[aria-rowindex="40"] a');
    const id = await link.getAttribute('title');
    await link.click();
    await page.waitForURL(`**/jobs/${id}`);
    await page.goBack();
    await page.locator(`${rows} a[title="${id}"]`).waitFor();
    assert.ok(Number(await page.evaluate('scrollY')) > 400, 'the list is where it was');
    assert.deepEqual(faultsOf(page), []);
  });

  test('filters by metadata, input and agent, and says what it did not understand', async () => {
    const page = await stage.open(`/jobs?agent=${echo.id}`);
    const input = page.getByLabel('Filter jobs');
    await input.fill('metadata.row:7');
    await page.keyboard.press('Enter');
    await page.getByText('That is the only one.').waitFor();
    await page.getByText('row 7').waitFor();
    await input.fill('colour:red');
    await page.keyboard.press('Enter');
    await page.getByText('Not understood: colour:red').waitFor();
    await page.goto(`/jobs?q=nobody+has+this`);
    await page.getByText('No job fits these filters').waitFor();
    assert.equal(await page.locator('img[src="x"]').count(), 0, 'markup in inputs stays text');
  });

  test('new jobs are announced, not pushed in; running ones change in place', async () => {
    const page = await stage.open('/jobs');
    const first = page.locator(`${rows} a`).first();
    const before = await first.getAttribute('title');
    const slow = await createAgent(stage.org, 'SleepEngine', { config: { ms: 4_000 } });
    const id = await startJob(stage.org, slow.id, {});
    const news = page.getByRole('button', { name: '1 new job' });
    await news.waitFor();
    assert.equal(await first.getAttribute('title'), before);
    await news.click();
    const row = page.locator(rows, { has: page.locator(`a[title="${id}"]`) });
    await row.locator('[data-status="success"]').waitFor();
  });

  test('by keyboard: J and X choose jobs, which are then run again', async () => {
    const page = await stage.open(`/jobs?agent=${failing.id}`);
    await page.locator(`${rows} a`).first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.getByRole('button', { name: 'Run again: 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run again' }).click();
    await page.getByText('1 jobs started again').waitFor();
    await page.getByText('These are all 2.').waitFor();
  });

  test('a failed job says what to do, and runs again as another version', async () => {
    await createVersion(stage.org, failing.id, { name: 'careful', config: { message: 'Still not.' } });
    const page = await stage.open(`/jobs/${failed}`);
    const card = page.getByRole('region', { name: 'Failure' });
    await card.getByText('The document has no pages.').waitFor();
    await card.getByText(/^What to do: /).waitFor();
    await card.getByRole('button', { name: 'Run again…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').click();
    await page.getByRole('option', { name: 'careful · current' }).click();
    await dialog.getByRole('button', { name: 'Run again' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(failed));
    await page.getByText('Runs again').waitFor();
    await page.getByText('careful', { exact: true }).waitFor();
  });

  test('steps add up to the job; saved pages open without running anything', async () => {
    const costly = await createAgent(stage.org, 'CostEngine', { config: { steps: 3 } });
    const spent = await startJob(stage.org, costly.id, {});
    const steps = await createAgent(stage.org, 'StepsEngine', { inputs: [{ key: 'text', required: false }] });
    const evidence = await startJob(stage.org, steps.id, { text: '</script><script>alert(1)</script>' });
    await untilFinal(stage.org, spent);
    await untilFinal(stage.org, evidence);
    const page = await stage.open(`/jobs/${spent}?tab=steps`);
    const sum = page.getByText('30 / 15');
    await sum.waitFor();
    assert.equal(await page.getByText('$0.030').count(), 2, 'of the steps and of the job');
    await page.goto(`/jobs/${evidence}`);
    await page.getByRole('button', { name: /\.html$/ }).click();
    const frame = page.locator('iframe');
    await frame.waitFor();
    assert.equal(await frame.getAttribute('sandbox'), '');
    await page.frameLocator('iframe').getByText('0123456789').waitFor();
    await page.getByRole('button', { name: 'evidence.json' }).click();
    await page
      .getByRole('tree', { name: /evidence\.json/ })
      .getByText('</script>')
      .waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('an output of 50 MB opens as text at once and as a tree on request', async () => {
    const value = JSON.stringify({
      rows: Array.from({ length: 400_000 }, (_, index) => ({ index, text: 'x'.repeat(100) })),
    });
    const big = await startJob(stage.org, echo.id, { text: 'big' });
    await untilFinal(stage.org, big);
    await stage.harness.database.system.run('update job_results set outputs = $2::json where job_id = $1', [
      big,
      JSON.stringify([{ key: 'output', data_type: 'application/json', value, description: '', cost: 0 }]),
    ]);
    const page = await stage.open(`/jobs/${big}`);
    await page.getByRole('button', { name: 'Open as a tree' }).click();
    const tree = page.getByRole('tree');
    await tree.getByText('400,000 items').click();
    await tree.getByText('0 … 499', { exact: true }).click();
    await tree.getByText('0:').first().waitFor();
    assert.ok((await page.getByRole('treeitem').count()) < 120, 'only what is on the screen exists');
    assert.deepEqual(faultsOf(page), []);
  });
});
