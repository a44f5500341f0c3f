import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('evaluations in the browser', { skip }, () => {
  const stage = withStage();

  test('a set gets cases from a file, two versions run on it, and their comparison names what became wrong first', async () => {
    const { org } = stage;
    const agent = (
      await org.request('POST', '/v1/agents/', {
        name: 'Greeting',
        engine_class_id: 'TemplateEngine',
        engine_config: { template: 'Hello ${text}!' },
      })
    ).body;
    const polite = { version_name: 'polite', engine_config: { template: 'Good day ${text}!' } };
    await org.request('POST', `/v1/agents/${agent.id}/versions/`, polite);
    await org.request('PATCH', `/v1/agents/${agent.id}/set-current-version/${agent.current_version_id}/`);

    const page = await stage.open('/evaluations');
    await page.getByRole('button', { name: 'New evaluation set' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Names <b>of</b> people');
    await dialog.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: 'Greeting' }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Names <b>of</b> people' }).waitFor();

    await page.getByRole('button', { name: 'Add cases…' }).click();
    await dialog.getByLabel('Or paste text').fill('text\nAda');
    await dialog.getByRole('button', { name: 'Add cases' }).click();
    await dialog.getByRole('alert').getByText('expected').waitFor();
    const csv = 'text,expected.output\nGrace,Good day Grace!\nAda,Hello Ada!\n';
    await dialog.getByLabel('File').setInputFiles({ name: 'c.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await dialog.getByRole('button', { name: 'Add cases' }).click();
    await page.getByRole('region', { name: 'Cases' }).getByText('Good day Grace!').waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);

    const runs = page.getByRole('region', { name: 'Runs' });
    await page.getByRole('button', { name: 'Start a run…' }).click();
    await dialog.getByRole('button', { name: 'Start' }).click();
    await runs.getByText('50.0 %').waitFor();
    await page.getByRole('button', { name: 'Start a run…' }).click();
    await dialog.getByRole('combobox', { name: 'Version of the agent' }).click();
    await page.getByRole('option', { name: 'polite' }).click();
    assert.deepEqual(await seriousInBothThemes(page), []);
    await dialog.getByRole('button', { name: 'Start' }).click();
    await runs.getByText('50.0 %').nth(1).waitFor();

    for (const box of await runs.getByRole('checkbox').all()) await box.click();
    await page.getByRole('link', { name: 'Compare the two runs' }).click();
    await page.getByText('1 worse, 1 better, 2 answered differently.').waitFor();
    const rows = page.getByRole('region', { name: 'Cases answered differently' }).locator('tbody tr');
    assert.match(await rows.nth(0).innerText(), /worse[\s\S]*Hello Ada![\s\S]*Hello Ada![\s\S]*Good day Ada!/);
    assert.match(await rows.nth(1).innerText(), /better[\s\S]*Good day Grace!/);
    assert.deepEqual(await seriousInBothThemes(page), []);

    const b = page.getByRole('region', { name: 'The two runs' }).locator('tbody tr').nth(1);
    await b.getByText('polite').waitFor();
    await b.getByRole('link').click();
    await page.getByRole('region', { name: 'Scores by field' }).getByText('output').waitFor();
    await page.getByRole('region', { name: 'Results' }).getByText('wrong').waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    assert.deepEqual(faultsOf(page), []);
  });

  test('a run under way is cancelled and resumed', async () => {
    const { org } = stage;
    const create = async (path: string, body: unknown) => (await org.request('POST', path, body)).body;
    const engine = { engine_class_id: 'SleepEngine', engine_config: { ms: 600_000 } };
    const agent = await create('/v1/agents/', { name: 'Slow', ...engine });
    const set = await create('/v1/evaluation-sets/', { name: 'Slow ones', agent_id: agent.id });
    const cases = [{ inputs: {}, expected: { output: 'slept' } }];
    await create(`/v1/evaluation-sets/${set.id}/cases/`, { cases });
    const run = await create(`/v1/evaluation-sets/${set.id}/runs/`, {});
    const page = await stage.open(`/evaluations/${set.id}`);
    const runs = page.getByRole('region', { name: 'Runs' });
    await runs.getByText('0 of 1').waitFor();
    await runs.getByRole('button', { name: 'Cancel run' }).click();
    await runs.getByText('cancelled').waitFor();
    await runs.getByRole('button', { name: 'Resume…' }).click();
    await page.getByRole('dialog').getByText('What is answered is not asked again.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
    await runs.getByRole('button', { name: 'Cancel run' }).waitFor();
    await org.request('POST', `/v1/evaluation-runs/${run.id}/cancel/`);
    await runs.getByText('cancelled').waitFor();
    assert.deepEqual(faultsOf(page), []);
  });
});
