import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck, startHarness, stopAtEnd } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { writeModelsFile } from '../models/fixtures.ts';
import { badListing, createCaseAgent, runToEnd, shopContent } from './cases.ts';

// A verdict is decided by the model that the agent names, unless the policy allows its substitutes.

const models = stopAtEnd(await startModelServer());
const own = { base_url: `${models.url}/v1` };
const names = ['first-never', 'first-default', 'first-listed', 'spare'];
const file = await writeModelsFile({
  providers: { own },
  models: names.map((id) => ({ id, provider: 'own', prices: { input: 1, output: 2 } })),
});
stopAtEnd({ stop: file.remove });
const harness = stopAtEnd(await startHarness({ env: { ...models.env, ERRAND_MODELS_FILE: file.path } }));
const org = await harness.org();

const evidence = (quote: string) => [{ reference: '$REF_1$', quote }];
const findings = [
  { rule: 'R1', hit: true, reasoning: 'A fixed blade.', evidence: evidence('knife with a fixed blade of 18 cm') },
  { rule: 'R2', hit: false, reasoning: 'No brand.', evidence: evidence('Sharp weapons for hunters.') },
  { rule: 'R3', hit: false, reasoning: 'Nothing on returns.', evidence: evidence('Sharp weapons for hunters.') },
];
const refusal = { text: 'I would rather not.', finish: 'content_filter' } as const;
const verdict = { json: { verdict: 'rejected', reasoning: 'R1.', rests_on: ['R1'] } };

async function decide(model: string, content: object) {
  await models.script(model, refusal);
  await models.script('spare', { json: { findings } }, verdict);
  const before = (await models.calls('spare')).length;
  const config = { model, models: [{ model: 'spare', when: ['refusal'] }], enable_planning: false };
  const agent = await createCaseAgent(org, 'ProductPolicyEngine', config, { ...shopContent, ...content });
  const job = await runToEnd(org, agent.id, { product_listing: badListing });
  return { job, asked: (await models.calls('spare')).length - before };
}

for (const [model, content] of [
  ['first-default', {}],
  ['first-never', { substitutes: 'never' }],
] as const)
  test(`a refusal of the named model decides nothing, and no other model is asked (${model})`, async () => {
    const { job, asked } = await decide(model, content);
    assert.equal(asked, 0);
    assert.equal(job.substituted, false);
    assert.deepEqual([...new Set(pluck(job.models, 'model'))], [model]);
    assert.equal(job.status_code, 4, 'the case has no verdict');
    assert.equal(job.error.code, 'errand.models.no_answer');
  });

test('a policy that lists substitutes lets them decide, and the job says so', async () => {
  const { job, asked } = await decide('first-listed', { substitutes: 'listed' });
  assert.equal(job.status_code, 3, job.error_message);
  assert.ok(asked >= 2, `${asked} questions`);
  assert.equal(job.substituted, true);
  assert.match(job.outputs[0].value, /"rejected"/);
  const last = job.models.at(-1);
  assert.deepEqual([last.model, last.instead_of, last.reason], ['spare', 'first-listed', 'refusal']);
});

test('any other value is refused, and the answer names the member', async () => {
  const { body, status } = await org.request('POST', '/v1/policies/', {
    name: 'P',
    content: { ...shopContent, substitutes: 'sometimes' },
  });
  assert.equal(status, 400);
  assert.match(JSON.stringify(body), /substitutes: Must be one of: never, listed/);
});
