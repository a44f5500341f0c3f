import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { until } from '../../server/test/harness.ts';
import { createAgent, untilFinal } from '../../server/test/runs.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('schedules and triggers in the browser', { skip }, () => {
  const stage = withStage();
  before(async () => {
    await createAgent(stage.org, 'EchoEngine', { inputs: [{ key: 'text' }] });
  });

  test('a schedule is created, shows its next five times, runs now, and is switched off', async () => {
    const page = await stage.open('/schedules');
    await page.getByRole('button', { name: 'Create schedule' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Morning');
    await dialog.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: 'Agent of EchoEngine' }).click();
    await dialog.getByLabel('Pattern').fill('0 0 30 2 *');
    await dialog.getByLabel('Time zone').fill('Europe/Berlin');
    await dialog.getByLabel('text', { exact: true }).fill('good morning');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await dialog.getByText(/would never run/).waitFor();
    await dialog.getByLabel('Pattern').fill('30 7 * * 1-5');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Morning' }).waitFor();
    await until(
      async () => (await page.getByRole('list', { name: 'Next times' }).locator('time').count()) === 5,
      'times',
    );
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('Job started').waitFor();
    const link = page.locator('[aria-label="Runs"] tbody a').first();
    await link.waitFor();
    const jobId = (await link.getAttribute('href'))!.split('/').at(-1)!;
    assert.equal((await untilFinal(stage.org, jobId)).outputs[0].value, 'good morning');
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('Switched off').waitFor();
    await page.getByText('Next runs, if it were on').waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    await dialog.getByLabel('Name').fill('Every morning');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Every morning' }).waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('a trigger is created, tested with a sample, and shows the event that came', async () => {
    const page = await stage.open('/triggers');
    await page.getByRole('button', { name: 'Create trigger' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Orders');
    await dialog.getByRole('combobox', { name: 'Agent to start' }).click();
    await page.getByRole('option', { name: 'Agent of EchoEngine' }).click();
    await dialog.getByLabel('text', { exact: true }).fill('Order ${event.body.order}');
    await dialog.getByLabel('Condition').fill('[{"path": "/body/order", "op": "exists"}]');
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
    await page.getByRole('tab', { name: 'Test' }).click();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('It would not start a job').waitFor();
    await page.getByLabel('Sample event').fill('{"body": {"order": "A-17"}}');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('It would start a job').waitFor();
    await page.getByText('Order A-17').waitFor();
    const { body } = await stage.org.request('GET', '/v1/triggers/');
    await fetch(body.results[0].url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'delivery-1' },
      body: '{"order": "B"}',
    });
    await page.getByRole('tab', { name: 'Events' }).click();
    await page.getByText('delivery-1').waitFor();
    await page.getByText('started', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Rotate address…' }).click();
    await dialog.getByRole('button', { name: 'Rotate address' }).click();
    await page.getByText('Address rotated').waitFor();
    const { body: rotated } = await stage.org.request('GET', '/v1/triggers/');
    await page.getByText(`POST ${rotated.results[0].url}`).waitFor();
    assert.equal((await fetch(body.results[0].url, { method: 'POST' })).status, 404);
    assert.deepEqual(faultsOf(page), []);
  });

  test('the doors of an agent name its MCP tool and its A2A card', async () => {
    const { body } = await stage.org.request('GET', '/v1/agents/');
    const [agent] = body.results;
    const { body: doors } = await stage.org.request('GET', `/v1/agents/${agent.id}/doors/`);
    const page = await stage.open(`/agents/${agent.id}`);
    await page.getByText(doors.mcp.tool).first().waitFor();
    await page.getByText(doors.a2a.card_url).first().waitFor();
    assert.deepEqual(faultsOf(page), []);
  });
});
