import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPerson } from '../../server/test/people.ts';
import { createCase } from '../../server/test/world.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('the case desk in the browser', { skip }, () => {
  const stage = withStage();

  test('a case is found in the list, noted, its clock paused, decided, and its timeline tells it', async () => {
    const { desk_case_id: id } = await createCase(stage.org);
    const page = await stage.open('/cases');
    await page.getByRole('link', { name: 'Jane Roe' }).click();
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
    await page.getByRole('checkbox', { name: 'a task' }).click();
    await page.getByRole('heading', { name: 'Checklist (0 open)' }).waitFor();
    await page.getByRole('button', { name: 'Decide…' }).click();
    await dialog.getByLabel('Outcome').fill('no_report');
    await dialog.getByLabel('Reason code').fill('clear');
    await dialog.getByLabel('Narrative').fill('The transfers pay a wage.');
    await dialog.getByRole('button', { name: 'Decide' }).click();
    await page.getByRole('heading', { name: 'Decision', exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await timeline.getByText('decided', { exact: true }).first().waitFor();
    await timeline.getByText('clock paused').first().waitFor();
    const decided = await stage.org.expect(200, 'GET', `/v1/cases/${id}/`);
    assert.deepEqual([decided.state, decided.outcome], ['closed', 'no_report']);
    assert.deepEqual(faultsOf(page), []);
  });

  test('alerts are split off, and the new case is merged back, with the history of both', async () => {
    const { desk_case_id: id } = await createCase(stage.org);
    const page = await stage.open(`/cases/${id}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Split alerts off…' }).click();
    await dialog.getByRole('checkbox').first().click();
    await dialog.getByLabel('Reason').fill('Another customer.');
    await dialog.getByRole('button', { name: 'Split' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id!));
    const split = page.url().split('/').at(-1)!;
    await page.getByRole('heading', { name: 'Alerts (1)' }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Merge into another case…' }).click();
    await dialog.getByLabel('Reason').fill('The same customer after all.');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(split));
    await page.getByRole('heading', { name: 'Merged into this case' }).waitFor();
    const into = await stage.org.expect(200, 'GET', `/v1/cases/${page.url().split('/').at(-1)}/`);
    assert.deepEqual(into.merged_case_ids, [split]);
    await page.goto(`/cases/${split}`);
    await page.getByText('The alerts and jobs went to').waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('a case that is restricted to named people is gone for everybody else', async () => {
    const { desk_case_id: id } = await createCase(stage.org);
    const approver = await createPerson(stage.harness, stage.org, 'approver');
    const page = await stage.open(`/cases/${id}`, { credential: approver.token, asPerson: true });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Restrict to named people…' }).click();
    await dialog.getByRole('checkbox', { name: approver.email }).click();
    await dialog.getByRole('button', { name: 'Restrict', exact: true }).click();
    await page.getByText('Restricted', { exact: true }).waitFor();
    await stage.org.expect(404, 'GET', `/v1/cases/${id}/`);
    const other = await stage.open(`/cases/${id}`);
    await other.getByText('No case with this id.').first().waitFor();
  });

  test('each role is told what it may not do, and has no button for it', async () => {
    const { desk_case_id: id, case_queue_id: queue } = await createCase(stage.org);
    for (const role of ['viewer', 'auditor', 'analyst'] as const) {
      const person = await createPerson(stage.harness, stage.org, role);
      const page = await stage.open(`/cases/${id}`, { credential: person.token, asPerson: true });
      const decide = page.getByRole('button', { name: 'Decide…' });
      if (role === 'analyst') {
        await decide.waitFor();
        await page.getByRole('button', { name: 'More actions' }).click();
        const restrict = page.getByRole('menuitem', { name: 'Restrict (needs the role approver)' });
        assert.equal(await restrict.getAttribute('aria-disabled'), 'true');
      } else {
        await page.getByText(`As ${role} you read this case.`).waitFor();
        assert.equal(await decide.count(), 0);
        await page.keyboard.press('d');
        assert.equal(await page.getByRole('dialog').count(), 0);
      }
      await page.goto(`/cases/queues/${queue}`);
      await page.getByText('Changing a queue needs the role admin.').waitFor();
      await page.goto('/playbooks/new');
      await page.getByText('Writing playbooks needs the role admin').waitFor();
      await stage.close();
    }
  });
});
