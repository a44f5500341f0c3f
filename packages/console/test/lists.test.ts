import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { contentWith, createPolicy } from '../../server/test/policies/fixtures.ts';
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
    assert.deepEqual(faultsOf(page), []);
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
