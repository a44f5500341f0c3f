import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPlaybook, readValue, writePlaybook } from './playbook-draft.ts';

test('a playbook that nobody changed is written as it was read', () => {
  const content = {
    steps: [
      {
        name: 'look',
        agent_id: 'alert-review',
        when: [
          { path: '/alert/amount', op: 'gt' as const, value: 9000 },
          { path: '/alert/data/code', op: 'equals' as const, value: '007' },
          { path: '/case/queue', op: 'in' as const, value: ['a', 'b'] },
        ],
        inputs: { text: '${alert.rule}', count: 3, flag: true, list: ['${alert.id}'], number: '12' },
        then: 'close' as const,
      },
      { name: 'more', agent_id: 'other', inputs: {}, then: 'continue' as const },
    ],
    auto_close: { outcomes: ['clear'], policy_id: 'p', sample_rate: 0.1 },
  };
  assert.deepEqual(writePlaybook(readPlaybook(content)), content);
});

test('what is no JSON is a text', () => {
  assert.deepEqual(['9000', 'true', '"9000"', 'round sums', ''].map(readValue), [9000, true, '9000', 'round sums', '']);
});
