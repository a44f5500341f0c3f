import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCase } from '../../server/test/world.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('the case desk in the browser', { skip }, () => {
  const stage = withStage();

  test('a case is found in the list, noted, its clock paused, decided, and its timeline tells it', async () => {
    const { desk_case_id: id } = await createCase(stage.org);
    const page = await stage.open('/cases');
    await page.getByRole('link', { name: '#1' }).click();
    await page.getByRole('heading', { level: 1, name: '#1 Jane Roe' }).waitFor();
    await page.getByRole('heading', { name: 'Alerts (2)' }).waitFor();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add note' }).click();
    await dialog.getByLabel('Note').fill('The employer confirms the wage.');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByText('The employer confirms the wage.').waitFor();
    await page.getByRole('button', { name: 'Pause…' }).click();
    await dialog.getByLabel('Reason').fill('The customer was asked.');
    await dialog.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Waiting').waitFor();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByRole('button', { name: 'Not done' }).waitFor();
    await page.getByRole('button', { name: 'Decide…' }).click();
    await dialog.getByLabel('Outcome').fill('no_report');
    await dialog.getByLabel('Reason code').fill('clear');
    await dialog.getByLabel('Narrative').fill('The transfers pay a wage.');
    await dialog.getByRole('button', { name: 'Decide' }).click();
    await page.getByRole('heading', { name: 'Decision', exact: true }).waitFor();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('decided', { exact: true }).first().waitFor();
    await timeline.getByText('clock paused').first().waitFor();
    const decided = await stage.org.expect(200, 'GET', `/v1/cases/${id}/`);
    assert.deepEqual([decided.state, decided.outcome], ['closed', 'no_report']);
    assert.deepEqual(faultsOf(page), []);
  });
});
