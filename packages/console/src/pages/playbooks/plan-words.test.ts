import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionWords, describeChanges } from './plan-words.ts';

const step = { name: 'history', agent_id: 'a1', inputs: { text: '${alert.rule}' } };
const limit = (value: number) => ({ ...step, when: [{ path: '/alert/amount', op: 'gt' as const, value }] });

test('a changed step names only the lines that differ, before and after', () => {
  const changed = [{ path: 'steps/history', before: limit(40_000), after: { ...limit(25_000), then: 'escalate' } }];
  assert.deepEqual(describeChanges({ changed }), [
    {
      kind: 'changed',
      what: 'step',
      name: 'history',
      facts: [
        { label: 'Runs if', before: '/alert/amount is more than 40000', after: '/alert/amount is more than 25000' },
        { label: 'Then', before: 'the next step', after: 'a person, at once' },
      ],
    },
  ]);
});

test('a step that is new or gone is told in full, and an input that is gone has nothing after', () => {
  const without = { ...step, inputs: {} };
  const [added, removed, changed] = describeChanges({
    changed: [
      { path: 'steps/new', before: null, after: step },
      { path: 'steps/old', before: step, after: null },
      { path: 'steps/history', before: step, after: without },
    ],
  });
  assert.equal(added!.kind, 'added');
  assert.deepEqual(
    added!.facts.map(({ label, before, after }) => [label, before, after]),
    [
      ['Agent', null, 'a1'],
      ['Runs if', null, 'always'],
      ['Input text', null, '${alert.rule}'],
      ['Then', null, 'the next step'],
    ],
  );
  assert.equal(removed!.kind, 'removed');
  assert.ok(removed!.facts.every(({ after }) => after === null));
  assert.deepEqual(changed!.facts, [{ label: 'Input text', before: '${alert.rule}', after: null }]);
});

test('the order of the steps and the rules of closing are changes of their own', () => {
  const close = { outcomes: ['no_report'], policy_id: 'p1', sample_rate: 0.1 };
  const changes = describeChanges({
    changed: [
      { path: 'order', before: ['look', 'history'], after: ['history', 'look'] },
      { path: 'auto_close', before: close, after: { ...close, sample_rate: 0.05 } },
    ],
  });
  assert.deepEqual(changes[0]!.facts, [{ label: 'Steps', before: 'look, history', after: 'history, look' }]);
  assert.equal(changes[1]!.name, 'Closing without a person');
  assert.deepEqual(changes[1]!.facts, [{ label: 'Looked at again', before: '10 %', after: '5 %' }]);
});

test('a condition of existence says which way', () => {
  assert.equal(conditionWords({ path: '/case/owner', op: 'exists', value: true }), '/case/owner exists');
  assert.equal(conditionWords({ path: '/case/owner', op: 'exists', value: false }), '/case/owner does not exist');
  assert.equal(conditionWords({ path: '/alert/rule', op: 'in', value: ['a', 'b'] }), '/alert/rule is one of ["a","b"]');
});
