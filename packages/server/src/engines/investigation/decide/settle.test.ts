import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settleVerdict } from './settle.ts';

const verdicts = ['approved', 'manual_review', 'rejected'].map((name) => ({ name, description: '', prompt: '' }));
const finding = (hit: boolean, flag: 'RED_FLAG' | 'GREEN_FLAG', unsupported: string[] = []) => ({
  hit,
  unsupported,
  rule: { flag },
});
const baseline = { isBaseline: true, baselineVerdicts: true, hasObstacles: false };

test('the built-in model leaves the verdict to a person unless the agent asks for verdicts', () => {
  assert.equal(settleVerdict(verdicts, [], { ...baseline, baselineVerdicts: false }), 'manual_review');
  assert.equal(settleVerdict(verdicts, [finding(true, 'RED_FLAG')], baseline), 'rejected');
});

test('a finding without support and an obstacle both keep the case from being let through', () => {
  const open = [finding(false, 'GREEN_FLAG', ['No evidence is cited.'])];
  assert.equal(settleVerdict(verdicts, open, baseline), 'manual_review');
  assert.equal(
    settleVerdict(verdicts, [finding(true, 'GREEN_FLAG')], { ...baseline, hasObstacles: true }),
    'manual_review',
  );
});

test('where a model would choose among several, nothing is settled', () => {
  const byModel = { ...baseline, isBaseline: false };
  assert.equal(settleVerdict(verdicts, [finding(true, 'GREEN_FLAG')], byModel), undefined);
});
