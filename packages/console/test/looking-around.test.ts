import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../server/test/harness.ts';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('a first look', { skip }, () => {
  const stage = withStage();

  test('one click makes a demo workspace; its verdicts, jobs and table are there to look at', async () => {
    const page = await stage.open('/');
    await page.getByRole('button', { name: 'Create the demo' }).click();
    await page.getByText('A demo is here, too.').waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    const jobs = async () => (await stage.org.request('GET', '/v1/agents/jobs/?page_size=50')).body.results;
    const verdicts = async () => (await jobs()).filter((job: any) => job.ui_fields?.verdict);
    await until(async () => (await verdicts()).length === 2, 'both verdicts');
    await until(async () => (await jobs()).some((job: any) => job.status_code === 4), 'a failure');

    // Jobs that the demo started do not count as steps of the newcomer.
    const steps = page.locator('section', { hasText: 'First steps' });
    await page.getByText('Succeeded', { exact: true }).first().waitFor();
    await steps.getByText('Call it from your code (to do)').waitFor();
    assert.equal(await steps.getByText('(done)').count(), 0);

    // Space peeks, J moves on, and the URL has the peeked job.
    await page.goto('/jobs');
    await page.locator('[aria-label="Jobs"] a[title]').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    const peek = page.getByRole('region', { name: 'Peek at a job' });
    await peek.getByText('Agent', { exact: true }).waitFor();
    const first = new URL(page.url()).searchParams.get('peek');
    assert.ok(first);
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.searchParams.get('peek') !== first);
    await peek.getByText('Agent', { exact: true }).waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).searchParams.get('peek'), null);

    // A verdict has its own icon and colour.
    const rejected = (await verdicts()).find((job: any) => job.ui_fields.verdict === 'rejected');
    await page.goto(`/jobs/${rejected.id}`);
    const verdict = page.locator('p', { has: page.getByTestId('verdict') });
    await verdict.locator('svg').waitFor();
    assert.match((await verdict.getAttribute('class'))!, /text-danger/);
    assert.deepEqual(faultsOf(page), []);
  });

  test('rows are 32 pixels high, and as high as somebody wants after a change in the settings', async () => {
    const page = await stage.open('/jobs');
    const height = async () => (await page.locator('tbody tr[data-index]').first().boundingBox())?.height ?? 0;
    await page.locator('tbody tr[data-index]').first().waitFor();
    assert.equal(Math.round(await height()), 32);
    await page.goto('/settings?tab=account');
    await page.getByRole('combobox', { name: 'Row height' }).click();
    await page.getByRole('option', { name: /Comfortable/ }).click();
    await page.goto('/jobs');
    await page.locator('tbody tr[data-index]').first().waitFor();
    assert.equal(Math.round(await height()), 40);
  });

  test('on a phone a list is cards, with the words of the head and nothing cut', async () => {
    const page = await stage.open('/agents', { width: 390, height: 844 });
    const row = page.getByRole('row').filter({ hasText: 'Listing check (demo)' });
    await row.waitFor();
    assert.equal(
      await row.evaluate((element: any) => element.ownerDocument.defaultView.getComputedStyle(element).display),
      'grid',
    );
    const label = (element: any) =>
      element.ownerDocument.defaultView.getComputedStyle(element.cells[2], '::before').content;
    assert.equal(await row.evaluate(label), '"Last job"');
    assert.deepEqual(await seriousInBothThemes(page), []);
  });

  test('on a tablet the panel of a job covers the bar of the page, so that it can be closed', async () => {
    const query = encodeURIComponent('agent:"Listing check (demo)"');
    const [{ id }] = (await stage.org.request('GET', `/v1/agents/jobs/?q=${query}`)).body.results;
    const page = await stage.open(`/jobs?peek=${id}`, { width: 768, height: 1024 });
    const peek = page.getByRole('region', { name: 'Peek at a job' });
    await peek.getByRole('heading', { name: /Listing check/ }).waitFor();
    await peek.getByRole('button', { name: 'Close' }).click({ timeout: 10_000 });
    await peek.waitFor({ state: 'detached' });
    await page.goto('/settings?tab=audit');
    const tab = page.getByRole('tab', { name: 'Audit log' });
    await tab.waitFor();
    const { x, width } = (await tab.boundingBox())!;
    assert.ok(x + width <= 768, 'the open tab is in sight');
  });

  test('SQL says rows, jobs and cost before agents start, then shows rows, columns and what failed', async () => {
    const { org } = stage;
    const agents = (await org.request('GET', '/v1/agents/?search=Label printer')).body.results;
    const call = `run_agent_sync('${agents[0].id}', MAP {'name': customer})`;
    const sql = `SELECT customer, ${call} AS label FROM (VALUES ('Ada'), ('Ada'), ('a "b" c')) AS t(customer)`;
    const page = await stage.open(`/sql?text=${encodeURIComponent(sql)}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 rows, 2 jobs').waitFor();
    await dialog.getByRole('cell', { name: /Label printer/ }).waitFor();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('columnheader', { name: /label/ }).waitFor();
    await page.getByText('1 call gave no answer').waitFor();
    await page.getByRole('button', { name: 'Columns', exact: true }).click();
    await page.getByRole('img', { name: 'Ada: 2, a "b" c: 1' }).waitFor();
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.getByRole('button', { name: 'Leave full screen' }).click();
    // Successful cells come from the cache, so only the failed one runs again.
    await page.getByRole('button', { name: 'Retry failed cells' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await page.getByText('1 call gave no answer').waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('one click removes the demo workspace again', async () => {
    const page = await stage.open('/');
    await page.getByRole('button', { name: 'Remove the demo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('The demo is gone').waitFor();
    await page.getByRole('button', { name: 'Create the demo' }).waitFor();
    assert.equal((await stage.org.request('GET', '/v1/agents/')).body.count, 0);
  });
});
