import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { request } from '../../server/test/harness.ts';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('API keys in the browser', { skip }, () => {
  const stage = withStage();

  test('a key is held to what it is for, and rotated without a gap', async () => {
    const { org, harness } = stage;
    const statusOf = async (key: string, method: string, path: string, body?: unknown) =>
      (await request(harness.baseUrl, key, method, path, body)).status;
    const page = await stage.open('/settings?tab=keys');
    await page.getByRole('button', { name: 'Create key' }).first().click();
    let dialog = page.getByRole('dialog', { name: 'Create API key' });
    await dialog.getByLabel('Name').fill('nightly');
    await dialog.getByRole('checkbox', { name: /^Change agents/ }).click();
    await dialog.getByRole('checkbox', { name: /^Answer waits/ }).click();
    assert.deepEqual(await seriousInBothThemes(page), []);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    dialog = page.getByRole('dialog', { name: 'Copy the key now' });
    const first = ((await dialog.getByLabel('API key').textContent()) ?? '').trim();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    const row = page.getByRole('row', { name: /nightly/ });
    await row.getByText('read, run', { exact: true }).waitFor();
    assert.equal(await statusOf(first, 'GET', '/v1/agents/'), 200);
    assert.equal(await statusOf(first, 'POST', '/v1/policies/', { name: 'x', content: {} }), 403);

    await row.getByRole('button', { name: 'Rotate nightly' }).click();
    await page.getByRole('dialog', { name: 'Rotate nightly' }).getByRole('button', { name: 'Rotate' }).click();
    dialog = page.getByRole('dialog', { name: 'Copy the key now' });
    const second = ((await dialog.getByLabel('API key').textContent()) ?? '').trim();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await row.getByText(/the one before ends/).waitFor();
    assert.notEqual(second, first);
    for (const key of [first, second]) assert.equal(await statusOf(key, 'GET', '/v1/agents/'), 200);
    const { results } = await org.expect(200, 'GET', `/v1/organizations/${org.orgId}/api-keys/`);
    assert.equal(results.filter(({ name }: { name: string }) => name === 'nightly').length, 1, 'it is the same key');
    assert.deepEqual(await seriousInBothThemes(page), []);
    assert.deepEqual(faultsOf(page), []);
  });
});
