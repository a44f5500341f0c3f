import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobStatuses } from '@errand/sdk';
import { statusWord } from './status-word.ts';

test('every status has a word of its own; an unknown code looks like one that waits', () => {
  assert.equal(new Set(jobStatuses.map((_, code) => statusWord(code))).size, jobStatuses.length);
  assert.equal(statusWord(99), statusWord(0));
});
