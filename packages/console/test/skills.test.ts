import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../server/test/harness.ts';
import { contentWith, createPolicy } from '../../server/test/policies/fixtures.ts';
import { upload } from '../../server/test/workspace/workspace.ts';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('skill sets in the browser', { skip }, () => {
  const stage = withStage();

  test('a set is created, edited, compared and rolled back; a second editor is told, and keeps its files', async () => {
    const page = await stage.open('/skills');
    await page.getByRole('button', { name: 'New skill set' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Disputes <b>of</b> cards');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const content = page.getByLabel('Content of SKILL.md');
    await content.fill('# Disputes\n\nAsk for proof.\n');
    await page.getByRole('button', { name: 'Add file' }).click();
    await page.getByLabel('Path').fill('../outside.md');
    await page.getByRole('button', { name: 'Save as new version' }).click();
    await page.getByRole('alert').getByText('a path may not leave the set').waitFor();
    await page.getByLabel('Path').fill('proof.md');
    await page.getByLabel('Name of this version').fill('with proof');
    assert.deepEqual(await seriousInBothThemes(page), []);
    const { results } = (await stage.org.request('GET', '/v1/skills/')).body;
    const set = results[0];
    const other = { files: [{ relative_path: 'SKILL.md', content: 'Somebody else.' }], version_name: 'theirs' };
    assert.equal((await stage.org.request('POST', `/v1/skills/${set.id}/versions/`, other)).status, 201);
    await page.getByRole('button', { name: 'Save as new version' }).click();
    await page.getByText('Your files are still here.').waitFor();
    assert.equal(await page.getByLabel('Path').inputValue(), 'proof.md');
    await stage.org.request('PATCH', `/v1/skills/${set.id}/set-current-version/${set.current_version_id}/`);
    await page.getByRole('button', { name: 'Save as new version' }).click();
    await page.locator('header').getByText('with proof · current').waitFor();
    await page.getByRole('heading', { name: 'Disputes <b>of</b> cards' }).waitFor();
    await page.getByRole('button', { name: 'proof.md' }).click();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('list', { name: 'Files that differ' }).getByText('proof.md').waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.getByRole('button', { name: 'Roll back to version 0' }).click();
    await page.locator('header').getByText('version 0 · current').waitFor();
    await page.getByRole('tab', { name: 'Agents' }).click();
    await page.getByText('No agent uses this skill set').waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('files are generated from a table and a policy, and become current at once where that is wanted', async () => {
    const { org } = stage;
    await upload(org, 'refunds', 'id,total\n1,12.5\n2,99\n');
    await createPolicy(org, contentWith('Rule'), 'Kind refunds');
    const set = (await org.request('POST', '/v1/skills/', { name: 'Refunds' })).body;
    const page = await stage.open(`/skills/${set.id}`);
    await page.getByRole('button', { name: /^Generate/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What the skills are for').fill('Decide refunds.');
    await dialog.getByLabel('Tables').fill('refunds');
    await dialog.getByLabel('Policy').click();
    await page.getByRole('option', { name: 'Kind refunds' }).click();
    await dialog.getByRole('checkbox', { name: /^Make the files the current version/ }).click();
    assert.deepEqual(await seriousInBothThemes(page), []);
    await dialog.getByRole('button', { name: 'Generate', exact: true }).click();
    await until(
      async () =>
        (await org.request('GET', `/v1/skills/${set.id}/`)).body.current_version_id !== set.current_version_id,
      'the generated version',
    );
    const { files } = (await org.request('GET', `/v1/skills/versions/${set.id}/`)).body;
    assert.match(JSON.stringify(files), /Kind refunds/);
    assert.deepEqual(faultsOf(page), []);
  });
});
