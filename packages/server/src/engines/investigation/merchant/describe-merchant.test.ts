import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../../../../test/engine-context.ts';
import { pluck } from '../../../../test/pluck.ts';
import { readSettings } from '../ask/settings.ts';
import { createEvidence } from '../evidence/evidence.ts';
import { describeMerchant } from './describe-merchant.ts';

async function describeWith(answers: unknown[], model?: string) {
  const { context, asked } = createTestContext(answers);
  const evidence = createEvidence(context);
  const text = 'We ship replica watches to all countries without an invoice.';
  await evidence.add({ name: 'site', description: '', source: 'page', text });
  const profile = await describeMerchant(context, readSettings(context, model ? { model } : {}), evidence);
  return { profile, asked };
}

test('risks without a quotation of the site are left out, and scores stay within 0 and 100', async () => {
  const evidence = [{ reference: '$REF_1$', quote: 'replica watches to all countries' }];
  const risk = (name: string, score: number, quotes: unknown[] = evidence) => ({
    name,
    score,
    reasoning: 'Because.',
    evidence: quotes,
  });
  const { profile } = await describeWith([
    {
      description: 'Watches.',
      category: 'retail',
      products: ['watch'],
      product_categories: [],
      risks: [
        risk('replicas', 180),
        risk('made up', 90, [{ reference: '$REF_1$', quote: 'we sell weapons to everybody' }]),
        risk('nothing quoted', 90, []),
        risk('low', -5),
        risk('middle', 49.6),
      ],
    },
  ]);
  assert.deepEqual(pluck(profile.metrics, 'name', 'score'), [
    ['replicas', 100],
    ['low', 0],
    ['middle', 50],
  ]);
  assert.deepEqual([profile.description, profile.products], ['Watches.', ['watch']]);
});

test('the built-in model describes nothing', async () => {
  const { profile, asked } = await describeWith([], 'baseline');
  assert.deepEqual([profile.metrics, profile.description, asked], [[], '', []]);
});
