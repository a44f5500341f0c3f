import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../server/test/harness.ts';
import { createAgent, startJob, untilFinal, untilJob } from '../../server/test/runs.ts';
import { faultsOf, skip, withStage } from './console.ts';

// Twenty mixed items, one after the other, without a mouse and without leaving the inbox: eight approvals, three questions
// and nine reviews, of which one is corrected and one decision is undone.

const APPROVALS = 8;
const REVIEWS = 9;

describe('twenty items of the inbox', { skip }, () => {
  const stage = withStage();
  let reader: string;
  const waiting: string[] = [];
  before(async () => {
    const { org } = stage;
    const schema = { type: 'object', properties: { total: { type: ['number', 'null'] } } };
    const config = { model: 'baseline', text: '${text}', output_schema: schema };
    reader = (await createAgent(org, 'MultimodalExtractionEngine', { inputs: [{ key: 'text' }], config })).id;
    await org.request('PUT', `/v1/agents/${reader}/review-plan/`, { sample_rate: 1, due_hours: 24 });
    for (let total = 1; total <= REVIEWS; total++)
      await untilFinal(org, await startJob(org, reader, { text: `Total: ${total}.50` }));
    const asker = await createAgent(org, 'WaitEngine', { settings: { disable_cache: true } });
    const questions = [
      { kind: 'question', title: 'How much?', answer_schema: { type: 'number' } },
      { kind: 'question', title: 'Whose invoice is it?' },
      { kind: 'question', title: 'Which day?', answer_schema: dayAndNote },
    ];
    const approvals = Array.from({ length: APPROVALS }, (_, index) => ({
      kind: 'approval',
      title: `Pay invoice ${index + 1}?`,
      options: ['yes', 'no'],
    }));
    for (const request of [...questions, ...approvals])
      waiting.push(await startJob(org, asker.id, { request: JSON.stringify(request) }));
    for (const id of waiting) await untilJob(org, id, (job) => job.waiting !== null);
    await until(async () => (await tasks()).length === REVIEWS, 'the reviews');
  });

  const dayAndNote = {
    type: 'object',
    properties: { day: { type: 'string' }, note: { type: 'string' } },
    required: ['day'],
  };
  const tasks = async (): Promise<any[]> =>
    (await stage.org.request('GET', `/v1/reviews/?agent_id=${reader}&page_size=50`)).body.results;

  test('are decided by keys alone, and every decision arrives once', async () => {
    const page = await stage.open('/');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    for (const key of ['g', 'n']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await page
      .getByRole('link', { name: /^Everything/ })
      .getByText('20', { exact: true })
      .waitFor();
    await page.keyboard.press('n');

    const seen: string[] = [];
    let undone = false;
    while (seen.length < 20) {
      const kind = await opened(page, seen);
      assert.deepEqual(await marked(page, 'Items'), [itemOf(page.url())], 'the open item is marked in the list');
      assert.equal((await marked(page, 'Groups')).length, 1, 'so is the group');
      if (kind === 'approval' && !undone) {
        // The first one is decided wrongly, taken back, and decided again.
        undone = true;
        const before = page.url();
        await page.keyboard.press('2');
        await page.waitForURL((url) => url.href !== before);
        await page.keyboard.press('u');
        await page.waitForURL(before);
        await page.getByRole('button', { name: /^yes/i }).waitFor();
      }
      seen.push(itemOf(page.url()));
      await decide(page, kind, seen.length);
    }
    await page.getByText('All done').waitFor();
    assert.equal(new Set(seen).size, 20);
    // Leaving the inbox sends what still could be undone.
    for (const key of ['g', 'h']) await page.keyboard.press(key);

    await until(async () => (await tasks()).every(({ state }) => state === 'done'), 'the reviews');
    const reviews = await tasks();
    assert.equal(reviews.filter(({ decision }) => !decision.agrees).length, 1, 'one was corrected');
    const answers = [];
    for (const id of waiting) answers.push(JSON.parse((await untilFinal(stage.org, id)).outputs[0].value)[0].answer);
    assert.deepEqual(answers, [12.5, 'Ada’s', { day: 'Monday' }, ...Array.from({ length: APPROVALS }, () => 'yes')]);
    assert.deepEqual(faultsOf(page), []);
  });

  /** The links that a list or navigation marks as the current ones, by the item that they open. */
  const marked = async (page: Page, name: string): Promise<string[]> => {
    const links = await page.locator(`[aria-label="${name}"] a[aria-current]`).all();
    return Promise.all(links.map(async (link) => itemOf(new URL((await link.getAttribute('href'))!, page.url()).href)));
  };

  let corrected = false;

  async function decide(page: Page, kind: Kind, place: number): Promise<void> {
    if (kind === 'approval') return page.keyboard.press('1');
    if (kind === 'question') {
      const title = await page.getByRole('heading', { name: /How much|Whose invoice|Which day/ }).textContent();
      await page.keyboard.press('e');
      await page.waitForFunction('/textarea|input/i.test(document.activeElement.tagName)');
      await page.keyboard.insertText(/much/.test(title!) ? '12.5' : /Whose/.test(title!) ? 'Ada’s' : 'Monday');
      return page.keyboard.press('Control+Enter');
    }
    if (corrected) return page.keyboard.press('a');
    corrected = true;
    await page.keyboard.press('c');
    await page.getByRole('textbox', { name: 'total' }).waitFor();
    await page.waitForFunction('/textarea|input/i.test(document.activeElement.tagName)');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(String(1_000 + place));
    await page.keyboard.press('Control+Enter');
  }
});

type Kind = 'approval' | 'question' | 'review';

const itemOf = (url: string): string => {
  const { searchParams } = new URL(url);
  return searchParams.get('wait') ?? searchParams.get('review') ?? '';
};

/** Waits for an item that was not decided yet, and says what it asks for. */
async function opened(page: Page, seen: string[]): Promise<Kind> {
  await page.waitForURL((url) => itemOf(url.href) !== '' && !seen.includes(itemOf(url.href)));
  const pane = page.getByRole('region', { name: 'To do' });
  if (new URL(page.url()).searchParams.has('review')) {
    await pane.getByRole('button', { name: 'Agree' }).waitFor();
    return 'review';
  }
  const heading = pane.getByRole('heading', { name: /^(Pay invoice|How much|Whose invoice|Which day)/ });
  await heading.waitFor();
  return /^Pay/.test((await heading.textContent()) ?? '') ? 'approval' : 'question';
}
