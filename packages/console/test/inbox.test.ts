import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { insertApiKey } from '../../server/src/orgs/api-keys.ts';
import { request, until } from '../../server/test/harness.ts';
import { createAgent, startJob, untilFinal, untilJob } from '../../server/test/runs.ts';
import { seriousInBothThemes } from './accessibility.ts';
import { faultsOf, type Stage, skip, withStage } from './console.ts';
import { choose, press, write } from './keyboard.ts';

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
    await page.getByText('To review (3)').waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'Go on?' }).waitFor();
    await page.keyboard.press('1');
    assert.equal(JSON.parse((await untilFinal(stage.org, waitingJob)).outputs[0].value)[0].answer, 'yes');

    // The next item is a review. Its values are beside the decision, with their sources.
    await page.getByRole('button', { name: 'Agree' }).waitFor();
    await page.getByTestId('trust /total').waitFor();
    // The URL has the review, so a reload shows the same, and keys open the source of a value.
    assert.match(page.url(), /[?&]review=/);
    await page.reload();
    await page.getByRole('button', { name: 'Agree' }).waitFor();
    await page.keyboard.press(']');
    await page.getByRole('region', { name: 'Source of total' }).locator('mark').first().waitFor();
    assert.match(page.url(), /field=%2Ftotal/);
    await page.keyboard.press('a');
    await untilDone(1);

    await page.getByText('To review (1)').waitFor();
    await page.getByRole('button', { name: 'Agree' }).waitFor();
    await page.keyboard.press('c');
    await write(page, page.getByRole('textbox', { name: 'total' }), '99');
    await write(page, page.getByRole('textbox', { name: 'Comment' }), 'Gross.');
    await page.keyboard.press('Control+Enter');
    await untilDone(2);

    await page.getByText('To review (0)').waitFor();
    await page.getByRole('button', { name: 'Agree' }).waitFor();
    await page.keyboard.press('s');
    await write(page, page.getByRole('textbox', { name: 'Why do you skip it?' }), 'I know the vendor.');
    await page.keyboard.press('Enter');
    await page.getByText('All done').waitFor();
    await page.getByRole('list', { name: 'To review' }).getByText('I know the vendor.').waitFor();
    const [skipped, corrected, agreed] = (await tasks()).sort((one, other) => order(one) - order(other));
    assert.deepEqual(
      [skipped.state, skipped.reserved_by, skipped.skips[0].reason],
      ['open', null, 'I know the vendor.'],
    );
    assert.deepEqual(
      [corrected.decision.agrees, corrected.decision.corrected_outputs, corrected.decision.comment],
      [false, { '/total': 99 }, 'Gross.'],
    );
    assert.equal(agreed.decision.agrees, true);
    assert.ok(agreed.decision.seconds_spent >= 0);
    await page.getByTestId('review figures').getByText('50 % agree').waitFor();
    await press(page, page.getByRole('link', { name: 'sample' }).first());
    await page.getByRole('button', { name: 'Agree' }).waitFor();
    assert.equal((await tasks()).filter(({ state }) => state === 'reserved').length, 1);
    await page.getByRole('list', { name: 'Skipped' }).getByText('I know the vendor.').waitFor();
    await page.getByRole('list', { name: 'Reserved' }).getByRole('link', { name: 'sample' }).waitFor();

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
    await page.getByRole('link', { name: 'second' }).click();
    await page.getByText('Someone has already decided.').waitFor();
    await page.getByTestId('trust /total').waitFor();
    assert.doesNotMatch(await page.locator('body').innerText(), /First opinion|123,?456/);
    await page.keyboard.press('a');
    await page.getByTestId('review figures').getByText('Second reviewers agreed in 0 % of 1 jobs.').waitFor();
    assert.equal((await tasksOf()).filter(({ state }: any) => state === 'disputed').length, 2);
    // Now both are side by side.
    await page.getByRole('list', { name: 'Reviewers disagree' }).getByRole('link').click();
    await page.getByRole('heading', { name: 'The reviewers disagree' }).waitFor();
    await page.getByRole('region', { name: 'First review' }).getByText('First opinion.').waitFor();
    await page.getByRole('region', { name: 'Second review' }).getByText('second@example.com').waitFor();
    const total = page.getByRole('region', { name: 'Differences' }).getByRole('row', { name: 'total' });
    assert.match((await total.textContent()) ?? '', /4\.5.*123456\.75.*4\.5/);
    await page.getByRole('button', { name: 'Agree' }).waitFor({ state: 'detached' });
    assert.deepEqual(await seriousInBothThemes(page), []);
    // One of the two proposes, and the other confirms.
    await page.getByRole('button', { name: 'First review is right' }).click();
    await page.getByText('Proposed. It is settled once').waitFor();
    const other = await stage.open(`/inbox?review=${first.id}`, { credential: ofFirst });
    await other.getByTestId('proposal').getByRole('button', { name: 'Settle it so' }).click();
    await other.getByText('Settled', { exact: true }).waitFor();
    assert.equal((await org.request('GET', `/v1/agents/jobs/${jobId}/`)).body.review_state, 'disagreed');
    assert.deepEqual(faultsOf(page), []);
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

const order = ({ decision }: any): number => (decision === null ? 0 : decision.agrees ? 2 : 1);

/** Returns the personal key of a member: a key of the organization could be in anybody's hands. */
async function keyOf({ harness, org }: Stage, email: string): Promise<string> {
  const member = { email, role: 'member' };
  const { user_id: userId } = (await org.request('POST', `/v1/organizations/${org.orgId}/members/`, member)).body;
  const own = { orgId: org.orgId, userId, role: 'member', name: 'own', personal: true } as const;
  return (await insertApiKey(harness.database.system, own)).apiKey;
}
