import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareRules } from './decide-cases.ts';

const rule = (id: string, title: string, hit: boolean, category = 'A') => ({ id, category, title, hit });

test('rules are the same by category and title; the id is that of the candidate, or of the rule that is gone', () => {
  const before = [rule('1', 'same', true), rule('2', 'flips', false), rule('3', 'gone', true)];
  const after = [
    rule('1b', 'same', true),
    rule('2b', 'flips', true),
    rule('4', 'new', false),
    rule('5', 'gone', true, 'B'),
  ];
  assert.deepEqual(compareRules(before, after), [
    { rule_id: '2b', title: 'A / flips', before: false, after: true },
    { rule_id: '4', title: 'A / new', before: null, after: false },
    { rule_id: '5', title: 'B / gone', before: null, after: true },
    { rule_id: '3', title: 'A / gone', before: true, after: null },
  ]);
});
