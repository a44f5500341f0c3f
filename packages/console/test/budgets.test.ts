import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createAgent, runSync, type TestAgent } from '../../server/test/runs.ts';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('budgets in the browser', { skip }, () => {
  const stage = withStage();
  let agent: TestAgent;
  before(async () => {
    agent = await createAgent(stage.org, 'CostEngine', { config: { cost: 1 } });
    assert.equal((await runSync(stage.org, agent.id, { text: 'a' })).status, 200);
  });

  test('a budget is set, warns at 80 % here and on Home, and is deleted', async () => {
    const page = await stage.open('/usage');
    await page.getByRole('region', { name: 'Costs', exact: true }).getByText('test-model').waitFor();
    await page.getByRole('link', { name: 'Budgets and alerts' }).click();
    await page.getByText('No budgets').waitFor();
    await page.getByRole('button', { name: 'New budget' }).click();
    await page.getByLabel('Amount (USD)').fill('1.2');
    await page.getByRole('button', { name: 'Set budget' }).click();
    await page
      .getByRole('region', { name: 'Budgets', exact: true })
      .getByText('over 80 %')
      .waitFor({ timeout: 120_000 });
    await page
      .getByRole('region', { name: 'Alerts sent', exact: true })
      .getByText(/83 % of the budget/)
      .waitFor({ timeout: 120_000 });
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.getByRole('button', { name: /^Change the budget of/ }).click();
    await page.getByLabel('Amount (USD) a day').fill('1.25');
    await page.getByRole('button', { name: 'Change budget' }).click();
    await page.getByRole('region', { name: 'Budgets', exact: true }).getByText('$1.25 a day').waitFor();
    await page.getByRole('checkbox', { name: /^Alert when an agent/ }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Alert settings saved').waitFor();
    await page.goto('/');
    await page.getByRole('link', { name: /83 % of the budget/ }).click();
    await page.getByRole('button', { name: /^Delete the budget of/ }).click();
    await page.getByText('No budgets').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: /jobs that the budget of/ }).click();
    await page.getByText('1 job in all.').waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('the figures of Usage open the jobs they count, by key and version too', async () => {
    const page = await stage.open('/usage?days=365');
    await page.getByRole('link', { name: /^Jobs: 1\. Show the jobs/ }).click();
    await page.getByText('1 job in all.').waitFor();
    for (const kind of ['By API key', 'By version']) {
      await page.goto('/usage');
      await page.getByRole('combobox', { name: 'Cost' }).click();
      await page.getByRole('option', { name: kind }).click();
      await page.getByRole('region', { name: 'Costs', exact: true }).locator('tbody').getByRole('link').first().click();
      await page.getByText('1 job in all.').waitFor();
    }
    assert.deepEqual(faultsOf(page), []);
  });
});
