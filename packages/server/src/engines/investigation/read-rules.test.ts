import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRules } from './read-rules.ts';

const output = (value: unknown) => [{ data_type: 'application/json', value: JSON.stringify(value) }];

test('rules are read from findings, also from those in categories', () => {
  const finding = { rule_id: 'r1', category: 'KYC', rule_title: 'Known', hit: true };
  const analysis = {
    investigation_findings: [finding],
    category_analysis: [{ findings: [{ rule_id: 'r2', hit: 'yes' }] }],
  };
  assert.deepEqual(readRules(output({ analysis })), [
    { id: 'r1', category: 'KYC', title: 'Known', hit: true },
    { id: 'r2', category: '', title: '', hit: false },
  ]);
});

test('outputs of another kind have none', () => {
  assert.deepEqual(readRules([{ data_type: 'text/plain', value: 'x' }]), []);
  assert.deepEqual(readRules(output([1, 2])), []);
});
