import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../../../../test/engine-context.ts';
import { EngineFailure } from '../../engine/engine.ts';
import { readSettings } from '../ask/settings.ts';
import { assessMerchant } from './assess-merchant.ts';

async function assess(weights: string, url = '') {
  const { context } = createTestContext([], {
    async fetch() {
      throw new EngineFailure('Nobody answers.');
    },
  });
  const settings = readSettings(context, { model: 'baseline' });
  return assessMerchant(context, settings, { name: 'Acme', url, address: 'Street 1' }, weights);
}

test('the score is the weighted mean of the metrics, and the level follows from it', async () => {
  const plain = await assess('');
  const { risk_metrics: metrics, risk_assessments: whole } = plain;
  const mean = Math.round(metrics.reduce((sum, { score }) => sum + score, 0) / metrics.length);
  assert.equal(whole.overall_risk_score, mean);
  assert.equal(whole.overall_risk_level, mean < 34 ? 'LOW' : mean < 67 ? 'MEDIUM' : 'HIGH');
  const worst = metrics.toSorted((a, b) => b.score - a.score)[0]!;
  const weights = Object.fromEntries(metrics.map(({ name }) => [name, name === worst.name ? 1 : 0]));
  for (const text of [JSON.stringify(weights), JSON.stringify({ weights })])
    assert.equal((await assess(text)).risk_assessments.overall_risk_score, worst.score);
  const none = Object.fromEntries(metrics.map(({ name }) => [name, 0]));
  assert.equal((await assess(JSON.stringify(none))).risk_assessments.overall_risk_score, 0);
});

test('weights that are no numbers from 0 to 1000 count as 1; what is no object fails the job', async () => {
  const plain = (await assess('')).risk_assessments.overall_risk_score;
  const names = (await assess('')).risk_metrics.map(({ name }) => name);
  const odd = Object.fromEntries(names.map((name) => [name, -1]));
  assert.equal((await assess(JSON.stringify(odd))).risk_assessments.overall_risk_score, plain);
  for (const text of ['[1]', 'nonsense', '7']) await assert.rejects(assess(text), EngineFailure);
});

test('a site that cannot be reached is a finding, not a failure', async () => {
  const { domain_analysis: domain } = await assess('', 'shop.example');
  assert.deepEqual(domain, { host: 'shop.example', https: true, reachable: false, problem: 'Nobody answers.' });
});
