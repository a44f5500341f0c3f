import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createAgent } from '../../server/test/runs.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('what operators do is seen', { skip }, () => {
  const stage = withStage();

  const pause = (paused: boolean) =>
    stage.harness.database.system.run(
      'update organizations set paused_at = case when $2 then clock_timestamp() end where id = $1',
      [stage.org.orgId, paused],
    );

  test('a paused organization is told on every page, and a run is refused in the same words', async () => {
    const agent = await createAgent(stage.org, 'EchoEngine', { inputs: [{ key: 'text' }] });
    await pause(true);
    const page = await stage.open('/jobs');
    await page.getByText('The operator paused this organization').waitFor();
    await page.goto(`/run/${agent.id}`);
    await page.getByText('The operator paused this organization').waitFor();
    await page.getByRole('textbox', { name: /^text/ }).fill('a');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('The operator has paused this organization').first().waitFor();
    await pause(false);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    assert.equal(await page.getByText('The operator paused this organization').count(), 0);
    assert.deepEqual(faultsOf(page), []);
  });

  test('Health shows readiness and the processes with their state', async () => {
    await stage.harness.database.system.run('update workers set draining_at = clock_timestamp()');
    const page = await stage.open('/system/health');
    await page.getByRole('list', { name: 'Readiness' }).getByText('storage').waitFor();
    await page.getByRole('list', { name: 'Processes' }).getByText('drained').waitFor();
    await stage.harness.database.system.run('update workers set draining_at = null');
  });

  test('an agent gets a maximum age for cached results', async () => {
    const agent = await createAgent(stage.org, 'EchoEngine');
    const page = await stage.open(`/agents/${agent.id}?tab=settings`);
    await page.getByRole('spinbutton', { name: /Reuse results/ }).fill('2');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    const { body } = await stage.org.request('GET', `/v1/agents/${agent.id}/`);
    assert.equal(body.cache_max_age_seconds, 7_200);
  });
});
