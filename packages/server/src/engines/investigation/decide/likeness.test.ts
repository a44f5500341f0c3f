import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCase, shopContent } from '../../../../test/policies/cases.ts';
import { claim, rejected, startModelCases } from '../../../../test/policies/model-cases.ts';
import { stopAtEnd } from '../../../../test/stop-at-end.ts';

// A quotation may say what its rule asks in its words, or be only like it in meaning.

const cases = stopAtEnd(await startModelCases());

const content = {
  ...shopContent,
  guidelines: {
    categories: [
      {
        title: 'Fires',
        rules: [{ title: 'Suspicious fire', description: 'The fire was set on purpose.', flag: 'RED_FLAG' }],
      },
    ],
  },
};
const stated = 'The fire was set on purpose by the owner.';
const alike = 'The fire brigade found petrol at three places and concluded that the fire had been laid.';

async function decide(sentence: string, config: Record<string, unknown> = {}) {
  const { model, agent } = await cases.newCase('ProductPolicyEngine', config, content);
  await cases.models.script(model, { json: { findings: [claim('R1', true, sentence)] } }, { json: rejected });
  const { job, output } = await runCase(cases.org, agent.id, { product_listing: sentence });
  const { investigation_findings: findings, hits_by_likeness: alike } = output.compliance_result;
  const [{ hit, rule_id: rule }] = findings;
  return { needsReview: job.needs_review, hit, isAlike: alike?.includes(rule) ?? false };
}

test('the output names the hits whose quotations do not state their rule and are only like it', async () => {
  assert.deepEqual(await decide(stated), { needsReview: false, hit: true, isAlike: false });
  assert.deepEqual(await decide(alike, { on_likeness: 'keep' }), { needsReview: false, hit: true, isAlike: true });
});

test('an agent with the built-in model is refused the review of hits by likeness, which it would ignore', async () => {
  await assert.rejects(cases.newCase('ProductPolicyEngine', { model: 'baseline', on_likeness: 'review' }, content), {
    message: /on_likeness.* needs a language model/,
  });
});

test('a person reviews hits that rest on likeness alone unless the agent says otherwise, and no others', async () => {
  assert.equal((await decide(alike)).needsReview, true);
  assert.equal((await decide(stated)).needsReview, false);
});
