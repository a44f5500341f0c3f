import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rates } from '../score.ts';
import { measureHalf, sumOf } from './run-generated.ts';

test('inventions are flagged, truths are not, and what the built-in model gives is right', async () => {
  const { kinds } = await measureHalf('tuning', { kind: undefined, scans: false });
  const { fields, lies, truths } = sumOf([...kinds.values()]);
  const inventions = [...lies].filter(([lie]) => lie !== 'misplaced').map(([, one]) => one);
  const share =
    inventions.reduce((sum, one) => sum + one.flagged, 0) / inventions.reduce((sum, one) => sum + one.count, 0);
  assert.ok(share >= 0.99, `inventions flagged ${share}`);
  assert.ok(truths.flagged / truths.count <= 0.02, `truths flagged ${truths.flagged} of ${truths.count}`);
  assert.ok(rates(fields).precision >= 0.97, `precision ${rates(fields).precision}`);
});
