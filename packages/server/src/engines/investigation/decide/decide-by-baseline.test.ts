import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyRule } from '#policies/model.ts';
import { createTestContext } from '../../../../test/engine-context.ts';
import { createEvidence } from '../evidence/evidence.ts';
import { decideByBaseline } from './decide-by-baseline.ts';

const rule = (title: string) =>
  ({ id: title, category: '', title, description: '', flag: null, subRules: [] }) as unknown as PolicyRule;
/** So many that meanings are not compared, which would load the model of embeddings. */
const rules = ['Weapons', 'Gambling', ...Array.from({ length: 300 }, (_, at) => `Topic number${at}`)].map(rule);

test('every rule has a finding; without anything to look at none of them is decided', async () => {
  const { context } = createTestContext();
  const evidence = createEvidence(context);
  const undecided = await decideByBaseline(context, rules, evidence);
  assert.equal(undecided.length, rules.length);
  assert.ok(undecided.every(({ hit, unsupported }) => !hit && unsupported.length > 0));
  await evidence.add({
    name: 'listing',
    description: '',
    source: 'input',
    text: 'We sell hunting weapons to everybody.',
  });
  const [weapons, gambling] = await decideByBaseline(context, rules, evidence);
  assert.deepEqual([weapons?.hit, weapons?.unsupported, gambling?.hit], [true, [], false]);
  assert.match(weapons!.reasoning, /not judged by a model/);
});
