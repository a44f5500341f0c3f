import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../../../test/engine-context.ts';
import { readSettings } from './ask/settings.ts';
import { createEvidence } from './evidence/evidence.ts';
import { classifyFraud } from './fraud-kinds.ts';

async function classify(text: string, answers: unknown[] = []) {
  const { context } = createTestContext(answers);
  const settings = readSettings(context, answers.length === 0 ? { model: 'baseline' } : {});
  const evidence = createEvidence(context);
  await evidence.add({ name: 'alert', description: '', source: 'input', text });
  return classifyFraud(context, settings, evidence);
}

test('without a model the words that come first decide; what nothing shows is unknown', async () => {
  assert.deepEqual(
    await classify('A phishing mail gave a hacker the password; the account takeover ended in a wire, not in cash.'),
    { scenario: 'account_takeover', actor: 'third_party', vector: 'phishing', payment_rail: 'wire' },
  );
  const nothing = await classify('The weather was fine.');
  assert.deepEqual([...new Set(Object.values(nothing))], ['unknown']);
});

test('an answer of a model counts only with a quotation of the case', async () => {
  const quoted = [{ reference: '$REF_1$', quote: 'paid with a stolen card at an online shop' }];
  const answer = {
    scenario: { value: 'card_not_present', evidence: quoted },
    actor: { value: 'insider', evidence: [] },
    vector: { value: 'stolen_card', evidence: [...quoted, { reference: '$REF_1$', quote: 'made up words of it' }] },
    payment_rail: { value: 'card', evidence: [{ reference: '$REF_2$', quote: 'paid with a stolen card' }] },
  };
  assert.deepEqual(await classify('Somebody paid with a stolen card at an online shop.', [answer]), {
    scenario: 'card_not_present',
    actor: 'unknown',
    vector: 'unknown',
    payment_rail: 'unknown',
  });
});
