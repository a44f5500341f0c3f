import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { BatchBody } from './batches.ts';

test('a batch has rows that are objects, at least one; its limit is positive', () => {
  assert.ok(Check(BatchBody, { inputs: [{ text: 'Ada' }], name: null, max_cost: null, agent_version_id: null }));
  for (const body of [
    {},
    { inputs: [] },
    { inputs: ['Ada'] },
    { inputs: [{}], max_cost: 0 },
    { inputs: [{}], name: 'x'.repeat(256) },
  ])
    assert.ok(!Check(BatchBody, body), JSON.stringify(body).slice(0, 80));
});
