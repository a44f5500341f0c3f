import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPatternProblem, matchesPattern } from './patterns.ts';

test('a pattern is searched for anywhere in the text, as JSON Schema says', () => {
  assert.ok(matchesPattern('b+', 'abbc'));
  assert.ok(!matchesPattern('^b', 'abbc'));
  assert.ok(matchesPattern('^(?<year>\\d{4})-\\u0041$', '2026-A'));
});

test('patterns that need more than a linear search are refused', () => {
  for (const pattern of ['(?=a)b', '(?<!a)b', '(a)\\1', '[']) {
    assert.match(findPatternProblem(pattern)!, /Lookaround and backreferences/, pattern);
  }
});

test('a pattern that would fill the memory is refused', () => {
  assert.match(findPatternProblem('((a{1,100}){1,100}){1,100}')!, /repeats more than/);
  assert.match(findPatternProblem('a'.repeat(1_001))!, /longer than/);
  assert.equal(findPatternProblem('a{1,1000}'), undefined);
});

test('more patterns than are kept compiled still match', () => {
  for (let round = 0; round < 2; round += 1) {
    for (let number = 0; number < 600; number += 1) assert.ok(matchesPattern(`^a${number}$`, `a${number}`));
  }
});

test('\\s means the blanks of JavaScript, alone and inside a class', () => {
  const blanks = [
    ' ',
    '\t',
    '\n',
    '\v',
    '\f',
    '\r',
    '\u00a0',
    '\u1680',
    '\u2003',
    '\u2028',
    '\u202f',
    '\u3000',
    '\ufeff',
  ];
  for (const text of [...blanks, 'a', '\u200b', '\u0085', '😀', '-', ']']) {
    for (const pattern of ['^\\s$', '^\\S$', '^[\\s-]$', '^[^\\s]$', '^[a\\S]$', '^[\\]\\s]$']) {
      assert.equal(
        matchesPattern(pattern, text),
        new RegExp(pattern, 'u').test(text),
        `${pattern} ${JSON.stringify(text)}`,
      );
    }
  }
});
