import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { PolicyContent, PolicyCreateBody, PolicyUpdateBody, PolicyVersionBody, PromoteBody } from './policies.ts';

test('content is an object; its sections may be missing', () => {
  for (const content of [{}, { guidelines: {} }, { own: 1 }]) assert.ok(Check(PolicyContent, content));
  for (const content of [[], null, 'rules', 7]) assert.ok(!Check(PolicyContent, content));
});

test('a new policy needs a name and content, a change of one needs nothing', () => {
  assert.ok(Check(PolicyCreateBody, { name: 'Goods', content: {}, description: null }));
  assert.ok(!Check(PolicyCreateBody, { name: 'Goods' }));
  assert.ok(!Check(PolicyCreateBody, { name: '', content: {} }));
  assert.ok(Check(PolicyUpdateBody, {}));
});

test('a version may name the one it comes from, a promotion the one it expects', () => {
  const id = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
  for (const base_version_id of [id, null]) assert.ok(Check(PolicyVersionBody, { content: {}, base_version_id }));
  assert.ok(!Check(PolicyVersionBody, { content: {}, base_version_id: 'latest' }));
  assert.ok(Check(PromoteBody, {}) && Check(PromoteBody, { expected_current: id }));
  assert.ok(!Check(PromoteBody, { reason: 'x'.repeat(1_001) }));
});
