import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { contentWith, createPolicy } from '../../server/test/policies/fixtures.ts';
import { createAgent, startJob, untilFinal } from '../../server/test/runs.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('lists in the browser', { skip }, () => {
  const stage = withStage();
  before(async () => {
    for (const name of ['Beta', 'Alpha', 'Gamma']) await createPolicy(stage.org, contentWith('Rule'), name);
  });

  const namesIn = (page: Page) => page.getByRole('table').locator('tbody tr a').allTextContents();

  test('J and K walk through the rows, Enter opens one, and / goes to the search', async () => {
    const page = await stage.open('/policies');
    await page.getByRole('link', { name: 'Gamma' }).waitFor();
    assert.deepEqual(await namesIn(page), ['Gamma', 'Alpha', 'Beta'], 'changed last comes first');
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
    assert.equal(await page.locator(':focus').textContent(), 'Alpha');
    await page.keyboard.press('/');
    await page.keyboard.type('bet');
    await page.getByRole('link', { name: 'Gamma' }).waitFor({ state: 'detached' });
    assert.deepEqual(await namesIn(page), ['Beta']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Beta', level: 1 }).waitFor();
    // Back is where one was, in the list and with the keyboard.
    await page.goBack();
    await page.waitForFunction('document.activeElement.textContent === "Beta"');
    assert.deepEqual(faultsOf(page), []);
  });

  test('Back brings back the selected jobs and the row, and J goes on from there', async () => {
    const { org } = stage;
    const agent = await createAgent(org, 'EchoEngine');
    for (const text of ['One', 'Two', 'Three']) await untilFinal(org, await startJob(org, agent.id, { text }));
    const page = await stage.open('/jobs');
    const rows = page.locator('[aria-label="Jobs"] tbody tr[data-index]');
    await rows.nth(2).waitFor();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/jobs\/[0-9a-f-]{36}/);
    await page.getByRole('heading', { name: 'Agent of EchoEngine', level: 1 }).waitFor();
    await page.goBack();
    await page.getByText('2 selected').waitFor();
    await page.waitForFunction('document.activeElement.closest("tr")?.dataset.index === "1"');
    await page.keyboard.press('j');
    await page.waitForFunction('document.activeElement.closest("tr")?.dataset.index === "2"');
    // A new look at the list starts without them.
    for (const key of ['g', 'h']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    for (const key of ['g', 'j']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
    await rows.nth(2).waitFor();
    assert.equal(await page.getByText('2 selected').count(), 0);
    assert.deepEqual(faultsOf(page), []);
  });

  test('J and K walk through lists that are parts of pages, too', async () => {
    const policy = await createPolicy(stage.org, contentWith('Rule'), 'Delta');
    const page = await stage.open(`/policies/${policy.id}?tab=versions`);
    const first = page.locator('[aria-label="Versions"] tbody tr a').first();
    await first.waitFor();
    await page.keyboard.press('j');
    assert.equal(await first.evaluate((one) => one === one.ownerDocument.activeElement), true);
    await stage.org.expect(204, 'DELETE', `/v1/policies/${policy.id}/`);
  });

  test('the title of a column orders the list both ways, and a link to it keeps the order', async () => {
    const page = await stage.open('/policies');
    const title = page.getByRole('columnheader', { name: 'Name' });
    await title.getByRole('button').click();
    await page.locator('th[aria-sort=ascending]').waitFor();
    await page.waitForURL(/ordering=name/);
    await page.reload();
    await page.getByRole('link', { name: 'Alpha' }).waitFor();
    assert.deepEqual(await namesIn(page), ['Alpha', 'Beta', 'Gamma']);
    await title.getByRole('button').click();
    await page.waitForURL(/ordering=-name/);
    await page.locator('tbody tr').first().getByText('Gamma').waitFor();
    assert.deepEqual(await namesIn(page), ['Gamma', 'Beta', 'Alpha']);
    assert.equal(await title.getAttribute('aria-sort'), 'descending');
  });
});
