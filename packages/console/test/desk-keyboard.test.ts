import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createPerson, type Person } from '../../server/test/people.ts';
import { faultsOf, type Stage, skip, startStage } from './console.ts';
import { choose, press, tabTo, write } from './keyboard.ts';

// From an alert to the sealed file without a mouse: the queue, the case, its evidence, the report, the decision, and the
// second person. Nothing here asserts a time; it is printed.

describe('the desk with the keyboard alone', { skip }, () => {
  let stage: Stage;
  let analyst: Person;
  let approver: Person;
  before(async () => {
    stage = await startStage();
    analyst = await createPerson(stage.harness, stage.org, 'analyst');
    approver = await createPerson(stage.harness, stage.org, 'approver');
    await stage.org.expect(201, 'POST', '/v1/case-queues/', {
      name: 'Payments',
      clocks: [{ name: 'Report', from: 'alert', hours: 72 }],
      reason_codes: ['no_suspicion', 'structuring'],
      four_eyes: { outcomes: ['report'] },
    });
  });
  after(() => stage?.stop());

  async function go(page: Page, key: string, name: string): Promise<void> {
    for (const one of ['Escape', 'g', key]) await page.keyboard.press(one);
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  test('an alert becomes a case, a report in which no sentence is unsupported, a decision of two people and a file', async () => {
    const began = performance.now();
    await stage.org.expect(201, 'POST', '/v1/case-alerts/', {
      queue: 'Payments',
      external_id: 'tm-1',
      subject: { kind: 'company', name: 'Hartmann Import GmbH', identifiers: { account: 'DE07 7001' } },
      rule: 'many small transfers',
      amount: 9_900,
      currency: 'EUR',
      detected_at: new Date().toISOString(),
    });
    const page = await stage.open('/', { credential: analyst.token, asPerson: true });
    const dialog = page.getByRole('dialog');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await go(page, 'd', 'Cases');

    // The queue: the keys are listed, the row is reached, looked at, and the next case taken.
    await page.getByRole('link', { name: 'Hartmann Import GmbH' }).waitFor();
    await page.keyboard.press('?');
    await dialog.getByText('Take the next case that nobody has').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await page.getByRole('region', { name: 'Peek at a case' }).getByText('many small transfers').waitFor();
    // Beside the panel, the list has the width that is left.
    const list = (await page.getByRole('region', { name: 'Cases', exact: true }).boundingBox())!;
    assert.ok(list.width > 500, `the list is ${list.width} wide`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.getByRole('heading', { level: 1, name: '#1 Hartmann Import GmbH' }).waitFor();
    await page.getByRole('button', { name: 'Give back' }).waitFor();

    // A note and a task of the checklist.
    await page.keyboard.press('n');
    await write(page, dialog.getByLabel('Note'), 'The customer sold machines to craftsmen.');
    await press(page, dialog.getByRole('button', { name: 'Add', exact: true }));
    await page.getByText('The customer sold machines to craftsmen.').waitFor();
    await page.keyboard.press('t');
    await write(page, dialog.getByLabel('Title'), 'Ask for the invoices');
    await press(page, dialog.getByRole('button', { name: 'Add', exact: true }));
    await press(page, page.getByRole('checkbox', { name: 'Ask for the invoices' }), 'Space');
    await page.getByRole('heading', { name: 'Checklist (0 open)' }).waitFor();

    // The report: a sentence without support is marked until it cites the note.
    await page.keyboard.press('Escape');
    await page.keyboard.press('5');
    await choose(page, page.getByRole('combobox', { name: 'Template' }), 'SAR, in the order of FinCEN');
    await press(page, page.getByRole('button', { name: 'Begin the report' }));
    await press(page, page.getByRole('button', { name: 'Add to Part V: Narrative' }));
    await page.getByLabel('Sentence').waitFor();
    await page.keyboard.insertText('The payments are for machines.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Unsupported: It cites nothing.').waitFor();
    await press(page, page.getByRole('button', { name: 'Edit: The payments are for machines.' }));
    await press(page, page.getByRole('button', { name: 'Add a citation' }));
    await choose(page, page.getByRole('combobox', { name: 'It rests on' }), /^Note: The customer sold/);
    await write(page, page.getByLabel('Words in it'), 'machines to craftsmen');
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^\d+ cited without a quotation$/).waitFor();

    // The decision is proposed, because a second person has to agree.
    await tabTo(page, page.getByRole('tab', { name: 'Report' }));
    await page.keyboard.press('d');
    await write(page, dialog.getByLabel('Outcome'), 'report');
    await choose(page, dialog.getByRole('combobox', { name: 'Reason code' }), 'structuring');
    await write(page, dialog.getByLabel('Narrative'), 'Twelve transfers just below the limit.');
    await press(page, dialog.getByRole('button', { name: 'Propose' }));
    await page.getByText('Somebody with the role approver decides about the proposal.').waitFor();
    assert.deepEqual(faultsOf(page), []);
    await stage.close();

    const second = await stage.open('/cases', { credential: approver.token, asPerson: true });
    await second.getByRole('link', { name: 'Hartmann Import GmbH' }).waitFor();
    await second.keyboard.press('j');
    await second.keyboard.press('Enter');
    await second.getByRole('heading', { name: 'Proposed decision' }).waitFor();
    await second.keyboard.press('y');
    await press(second, second.getByRole('dialog').getByRole('button', { name: 'Approve' }));
    await second.getByText('Closed', { exact: true }).waitFor();
    await second.keyboard.press('5');
    await second.getByRole('button', { name: 'Case file' }).waitFor();
    const [file] = await Promise.all([second.waitForEvent('download'), second.keyboard.press('f')]);
    const content = await readFile(await file.path());
    assert.equal(file.suggestedFilename(), 'case-1.zip');
    assert.equal(content.subarray(0, 2).toString(), 'PK');
    const [decided] = (await approver.expect(200, 'GET', '/v1/cases/')).results;
    assert.deepEqual([decided.state, decided.outcome, decided.reason_code], ['closed', 'report', 'structuring']);
    assert.deepEqual(faultsOf(second), []);
    console.log(`# from the alert to the sealed file: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  });

  test('what is overdue and what waits for approval is on Home and beside Cases, and a colleague is asked about', async () => {
    const overdue = { name: 'Late', clocks: [{ name: 'Report', from: 'detection', hours: 1 }] };
    await stage.org.expect(201, 'POST', '/v1/case-queues/', { ...overdue, four_eyes: { outcomes: ['report'] } });
    const openCase = async (name: string): Promise<string> =>
      (
        await stage.org.expect(201, 'POST', '/v1/case-alerts/', {
          queue: 'Late',
          external_id: name,
          subject: { kind: 'company', name, identifiers: {} },
          rule: 'round sums',
          detected_at: '2026-03-27T10:00:00Z',
        })
      ).case_id;
    const mine = await openCase('Nagel Ltd');
    await analyst.expect(200, 'POST', `/v1/cases/${mine}/assign/`, { user_id: analyst.userId });
    const proposed = await openCase('Ost Ltd');
    const report = { outcome: 'report', reason_code: 'round', narrative: 'Round sums.' };
    await analyst.expect(202, 'POST', `/v1/cases/${proposed}/decide/`, report);

    const page = await stage.open('/', { credential: analyst.token, asPerson: true });
    await page.getByRole('link', { name: 'Cases 1 waiting' }).waitFor();
    assert.equal(await page.getByText('waits for an approver').count(), 0);
    await press(page, page.getByRole('link', { name: '1 of your cases is overdue' }));
    await page.getByRole('link', { name: 'Nagel Ltd' }).waitFor();
    await stage.close();

    const second = await stage.open('/', { credential: approver.token, asPerson: true });
    await second.getByRole('link', { name: 'Cases 1 waiting' }).waitFor();
    await press(second, second.getByRole('link', { name: '1 decision about cases waits for an approver' }));
    await second.getByRole('link', { name: 'Ost Ltd' }).waitFor();
    const groups = second.getByRole('navigation', { name: 'Groups of cases' });
    await groups.getByRole('link', { name: 'To approve 1' }).waitFor();
    assert.match(await groups.locator('[aria-current]').innerText(), /^To approve/, 'the only one that is marked');

    // The row of the analyst: A asks, and Escape leaves it with them.
    await second.goto('/cases?q=nagel');
    await second.getByRole('link', { name: 'Nagel Ltd' }).waitFor();
    await second.keyboard.press('j');
    await second.keyboard.press('a');
    const dialog = second.getByRole('dialog');
    await dialog.getByText(`${analyst.email} works on it now.`).waitFor();
    await second.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal((await analyst.expect(200, 'GET', `/v1/cases/${mine}/`)).assignee.user_id, analyst.userId);
    await second.keyboard.press('a');
    await press(second, dialog.getByRole('button', { name: 'Take it over' }));
    await second.getByRole('cell', { name: approver.email }).waitFor();
    assert.equal((await analyst.expect(200, 'GET', `/v1/cases/${mine}/`)).assignee.user_id, approver.userId);
    assert.deepEqual(faultsOf(second), []);
    await stage.close();
  });
});
