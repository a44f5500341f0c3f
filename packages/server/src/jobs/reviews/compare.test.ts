import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDifferences } from './compare.ts';

const agrees = { agrees: true, correctedVerdict: null, correctedOutputs: null };
const output = { verdict: 'clear', value: { total: 5, lines: [1] } };

test('two reviewers who both agree differ in nothing', () => {
  assert.deepEqual(listDifferences(output, agrees, agrees), []);
});

test('a reviewer without a correction holds the value of the output for right', () => {
  const second = { agrees: false, correctedVerdict: 'suspicious', correctedOutputs: { '/total': 7 } };
  assert.deepEqual(listDifferences(output, agrees, second), [
    { field: 'agrees', output: null, first: true, second: false },
    { field: 'verdict', output: 'clear', first: 'clear', second: 'suspicious' },
    { field: '/total', output: 5, first: 5, second: 7 },
  ]);
});

test('equal corrections are no difference, also when they are lists, nulls or what the output says', () => {
  const one = { agrees: false, correctedVerdict: null, correctedOutputs: { '/lines': [2], '/new': null } };
  const other = { ...one, correctedOutputs: { '/lines': [2], '/total': 5 } };
  assert.deepEqual(listDifferences(output, one, other), []);
});
