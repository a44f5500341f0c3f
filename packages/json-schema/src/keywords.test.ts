import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findKeywordProblems } from './keywords.ts';

test('keywords that are honoured, describe, or are own notes are no problem', () => {
  assert.deepEqual(findKeywordProblems({ type: 'object', title: 'A', 'x-order': 1, dependencies: {} }), []);
});

test('a keyword without effect is named, one of an older draft with what says the same today', () => {
  assert.deepEqual(findKeywordProblems({ requird: [], divisibleBy: 2 }), [
    "'requird' is not a keyword of JSON Schema (2020-12) and would have no effect. Custom keywords must begin with x-.",
    "'divisibleBy' is a keyword of an older draft; use 'multipleOf'.",
  ]);
  assert.match(findKeywordProblems({ ['k'.repeat(100)]: 1 })[0]!, /^'k{37}…' is not a keyword/);
});
