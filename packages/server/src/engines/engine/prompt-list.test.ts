import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitLines } from './prompt-list.ts';

test('a list that is too long for a prompt is cut at a line, and says how many are left out', () => {
  assert.deepEqual(fitLines(['a', 'b']), { lines: ['a', 'b'], more: 0 });
  const { lines, more } = fitLines(Array.from({ length: 100 }, () => 'x'.repeat(1_000)));
  assert.deepEqual([lines.length, more], [40, 60]);
});
