import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { badListing, createCaseAgent, runCase } from '../../server/test/policies/cases.ts';
import { createAgent, startJob, untilFinal } from '../../server/test/runs.ts';
import { type Receiver, startReceiver } from '../../server/test/webhooks/receiver.ts';
import { faultsOf, type Stage, skip, startStage } from './console.ts';
import { choose, chooseFile, press, select, tabTo, write } from './keyboard.ts';

// Tests the core flows with the keyboard alone.

describe('with the keyboard alone', { skip }, () => {
  let stage: Stage;
  let page: Page;
  let receiver: Receiver;
  before(async () => {
    stage = await startStage();
    receiver = await startReceiver((response) => response.writeHead(503).end());
    page = await stage.open('/sign-in', { credential: null });
    // The listener keeps the browser from opening a file dialog.
    page.on('filechooser', () => undefined);
  });
  after(async () => {
    await receiver?.stop();
    await stage?.stop();
  });

  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
  const link = (name: string | RegExp) => page.getByRole('link', { name });
  const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor();
  /** Navigation keys do not work in fields and dialogs, so Escape leaves them first. */
  async function go(key: string, name: string): Promise<void> {
    for (const one of ['Escape', 'g', key]) await page.keyboard.press(one);
    await heading(name);
  }

  test('somebody signs in, makes an agent, publishes a version, compares, rolls back and takes it back', async () => {
    await write(page, page.getByLabel('API key').last(), stage.org.apiKey);
    await page.keyboard.press('Enter');
    await heading('Home');
    await go('a', 'Agents');
    await press(page, link('New agent'));
    await press(page, link(/^Template /));
    await write(page, page.getByLabel('Name of the agent'), 'Letter');
    await write(page, page.getByLabel('Key of input 1'), 'name');
    await write(page, page.getByRole('textbox', { name: 'template' }), 'Dear ${name}');
    await press(page, button('Create agent'));
    await heading('Letter');
    await press(page, link('New version'));
    await heading('New version of Letter');
    await write(page, page.getByLabel('Name of the version'), 'warmer');
    await write(page, page.getByRole('textbox', { name: 'template' }), 'Dearest ${name}');
    await press(page, button('Publish…'));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
    await page.locator('ins', { hasText: 'Dearest' }).waitFor();
    await press(page, button('Roll back to this'));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Roll back' }));
    await page.getByText('unnamed version is the current version').waitFor();
    await press(page, button('Undo').first());
    await page.getByRole('row', { name: /warmer current/ }).waitFor();
  });

  test('runs it over a CSV file, and with a file of its own', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.type('new batch');
    await page.getByRole('option', { name: /^New batch/ }).waitFor();
    await page.keyboard.press('Enter');
    await heading('New batch');
    await choose(page, page.getByRole('combobox', { name: 'Agent' }), 'Letter');
    const csv = { name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nAda\nGrace\n') };
    await chooseFile(page, button('Choose a CSV file'), csv);
    await page.getByText('2 of 2 rows can run.').waitFor();
    await press(page, button('Run 2 rows'));
    await heading('names.csv');
    await page.getByText('2 succeeded').waitFor();

    const reader = await createAgent(stage.org, 'EchoEngine', {
      inputs: [{ key: 'doc', data_type: 'application/pdf' }],
    });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.insertText(reader.id);
    await page.getByRole('option', { name: /EchoEngine/ }).waitFor();
    await page.keyboard.press('Enter');
    await heading('Agent of EchoEngine');
    await press(page, link('Run').first());
    await heading('Run Agent of EchoEngine');
    const pdf = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
    await chooseFile(page, button('Choose a file'), pdf);
    await page.getByText('sent', { exact: true }).waitFor();
    await press(page, button('Run'));
    await page.getByText('Succeeded', { exact: true }).first().waitFor();
  });

  test('filters jobs and opens one', async () => {
    await go('j', 'Jobs');
    await page.keyboard.press('/');
    await page.keyboard.type('status:success');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=status%3Asuccess/);
    await page.locator('[aria-label="Jobs"] tbody a').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/jobs\/[0-9a-f-]{36}/);
    await heading(/Letter|EchoEngine/);
  });

  test('finds a failed job by a query, opens it, fixes its input and runs it again', async () => {
    const failing = await createAgent(stage.org, 'FailEngine', { inputs: [{ key: 'times' }] });
    await untilFinal(stage.org, await startJob(stage.org, failing.id, { times: '1000' }));
    await go('j', 'Jobs');
    await page.keyboard.press('/');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('status:fail');
    await page.getByRole('option', { name: /^status:failure/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForFunction('document.activeElement.value.startsWith("status:failure")');
    await page.keyboard.type('agent:"Agent of FailEngine"');
    await page.keyboard.press('Enter');
    await page.waitForURL(/q=status%3Afailure/);
    await page.locator('[aria-label="Jobs"] tbody a').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await heading('Agent of FailEngine');
    const failed = page.url();
    await page.getByRole('region', { name: 'Failure' }).getByText('The document has no pages.').waitFor();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Run this job again' });
    await press(page, dialog.getByRole('checkbox', { name: 'Change the inputs' }), 'Space');
    await write(page, dialog.getByRole('textbox', { name: 'times' }), '0');
    await press(page, dialog.getByRole('button', { name: 'Run again', exact: true }));
    await page.waitForURL((url) => url.href !== failed && /\/jobs\/[0-9a-f-]{36}/.test(url.pathname));
    await page.getByText('recovered').first().waitFor();
  });

  test('promotes a new version of a policy with a reason, and rolls back', async () => {
    const { id, policyId } = await createCaseAgent(stage.org, 'ProductPolicyEngine', { baseline_verdicts: true });
    const { output } = await runCase(stage.org, id, { product_listing: badListing });
    assert.equal(output.compliance_result.verdict, 'rejected');
    await go('p', 'Policies');
    await press(page, page.locator('main table a').first());
    await page.waitForURL(new RegExp(policyId));
    await press(page, link('Edit as a new version'));
    await write(page, page.getByLabel('Name of this version'), 'knives are fine');
    await press(page, button('Remove Weapons'));
    await press(page, button('Save as new version'));
    await press(page, button('Promote…'));
    await write(page, page.getByLabel('Reason'), 'Kitchen knives are sold now.');
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Promote', exact: true }));
    await page.locator('header').getByText('knives are fine · current').waitFor();
    await press(page, button('Roll back…'));
    await write(page, page.getByLabel('Reason'), 'Knives are not fine.');
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Roll back', exact: true }));
    await page.locator('header').getByText('version 1 · current').waitFor();
  });

  test('makes a webhook, sees it fail and sends it again', async () => {
    const agent = await createAgent(stage.org, 'EchoEngine');
    await go('w', 'Webhooks');
    await press(page, button('Create webhook').first());
    const dialog = page.getByRole('dialog');
    await write(page, dialog.getByLabel('Name'), 'ERP');
    await write(page, dialog.getByLabel('URL'), receiver.url);
    await press(page, dialog.getByRole('button', { name: 'Create', exact: true }));
    await heading('ERP');
    await stage.org.request('POST', `/webhooks/${new URL(page.url()).pathname.split('/')[2]}/agents/`, {
      agent_ids: [agent.id],
    });
    await untilFinal(stage.org, await startJob(stage.org, agent.id, { text: 'Ada' }));
    await page.getByText(/retrying \d\/10/).waitFor();
    await press(page, page.locator('[aria-label="Deliveries"] tbody a').first());
    await page.getByText('The receiver failed (503).').waitFor();
    receiver.answer = (response) => response.writeHead(204).end();
    await press(page, button('Resend').first());
    await page.getByText('delivered', { exact: true }).first().waitFor();
  });

  test('asks with SQL and leaves the editor again', async () => {
    await go('s', 'SQL');
    const editor = page.getByTestId('sql-editor');
    await tabTo(page, editor);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('select 40 + 2 as answer');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('cell', { name: '42' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    assert.equal(await editor.evaluate((one) => one === one.ownerDocument.activeElement), false, 'Tab leaves it');
  });

  test('makes a key, changes a role, and signs out', async () => {
    const grace = { email: 'grace@example.com', role: 'member' };
    await stage.org.expect(201, 'POST', `/v1/organizations/${stage.org.orgId}/members/`, grace);
    await go('e', 'Settings');
    await press(page, button('Create key'));
    const dialog = page.getByRole('dialog');
    await write(page, dialog.getByLabel('Name'), 'reports');
    await choose(page, dialog.getByRole('combobox', { name: 'Role' }), 'viewer');
    await press(page, dialog.getByRole('button', { name: 'Create', exact: true }));
    await dialog.getByLabel('API key').waitFor();
    await press(page, dialog.getByRole('button', { name: 'I have copied it' }));
    await tabTo(page, page.getByRole('tab', { selected: true }));
    // Beside the keys are programs, then members.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await press(page, button('Invite a person'));
    await write(page, page.getByRole('dialog').getByLabel('E-mail'), 'lin@example.com');
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Done' }));
    await press(page, button('Withdraw the invitation of lin@example.com'));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }));
    await page.getByText('Invitation withdrawn').waitFor();
    await choose(page, page.getByRole('combobox', { name: 'Role of grace' }), 'viewer');
    await page.getByText('grace is now viewer').waitFor();
    await select(page, button(/^Organization and account/), 'Sign out');
    // The text in the SQL editor was not saved.
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Sign out' }));
    await page.getByRole('heading', { name: 'Sign in to Errand' }).waitFor();
    assert.deepEqual(faultsOf(page), []);
  });
});
