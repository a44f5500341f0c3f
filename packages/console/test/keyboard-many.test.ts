import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { badListing, createCaseAgent, goodListing, runCase } from '../../server/test/policies/cases.ts';
import { addVersion } from '../../server/test/policies/fixtures.ts';
import { lenientContent } from '../../server/test/rehearsals/fixtures.ts';
import { createAgent, startJob, untilFinal } from '../../server/test/runs.ts';
import { faultsOf, skip, withStage } from './console.ts';
import { chooseFile, press, write } from './keyboard.ts';

// What changes much at once, by keyboard alone: many jobs run again, a version promoted after a rehearsal, and a file
// imported of which some rows do not fit.

const FAILED = 7;

describe('work on much at once, by keyboard alone', { skip }, () => {
  const stage = withStage();
  let failing: string;
  before(async () => {
    failing = (await createAgent(stage.org, 'FailEngine', { settings: { disable_cache: true } })).id;
    for (let count = 0; count < FAILED; count++) await untilFinal(stage.org, await startJob(stage.org, failing, {}));
  });

  const go = async (page: Page, keys: string, heading: string): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
    await page.getByRole('heading', { name: heading, level: 1, exact: true }).waitFor();
  };
  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });

  test('a query finds the failed jobs, all that match are run again, and the page tells how the new ones ended', async () => {
    const page = await stage.open('/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await go(page, 'gj', 'Jobs');
    await page.keyboard.press('/');
    await page.keyboard.insertText('status:failure');
    await page.keyboard.press('Enter');
    await page.getByText(`${FAILED} jobs match`).waitFor();
    // The field keeps the focus for the next word; Escape gives the keys back to the list.
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await press(page, button(page, 'Select all that match'));
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`${FAILED} jobs, about`).waitFor();
    await press(page, dialog.getByRole('button', { name: 'Run again' }));
    await page.getByRole('heading', { name: `Run again: ${FAILED} jobs`, level: 1 }).waitFor();
    await page.getByTestId('new jobs').getByText(`${FAILED} failed`).waitFor();
    const { results } = (await stage.org.request('GET', `/v1/agents/jobs/?agent_id=${failing}&page_size=50`)).body;
    assert.equal(results.length, 2 * FAILED);
    assert.deepEqual(faultsOf(page), []);
  });

  test('a version is rehearsed and promoted with a reason', async () => {
    const agent = await createCaseAgent(stage.org, 'ProductPolicyEngine', {
      model: 'baseline',
      baseline_verdicts: true,
    });
    await runCase(stage.org, agent.id, { product_listing: badListing });
    await runCase(stage.org, agent.id, { product_listing: goodListing });
    await addVersion(stage.org, agent.policyId, {
      ...{ content: lenientContent(), version_name: 'lenient', make_current: false },
    });
    const page = await stage.open(`/policies/${agent.policyId}?tab=versions`);
    await press(page, button(page, 'Promote…'));
    const dialog = page.getByRole('dialog');
    await press(page, dialog.getByRole('button', { name: 'Rehearse', exact: true }));
    await dialog.getByTestId('rehearsal figures').getByText('1 verdict flips, 1 stay.').waitFor();
    await write(page, dialog.getByLabel('Reason'), 'Weapons have a policy of their own.');
    await press(page, dialog.getByRole('button', { name: 'Promote', exact: true }));
    await page.getByText('lenient is current').waitFor();
    const path = `/v1/organizations/${stage.org.orgId}/audit/?target_id=${agent.policyId}`;
    const { results } = (await stage.org.request('GET', path)).body;
    const [promoted] = results.filter(({ action }: any) => action.endsWith('.version_promoted'));
    assert.equal(promoted.detail.reason, 'Weapons have a policy of their own.');
    assert.equal(typeof promoted.detail.rehearsal_id, 'string');
    assert.deepEqual(faultsOf(page), []);
  });

  test('an import stops at rows that do not fit, which are left out and saved; the columns keep their types', async () => {
    const good = Array.from({ length: 25_000 }, (_, index) => `${index + 1},${index % 90}.5`);
    const buffer = Buffer.from(['id,amount', ...good, '25001,unknown', '25002,see note'].join('\n'));
    const page = await stage.open('/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await go(page, 'gt', 'Tables');
    await press(page, button(page, 'Upload a table').first());
    const dialog = page.getByRole('dialog');
    await chooseFile(page, dialog.getByLabel('File'), { name: 'payments.csv', mimeType: 'text/csv', buffer });
    await dialog.getByText('From the first rows.').waitFor();
    await press(page, dialog.getByRole('button', { name: 'Upload', exact: true }));
    const told = dialog.getByRole('region', { name: 'Rows that do not fit' });
    await told.getByText(/Column amount: 2 values are not a number, first in row 25001/).waitFor();
    const saved = page.waitForEvent('download');
    await press(page, dialog.getByRole('button', { name: 'Leave these rows out' }));
    const rejects = await readFile(await (await saved).path(), 'utf8');
    assert.match(rejects, /25001,unknown[\s\S]*25002,see note/);
    await page.getByRole('heading', { name: 'payments', level: 1 }).waitFor();
    await page
      .getByText(/^25,000 rows/)
      .first()
      .waitFor();
    await page.getByRole('row', { name: /^amount (Float64|Decimal)/ }).waitFor();
    assert.deepEqual(faultsOf(page), []);
  });
});
