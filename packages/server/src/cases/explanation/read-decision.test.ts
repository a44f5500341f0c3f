import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDecision } from './read-decision.ts';

const outputs = (value: unknown) =>
  [{ key: 'output', data_type: 'application/json', value: JSON.stringify(value) }] as never;

test('a decision is read back with who decided and what stood in the way', () => {
  const finding = { rule_id: 'r', flag: 'RED_FLAG', hit: true, unsupported: false, reasoning: 'Because.' };
  const decision = readDecision(
    outputs({
      policy_applied: { name: 'P' },
      analysis: {
        verdict: 'rejected',
        decided_by: 'baseline, by its rules',
        baseline_verdicts: true,
        unsupported_reasons: ['The file was read in part.'],
        category_analysis: [{ findings: [finding] }, {}],
      },
    }),
  )!;
  assert.deepEqual(
    [decision.verdict, decision.isBaseline, decision.baselineVerdicts, decision.hasObstacles],
    ['rejected', true, true, true],
  );
  assert.deepEqual(decision.findings, [{ ...finding, unsupported: [], rule: { flag: 'RED_FLAG' } }]);
});

test('a job without a policy or a verdict has no decision', () => {
  for (const value of [{ a: 1 }, { policy_applied: {} }, { policy_applied: {}, analysis: {} }, [1]])
    assert.equal(readDecision(outputs(value)), undefined);
});
