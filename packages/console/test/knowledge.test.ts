import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('knowledge bases in the browser', { skip }, () => {
  const stage = withStage();

  test('one is proposed, changed, proposed again, finished and served; a viewer only looks', async () => {
    const page = await stage.open('/knowledge');
    await page.getByRole('button', { name: 'New knowledge base' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Company').fill('Acme <b>Pay</b>');
    await dialog.getByLabel('Brief').fill('Payouts of a marketplace to new bank accounts of sellers.');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Acme <b>Pay</b>' }).waitFor();
    await page.getByText('Proposed by baseline.').waitFor();

    const table = page.getByRole('region', { name: 'Selected typologies' });
    const removes = table.getByRole('button', { name: /^Remove / });
    const proposed = await removes.count();
    assert.ok(proposed > 1);
    await removes.first().click();
    await table.locator('summary').first().click();
    await table.getByRole('checkbox').first().click();
    assert.ok(await page.getByRole('button', { name: 'Finish…' }).isDisabled(), 'unsaved changes are not finished');
    await page.getByRole('button', { name: 'Save selection' }).click();
    await page.getByText('Selection saved').waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    const [base] = (await stage.org.request('GET', '/v1/knowledge-base/')).body.results;
    const saved = (await stage.org.request('GET', `/v1/knowledge-base/${base.id}/draft/`)).body.refs;
    assert.equal(saved.length, proposed - 1);

    await page.getByRole('button', { name: 'Ask for another proposal…' }).click();
    await dialog.getByLabel('Feedback').fill('We take no cash.');
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('Feedback: We take no cash.').waitFor();
    await page.getByRole('list', { name: 'Proposed typologies' }).getByText('added').first().waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    const proposal = page.getByRole('list', { name: 'Proposed typologies' });
    const offered = await proposal.getByRole('checkbox').count();
    await proposal.getByRole('checkbox').first().click();
    await page.getByRole('button', { name: `Accept ${offered - 1} of ${offered}` }).click();
    await page.getByText('New proposal').waitFor({ state: 'detached' });
    const taken = (await stage.org.request('GET', `/v1/knowledge-base/${base.id}/draft/`)).body.refs;
    assert.equal(taken.length, offered - 1);

    await page.getByRole('button', { name: 'Finish…' }).click();
    await dialog.getByLabel('Name').fill('Payouts');
    await dialog.getByRole('button', { name: 'Finish', exact: true }).click();
    await page.getByRole('heading', { name: 'Payouts' }).waitFor();
    await page.getByText('It serves the finished selection').waitFor();
    await page.getByText(`/mcp/knowledge-base/${base.id}/`).waitFor();
    await page.getByRole('button', { name: 'Copy the MCP address' }).waitFor();
    const lens = (await stage.org.request('GET', `/v1/knowledge-base/${base.id}/`)).body.lens_snapshot;
    assert.deepEqual(lens.refs, taken);
    assert.deepEqual(faultsOf(page), []);

    const viewer = await stage.open(`/knowledge/${base.id}`, { credential: await stage.org.keyWithRole('viewer') });
    await viewer.getByRole('region', { name: 'Selected typologies' }).waitFor();
    for (const name of [/^Remove /, 'Finish…', 'More actions', 'Ask for another proposal…'])
      assert.equal(await viewer.getByRole('button', { name }).count(), 0, String(name));
    assert.deepEqual(faultsOf(viewer), []);

    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Refresh from the catalog');
    await page.getByText('Refreshed from lens and catalog').waitFor();
    await choose('Unlink…');
    await page.getByText(`The id is ${lens.id}.`).waitFor();
    await page.getByRole('button', { name: 'Unlink knowledge base' }).click();
    await page.getByText('No knowledge bases yet').waitFor();
    await page.getByRole('button', { name: 'Import a lens…' }).first().click();
    await dialog.getByLabel('Id of the lens').fill(lens.id);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Payouts' }).waitFor();
    await choose('Delete knowledge base…');
    await page.getByRole('button', { name: 'Delete knowledge base' }).click();
    await page.getByText('No knowledge bases yet').waitFor();
  });
});
