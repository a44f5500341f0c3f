import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { badListing, createCaseAgent, runCase } from '../../server/test/policies/cases.ts';
import { createAgent } from '../../server/test/runs.ts';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('policies and SQL in the browser', { skip }, () => {
  const stage = withStage();
  let agent: Awaited<ReturnType<typeof createCaseAgent>>;
  before(async () => {
    agent = await createCaseAgent(stage.org, 'ProductPolicyEngine', { baseline_verdicts: true });
  });

  test('a rule is edited as a version that waits, is promoted with a reason, and decides the next job; rolling back too', async () => {
    const { job } = await runCase(stage.org, agent.id, { product_listing: badListing });
    const page = await stage.open(`/policies/${agent.policyId}`);
    await page.getByText('version 1 · current').waitFor();
    await page.getByRole('link', { name: 'Edit as a new version' }).click();
    await page.getByLabel('Name of this version').fill('knives are fine');
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.getByRole('button', { name: 'Remove Weapons' }).click();
    await page.reload();
    await page.getByText('Draft kept in this browser').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Remove Weapons' }).count(), 0, 'the draft survives a reload');
    await page.getByLabel('Name of this version').fill('knives are fine');
    await page.getByRole('button', { name: 'Save as new version' }).click();
    await page.getByText('− rule removed').waitFor();
    const before = await runCase(stage.org, agent.id, { product_listing: `${badListing} Still.` });
    assert.equal(before.output.compliance_result.verdict, 'rejected', 'nothing decides by it yet');
    await page.getByRole('button', { name: 'Promote…' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('Kitchen knives are sold now.');
    await page.getByRole('dialog').getByRole('button', { name: 'Promote', exact: true }).click();
    await page.locator('header').getByText('knives are fine · current').waitFor();
    const next = await runCase(stage.org, agent.id, { product_listing: badListing });
    assert.equal(next.output.policy_applied.version, 'knives are fine');
    assert.equal(next.output.compliance_result.verdict, 'approved');

    const promotions = page.getByRole('region', { name: 'Promotions' });
    await promotions.getByText('Kitchen knives are sold now.').waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.getByRole('button', { name: 'Roll back…' }).click();
    const dialog = page.getByRole('dialog');
    const promote = dialog.getByRole('button', { name: 'Roll back', exact: true });
    assert.equal(await promote.isDisabled(), true, 'a reason is needed');
    await dialog.getByText('+ rule added').waitFor();
    await dialog.getByLabel('Reason').fill('Knives are not fine.');
    await promote.click();
    await page.locator('header').getByText('version 1 · current').waitFor();
    const last = await runCase(stage.org, agent.id, { product_listing: `${badListing} Now.` });
    assert.equal(last.output.compliance_result.verdict, 'rejected');
    await page.getByRole('tab', { name: 'Agents' }).click();
    await page.getByRole('link', { name: 'Agent of ProductPolicyEngine' }).waitFor();
    assert.deepEqual(faultsOf(page), []);
    assert.equal(job.status_code, 3);
  });

  test('a verdict is read with its evidence, and corrected by a person', async () => {
    const { job } = await runCase(stage.org, agent.id, { product_listing: `${badListing} Again.` });
    const page = await stage.open(`/jobs/${job.id}`);
    assert.equal(await page.getByTestId('verdict').innerText(), 'rejected');
    const evidence = page.getByRole('region', { name: 'Evidence' });
    await evidence.getByText('knife').first().waitFor();
    await page.getByRole('region', { name: 'Findings' }).getByTitle('$REF_1$').first().click();
    await evidence.getByText('Choose a reference in a finding').waitFor();
    await page.keyboard.press(']');
    await evidence.getByText('knife').first().waitFor();
    await page.getByRole('button', { name: 'Correct the verdict…' }).click();
    // The verdicts of the policy have number keys, and the focus is on them.
    const choice = page.getByRole('group', { name: 'Correct verdict' }).getByRole('button', { name: 'manual_review' });
    await page.keyboard.press((await choice.locator('kbd').innerText()).trim());
    assert.equal(await choice.getAttribute('aria-pressed'), 'true');
    await page.getByLabel('Comment').fill('The blade is <b>short</b>.');
    await page.getByRole('button', { name: 'Save correction' }).click();
    await page.getByText('corrected', { exact: true }).waitFor();
    await page.getByText('The blade is <b>short</b>.').waitFor();
    const review = (await stage.org.request('GET', `/v1/agents/jobs/${job.id}/feedback/`)).body;
    assert.deepEqual([review.review_status, review.corrected_verdict], ['rejected', 'manual_review']);
  });

  test('a file becomes a table, is profiled, and an agent fills a column of a query', async () => {
    const echo = await createAgent(stage.org, 'EchoEngine');
    const page = await stage.open('/tables?upload=true');
    const csv = 'id,body,amount\n1,hello,1.5\n2,<b>world</b>,2.5\n3,,4\n';
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'tickets.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nullable(String)').waitFor();
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await page.getByRole('heading', { level: 1, name: 'tickets' }).waitFor();
    await page.getByText('33.3 %').waitFor();
    await page.getByText('<b>world</b>').first().waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.getByRole('link', { name: 'Query' }).click();
    await page.getByTestId('sql-editor').getByText('tickets').waitFor();

    const sql = `SELECT count(*) AS n FROM tickets; SELECT id, run_agent_sync('${echo.id}', MAP {'text': body}) AS answer FROM tickets WHERE id < 3 ORDER BY id`;
    await page.goto(`/sql?text=${encodeURIComponent(sql)}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await page.getByRole('tab', { name: /^2: / }).click({ timeout: 60_000 });
    await page.getByRole('columnheader', { name: /answer/ }).waitFor();
    await page.getByRole('cell', { name: '<b>world</b>' }).waitFor();
    await page.getByText('2 of 2 agent jobs done').waitFor();
    await page.getByRole('button', { name: 'Chart' }).click();
    await page.getByRole('img', { name: /^id by answer/ }).waitFor();
    assert.deepEqual(await seriousInBothThemes(page), []);
    await page.reload();
    await page.getByRole('tab', { name: /^1: / }).waitFor();
    await page.getByRole('button', { name: 'New draft' }).click();
    await page.getByRole('button', { name: 'Agent of EchoEngine' }).click();
    await page
      .getByTestId('sql-editor')
      .getByText(`run_agent_sync('${echo.id}', MAP {'text': column_name, 'read': column_name})`)
      .waitFor();
    await page.getByRole('textbox', { name: 'SQL' }).fill('SELECT amo');
    await page.getByRole('textbox', { name: 'SQL' }).press('End');
    await page.keyboard.type('u');
    await page.keyboard.press('Control+Space');
    await page.getByRole('option', { name: /amount/ }).waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('an error of a statement is shown where it is, and history brings a text back', async () => {
    const page = await stage.open(`/sql?text=${encodeURIComponent('SELECT *\nFROM nothing_here')}`);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('Not run:').waitFor();
    await page
      .getByText(/nothing_here/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Open' }).first().click();
    await page.getByText('From history').waitFor();
  });
});
