import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createAgent, startJob, untilFinal, untilJob } from '../../server/test/runs.ts';
import { faultsOf, skip, withStage } from './console.ts';

describe('waits in the browser', { skip }, () => {
  const stage = withStage();
  let agentId: string;
  before(async () => {
    agentId = (await createAgent(stage.org, 'WaitEngine', { settings: { disable_cache: true } })).id;
  });

  test('an approval is answered on the page of waits, a question on that of its job', async () => {
    const approved = await startJob(stage.org, agentId, {});
    await untilJob(stage.org, approved, (job) => job.waiting !== null);
    const page = await stage.open('/waits');
    await page.getByText('Go on?').waitFor();
    await page.getByLabel('Comment').fill('Looks fine');
    await page.getByRole('button', { name: 'yes', exact: true }).click();
    await page.getByText('Nothing waits for you').waitFor();
    const job = await untilFinal(stage.org, approved);
    const [given] = JSON.parse(job.outputs[0].value);
    assert.deepEqual([given.answer, given.comment], ['yes', 'Looks fine']);

    const request = { kind: 'question', title: 'How much?', answer_schema: { type: 'number' } };
    const asked = await startJob(stage.org, agentId, { request: JSON.stringify(request) });
    await untilJob(stage.org, asked, (one) => one.waiting !== null);
    await page.goto(`${new URL(page.url()).origin}/jobs/${asked}`);
    await page.getByText('How much?').waitFor();
    await page.locator('[data-status="waiting"]').first().waitFor();
    await page.getByText('Waiting for an answer of a person').waitFor();
    await page.getByLabel('Answer').fill('12.5');
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    assert.equal(JSON.parse((await untilFinal(stage.org, asked)).outputs[0].value)[0].answer, 12.5);

    const answer_schema = {
      type: 'object',
      properties: {
        who: { type: 'string', title: 'Who is it?' },
        age: { type: 'integer' },
        risk: { enum: ['low', 'high'] },
      },
      required: ['who'],
    };
    const form = { kind: 'question', title: 'About the person', answer_schema };
    const told = await startJob(stage.org, agentId, { request: JSON.stringify(form) });
    await untilJob(stage.org, told, (one) => one.waiting !== null);
    await page.goto(`/jobs/${told}`);
    await page.getByLabel('Who is it?').fill('Ada');
    await page.getByRole('spinbutton', { name: 'age' }).fill('36');
    await page.getByLabel('risk').selectOption('low');
    await page.getByRole('button', { name: 'Create a one-time link' }).click();
    await page.getByText('/v1/wait-links/').waitFor();
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    const expected = { who: 'Ada', age: 36, risk: 'low' };
    assert.deepEqual(JSON.parse((await untilFinal(stage.org, told)).outputs[0].value)[0].answer, expected);
    assert.deepEqual(faultsOf(page), []);
  });
});
