import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { badListing, createCaseAgent, runCase } from '../../server/test/policies/cases.ts';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('cases in the browser', { skip }, () => {
  const stage = withStage();

  test('a decision is explained, downloaded, held and contested; periods are set', async () => {
    const config = { model: 'baseline', baseline_verdicts: true };
    const agent = await createCaseAgent(stage.org, 'ProductPolicyEngine', config);
    const { job } = await runCase(stage.org, agent.id, { product_listing: badListing });
    const page = await stage.open(`/jobs/${job.id}`);
    await page.getByText('would have been "approved" if "Weapons" had not been met').waitFor();
    await page.getByText('What would change the verdict, and each rule').click();
    const changes = page.getByRole('list', { name: 'What would change it' });
    await changes.getByText('“Weapons” not met instead of met').first().waitFor();
    await page.getByText(`errand case verify case-${job.id}.zip`).waitFor();

    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const bytes = await readFile(await (await started).path());
    assert.ok(bytes.includes('errand-case/1'));

    await page.getByRole('button', { name: 'Hold…' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('A dispute is open.');
    await page.getByRole('button', { name: 'Hold', exact: true }).click();
    await page.getByText('A dispute is open.').waitFor();

    await page.getByRole('button', { name: 'Contest…' }).click();
    await page.getByRole('textbox', { name: 'Why is it wrong?' }).fill('It is a butter knife.');
    await page.getByRole('button', { name: 'Contest', exact: true }).click();
    await page.getByText('A person will look at the decision.').waitFor();
    const { body } = await stage.org.request('GET', '/v1/reviews/?reason=contested');
    assert.equal(body.results[0].job_id, job.id);

    await page.goto('/inbox');
    await page.getByRole('link', { name: 'contested' }).click();
    const contested = page.getByRole('region', { name: 'Contested' });
    await contested.getByText('It is a butter knife.').waitFor();
    await contested.getByText('had not been met').waitFor();
    await page.getByTestId('reservation').getByText('Reserved for you').waitFor();
    await page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name: 'Reviews 1' }).waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);

    await page.goto('/settings?tab=retention');
    const holds = page.getByRole('region', { name: 'Legal holds' });
    await holds.getByText('A dispute is open.').waitFor();
    await holds.getByRole('button', { name: 'Release' }).click();
    await page.getByText('No jobs are on hold').waitFor();
    const erased = await stage.org.request('POST', `/v1/agents/jobs/${job.id}/delete-data/`);
    assert.equal(erased.status, 200, erased.text);
    await page.reload();
    const certificates = page.getByRole('region', { name: 'Certificates of erasure' });
    await certificates.getByText('on request').waitFor();
    const saved = page.waitForEvent('download');
    await certificates.getByRole('button', { name: 'Download certificate' }).click();
    const certificate = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
    assert.deepEqual([certificate.job_id, typeof certificate.signature], [job.id, 'string']);
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.getByRole('spinbutton', { name: 'Evidence' }).fill('400');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('What is older is removed within minutes').waitFor();
    const periods = await stage.org.request('GET', `/v1/organizations/${stage.org.orgId}/retention/`);
    assert.deepEqual([periods.body.evidence_days, periods.body.jobs_days], [400, null]);
    assert.deepEqual(faultsOf(page), []);
  });
});
