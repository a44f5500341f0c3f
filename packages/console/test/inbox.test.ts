import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { insertApiKey } from '../../server/src/orgs/api-keys.ts';
import { request, until } from '../../server/test/harness.ts';
import { createAgent, startJob, untilFinal, untilJob } from '../../server/test/runs.ts';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, type Stage, skip, withStage } from './console.ts';
import { choose, tabTo, write } from './keyboard.ts';

// Tests the inbox with the keyboard alone: answers a wait, then agrees with, corrects and skips reviews.

describe('the inbox', { skip }, () => {
  const stage = withStage();
  let agentId: string;
  let waitingJob: string;
  before(async () => {
    const { org } = stage;
    const schema = { type: 'object', properties: { total: { type: ['number', 'null'] } } };
    agentId = (
      await createAgent(org, 'MultimodalExtractionEngine', {
        inputs: [{ key: 'text' }],
        config: { model: 'baseline', text: '${text}', output_schema: schema },
      })
    ).id;
    await org.request('PUT', `/v1/agents/${agentId}/review-plan/`, { sample_rate: 1, due_hours: 24 });
    for (const total of [1, 2, 3]) await untilFinal(org, await startJob(org, agentId, { text: `Total: ${total}.50` }));
    const waiter = await createAgent(org, 'WaitEngine', { settings: { disable_cache: true } });
    waitingJob = await startJob(org, waiter.id, {});
    await untilJob(org, waitingJob, (job) => job.waiting !== null);
    await until(async () => (await tasks()).length === 3, 'three reviews');
  });

  const tasks = async (): Promise<any[]> =>
    (await stage.org.request('GET', `/v1/reviews/?agent_id=${agentId}`)).body.results;
  const untilDone = (count: number) =>
    until(async () => (await tasks()).filter(({ state }) => state === 'done').length === count, `${count} decisions`);

  test('goes from one thing to the next with keys alone, evidence beside it', async () => {
    const page = await stage.open('/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    for (const key of ['g', 'n']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await groupOf(page, 'Everything', 4).waitFor();
    // Content comes first: the agent, the result and the input. What is due comes before what is not.
    const rows = itemsOf(page).getByRole('link');
    await rows.first().getByText('total: 1.5', { exact: true }).waitFor();
    await rows.first().getByText('Total: 1.50', { exact: true }).waitFor();
    await page.keyboard.press('k');
    for (const _ of [1, 2, 3]) await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Go on?' }).waitFor();

    // A decision is undone before it leaves, and its comment is still there.
    await write(page, page.getByRole('textbox', { name: 'Comment' }), 'Checked.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('2');
    await page.getByRole('status').getByText('“no”').waitFor();
    await page.keyboard.press('u');
    await page.getByRole('heading', { name: 'Go on?' }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Comment' }).inputValue(), 'Checked.');
    await page.keyboard.press('1');

    // The next item is a review. Its values are beside the decision, with their sources.
    await page.getByRole('button', { name: 'Agree' }).waitFor();
    await page.getByTestId('trust /total').waitFor();
    const given = JSON.parse((await untilFinal(stage.org, waitingJob)).outputs[0].value)[0];
    assert.deepEqual([given.answer, given.comment], ['yes', 'Checked.']);
    // The URL has the review, so a reload shows the same, and keys open the source of a value.
    assert.match(page.url(), /[?&]review=/);
    await page.reload();
    await page.getByRole('button', { name: 'Agree' }).waitFor();
    await page.keyboard.press(']');
    await page.getByRole('region', { name: 'Source of total' }).locator('mark').first().waitFor();
    assert.match(page.url(), /field=%2Ftotal/);
    await page.keyboard.press('a');

    // The next one is open at once, before the first has left.
    await groupOf(page, 'Everything', 2).waitFor();
    await page.getByRole('button', { name: 'Agree' }).waitFor();
    await page.keyboard.press('c');
    await write(page, page.getByRole('textbox', { name: 'total' }), '99');
    await write(page, page.getByRole('textbox', { name: 'Comment' }), 'Gross.');
    // A draft survives a reload. The first decision leaves with the page.
    await page.reload();
    await untilDone(1);
    await page.getByRole('button', { name: 'Agree' }).waitFor();
    await page.keyboard.press('c');
    assert.equal(await page.getByRole('textbox', { name: 'Comment' }).inputValue(), 'Gross.');
    await tabTo(page, page.getByRole('textbox', { name: 'Comment' }));
    await page.keyboard.press('Control+Enter');

    await groupOf(page, 'Everything', 1).waitFor();
    await page.getByRole('button', { name: 'Agree' }).waitFor();
    await page.keyboard.press('s');
    await write(page, page.getByRole('textbox', { name: 'Why do you skip it?' }), 'I know the vendor.');
    await page.keyboard.press('Enter');
    await page.getByText('All done').waitFor();
    // Leaving the page does not lose what was decided a moment ago, nor does it count twice.
    for (const key of ['g', 'h']) await page.keyboard.press(key);
    await untilDone(2);
    for (const key of ['g', 'n']) await page.keyboard.press(key);
    await itemsOf(page).getByText('skipped: I know the vendor.').waitFor();
    const [skipped, corrected, agreed] = (await tasks()).sort((one, other) => order(one) - order(other));
    assert.deepEqual(
      [skipped.state, skipped.reserved_by, skipped.skips.length, skipped.skips[0].reason],
      ['open', null, 1, 'I know the vendor.'],
    );
    assert.deepEqual(
      [corrected.decision.agrees, corrected.decision.corrected_outputs, corrected.decision.comment],
      [false, { '/total': 99 }, 'Gross.'],
    );
    assert.equal(agreed.decision.agrees, true);
    assert.ok(agreed.decision.seconds_spent >= 0);
    await page.getByTestId('review figures').getByText('50 % agree').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Agree' }).waitFor();
    await until(async () => (await tasks()).some(({ state }) => state === 'reserved'), 'the reservation');
    await page.getByRole('list', { name: 'Skipped' }).getByText('I know the vendor.').waitFor();

    await page.goto(`/agents/${agentId}?tab=reviews`);
    const { month } = (await stage.org.request('GET', `/v1/agents/${agentId}/drift/`)).body.rows[0];
    const drift = page.getByRole('region', { name: 'Agreement of reviewers by version and month' });
    await drift.getByRole('row', { name: `${month} 50.0 % of 2` }).waitFor();
    await page.getByRole('region', { name: 'Corrections by field' }).getByText('/total').waitFor();
    await page.getByRole('region', { name: 'Reviews by reviewer' }).getByText('50.0 %').waitFor();
    assert.deepEqual(faultsOf(page), []);
  });

  test('a second reviewer does not see the first answer, and both are counted', async () => {
    const { org } = stage;
    await org.request('PUT', `/v1/agents/${agentId}/review-plan/`, { sample_rate: 1, second_review_rate: 1 });
    const jobId = await startJob(org, agentId, { text: 'Total: 4.50' });
    await untilFinal(org, jobId);
    const tasksOf = async () => (await org.request('GET', `/v1/reviews/?job_id=${jobId}`)).body.results;
    const [first] = await until(async () => (await tasksOf()).length === 1 && tasksOf(), 'the review');
    const given = { agrees: false, corrected_outputs: { '/total': 123456.75 }, comment: 'First opinion.' };
    const ofFirst = await keyOf(stage, 'first@example.com');
    const decided = await request(stage.harness.baseUrl, ofFirst, 'POST', `/v1/reviews/${first.id}/decide/`, given);
    assert.equal(decided.status, 200, decided.text);

    const page = await stage.open('/inbox', { credential: await keyOf(stage, 'second@example.com') });
    await itemsOf(page).getByRole('link', { name: 'second review' }).click();
    await page.getByText('Someone has already decided.').waitFor();
    await page.getByTestId('trust /total').waitFor();
    assert.doesNotMatch(await page.locator('body').innerText(), /First opinion|123,?456/);
    // The keys decide once the item is reserved, which is when its buttons are there.
    await page.getByRole('button', { name: /^Agree/ }).waitFor();
    await page.keyboard.press('a');
    await until(async () => (await tasksOf()).every(({ state }: any) => state === 'disputed'), 'the second review');
    await page.reload();
    await page.getByTestId('review figures').getByText('Second reviewers agreed in 0 % of 1 jobs.').waitFor();
    assert.equal((await tasksOf()).filter(({ state }: any) => state === 'disputed').length, 2);
    // Now both are side by side.
    await groupOf(page, 'Disagreements', 1).click();
    await itemsOf(page).getByRole('link').click();
    await page.getByRole('heading', { name: 'The reviewers disagree' }).waitFor();
    await page.getByRole('region', { name: 'First review' }).getByText('First opinion.').waitFor();
    await page.getByRole('region', { name: 'Second review' }).getByText('second@example.com').waitFor();
    const total = page.getByRole('region', { name: 'Differences' }).getByRole('row', { name: 'total' });
    assert.match((await total.textContent()) ?? '', /4\.5.*123456\.75.*4\.5/);
    await page.getByRole('button', { name: 'Agree' }).waitFor({ state: 'detached' });
    assert.deepEqual(await seriousInBothThemes(page), []);
    // One of the two proposes, and the other confirms.
    await page.getByRole('button', { name: 'First review is right' }).waitFor();
    await page.keyboard.press('1');
    await page.getByRole('status').getByText('Proposed').waitFor();
    // Leaving the console sends it.
    await page.goto('/docs/');
    await until(async () => (await tasksOf()).some(({ settlement }: any) => settlement !== null), 'the proposal');
    const other = await stage.open(`/inbox?review=${first.id}`, { credential: ofFirst });
    await other.getByTestId('proposal').getByRole('button', { name: 'Settle it so' }).click();
    await other.getByRole('status').getByText('Settled').waitFor();
    const stateOf = async () => (await org.request('GET', `/v1/agents/jobs/${jobId}/`)).body.review_state;
    await until(async () => (await stateOf()) === 'disagreed', 'the settled review');
    assert.deepEqual(faultsOf(page), []);
  });

  test('overdue reviews come first, and opening an item moves nothing, on a phone as on a desktop', async () => {
    const { org } = stage;
    const late = await createAgent(org, 'EchoEngine');
    await org.request('PUT', `/v1/agents/${late.id}/review-plan/`, { sample_rate: 1, due_hours: 0.0001 });
    await untilFinal(org, await startJob(org, late.id, { text: 'Pay 250 EUR to Ada' }));
    await until(async () => (await org.request('GET', '/v1/reviews/?overdue=true')).body.count === 1, 'it is overdue');
    for (const [width, height] of [
      [390, 800],
      [1440, 900],
    ] as const) {
      const page = await stage.open('/inbox', { width, height });
      const first = itemsOf(page).getByRole('link').first();
      await first.getByText('overdue', { exact: true }).waitFor();
      await first.getByText('Pay 250 EUR to Ada').first().waitFor();
      await groupOf(page, 'Overdue', 1).waitFor();
      await first.click();
      await page.getByRole('button', { name: 'Agree' }).waitFor();
      await page.getByRole('link', { name: 'Open the job' }).waitFor();
      const shift = await page.evaluate<number>(`new Promise((resolve) => new PerformanceObserver((list) =>
        resolve(list.getEntries().filter((one) => !one.hadRecentInput).reduce((sum, one) => sum + one.value, 0)),
      ).observe({ type: 'layout-shift', buffered: true }) ?? setTimeout(() => resolve(0), 500))`);
      assert.ok(shift < 0.05, `layout shift ${shift} at ${width}`);
      assert.deepEqual(await seriousInBothThemes(page), []);
    }
  });

  test('the plan of an agent and the approval of a version are set in forms', async () => {
    const { id } = await createAgent(stage.org, 'EchoEngine');
    const page = await stage.open(`/agents/${id}?tab=settings`);
    await page.getByLabel('Random sample (%)').fill('25');
    await page.getByRole('checkbox', { name: 'The job failed' }).click();
    await page.getByRole('textbox', { name: 'The verdict is' }).fill('rejected, unclear');
    await page.getByRole('button', { name: 'Save plan' }).click();
    await page.getByText('Review plan saved').waitFor();
    const { body: plan } = await stage.org.request('GET', `/v1/agents/${id}/review-plan/`);
    assert.deepEqual([plan.sample_rate, plan.always_when], [0.25, ['failure', 'verdict:rejected', 'verdict:unclear']]);

    await page.goto(`/agents/${id}/edit`);
    await choose(page, page.getByRole('combobox', { name: 'Held back until a person approves' }), 'Always');
    await page.getByRole('checkbox', { name: 'The person who started the job cannot approve it' }).click();
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    const version = await until(async () => {
      const { body } = await stage.org.request('GET', `/v1/agents/${id}/versions/current/`);
      return body.approval !== null && body;
    }, 'the version');
    assert.deepEqual([version.approval.when, version.approval.forbid_requester], ['always', true]);
    assert.deepEqual(faultsOf(page), []);
  });
});

const itemsOf = (page: Page) => page.getByRole('list', { name: 'Items' });
const groupOf = (page: Page, name: string, count: number) =>
  page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name: `${name} ${count}`, exact: true });

const order = ({ decision }: any): number => (decision === null ? 0 : decision.agrees ? 2 : 1);

/** Returns the personal key of a member: a key of the organization could be in anybody's hands. */
async function keyOf({ harness, org }: Stage, email: string): Promise<string> {
  const member = { email, role: 'member' };
  const { user_id: userId } = (await org.request('POST', `/v1/organizations/${org.orgId}/members/`, member)).body;
  const own = { orgId: org.orgId, userId, role: 'member', name: 'own', personal: true } as const;
  return (await insertApiKey(harness.database.system, own)).apiKey;
}
