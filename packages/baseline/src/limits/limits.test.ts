import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BaselineFailure } from './failure.ts';
import { checkSchemaSize, checkTextSize, checkTexts, textCharsMax } from './limits.ts';

test('the limits of text are exact, and refused in words', () => {
  assert.doesNotThrow(() => checkTextSize('x'.repeat(textCharsMax)));
  assert.throws(() => checkTextSize('x'.repeat(textCharsMax + 1)), BaselineFailure);
  assert.throws(() => checkTexts(Array.from({ length: 2_002 }, () => '')), /at most 2000 texts/);
});

test('a schema is measured without recursion', () => {
  let deep: Record<string, unknown> = {};
  for (let level = 0; level < 100_000; level += 1) deep = { not: deep };
  assert.throws(() => checkSchemaSize(deep), /nested more than 64 levels/);
  assert.throws(() => checkSchemaSize({ enum: Array.from({ length: 20_001 }, () => 1) }), /more than 20000 parts/);
});
