import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonWords } from './reason-words.ts';

test('reasons are words, and conditions of a plan stay recognisable', () => {
  assert.deepEqual(['sample', 'verdict:rejected', 'low_trust'].map(reasonWords), [
    'random sample',
    'verdict: rejected',
    'low trust',
  ]);
});
