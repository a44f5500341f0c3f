import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('models in the settings', { skip }, () => {
  const stage = withStage();

  test('a model is tried with one call, and what the organization prefers is saved, read again and refused if wrong', async () => {
    const { org } = stage;
    const page = await stage.open('/settings?tab=models');
    const row = page.getByRole('row', { name: /^baseline default/ });
    await row.getByText('none (built in)').waitFor();
    await row.getByText('available').waitFor();
    await row.getByRole('button', { name: 'Try baseline' }).click();
    await page.getByText('baseline answers').waitFor();

    await page.getByLabel('Default model').fill('baseline');
    await page.getByLabel('Substitutes').fill('baseline | outage, refusal');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('It holds for model calls from now on.').waitFor();
    const address = `/v1/organizations/${org.orgId}/models/`;
    const { body } = await org.request('GET', address);
    assert.equal(body.default_model, 'baseline');
    assert.deepEqual(body.chain, [{ model: 'baseline', when: ['outage', 'refusal'] }]);
    await page.reload();
    assert.equal(await page.getByLabel('Substitutes').inputValue(), 'baseline | outage, refusal');

    await page.getByLabel('Substitutes').fill('baseline | boredom');
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText(/boredom|when/i)
      .first()
      .waitFor();
    assert.deepEqual((await org.request('GET', address)).body.chain, body.chain);
    assert.deepEqual(await seriousInBothThemes(page), []);
    // The refusal is a 4xx, which the browser logs by itself.
    assert.deepEqual(
      faultsOf(page).filter((fault) => !/4\d\d/.test(fault)),
      [],
    );
  });
});
