import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faultsOf, type Stage, skip, startStage } from './console.ts';

const MARKUP = "<img src=x onerror=\"document.title='hacked'\"><script>document.title='hacked'</script>";

describe('when things go wrong', { skip }, () => {
  let stage: Stage;
  let agentId: string;
  before(async () => {
    stage = await startStage();
    const agent = await stage.org.request('POST', '/v1/agents/', {
      name: `Evil ${MARKUP}`,
      engine_class_id: 'EchoEngine',
      input_definitions: [{ key: 'text', data_type: 'text/plain', description: MARKUP }],
    });
    agentId = agent.body.id;
  });
  after(() => stage?.stop());

  test('names and outputs with scripts in them are shown and never run', async () => {
    const page = await stage.open(`/run/${agentId}`);
    await page.getByRole('textbox', { name: /^text/ }).fill(MARKUP);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Succeeded').first().waitFor();
    await page.getByText(MARKUP).last().waitFor();
    await page.goto('/agents');
    await page.getByText('Evil <img src=x').waitFor();
    assert.doesNotMatch(await page.title(), /hacked/);
    assert.equal(await page.locator('img[src=x]').count(), 0);
    assert.deepEqual(faultsOf(page), []);
  });

  test('a server that goes away is noticed, and the page goes on by itself when it is back', async () => {
    const page = await stage.open('/agents');
    await page.getByRole('status').getByText('Live').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Batches' }).click();
    await page
      .getByRole('status')
      .getByText(/Offline|Reconnecting/)
      .waitFor();
    await page.context().setOffline(false);
    await page.getByRole('status').getByText('Live').waitFor();
    await page.getByText('No batches yet').waitFor();
  });

  test('a credential that ends in the middle asks to sign in again, and what was typed is still there', async () => {
    const { org } = stage;
    const key = await org.request('POST', `/v1/organizations/${org.orgId}/api-keys/`, {
      name: 'short',
      role: 'member',
    });
    const page = await stage.open(`/run/${agentId}`, { credential: key.body.api_key });
    await page.getByRole('textbox', { name: /^text/ }).fill('a long text that nobody wants to type twice');
    await org.request('DELETE', `/v1/organizations/${org.orgId}/api-keys/${key.body.id}/`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('API key').last().fill(org.apiKey);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.match(await page.getByRole('textbox', { name: /^text/ }).inputValue(), /nobody wants to type twice/);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Succeeded').first().waitFor();
  });

  test('what is not there or not allowed says so inside the shell', async () => {
    const page = await stage.open('/agents/01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d');
    await page.getByRole('alert').getByText('No agent with this id.').waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.goto('/no/such/page');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    assert.equal(await page.getByRole('navigation', { name: 'Main' }).count(), 1);
  });

  test('a draft that two tabs edit tells each of the other', async () => {
    const page = await stage.open(`/agents/${agentId}/edit`);
    await page.getByLabel('Name of the version').waitFor();
    const second = await page.context().newPage();
    await second.goto(`/agents/${agentId}/edit`);
    await second.getByLabel('Name of the version').fill('from the second tab');
    await page.getByText('This draft was changed in another tab.').waitFor();
    await page.getByRole('button', { name: 'Load the other one' }).click();
    assert.equal(await page.getByLabel('Name of the version').inputValue(), 'from the second tab');
  });

  test('the chosen theme is kept', async () => {
    const page = await stage.open('/');
    await page.getByRole('button', { name: 'Theme: system. Switch to light' }).click();
    await page.getByRole('button', { name: 'Theme: light. Switch to dark' }).click();
    const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    assert.equal(await background(), 'rgb(11, 15, 23)');
    await page.reload();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    assert.equal(await background(), 'rgb(11, 15, 23)');
  });
});
