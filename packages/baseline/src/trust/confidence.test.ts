import assert from 'node:assert/strict';
import { test } from 'node:test';
import calibration from './calibration.json' with { type: 'json' };
import { confidenceOf } from './confidence.ts';
import type { Ground } from './model.ts';

test('every confidence is a share, and a value in another one’s place is never trusted', () => {
  for (const ground of Object.keys(calibration.shares) as Ground[]) {
    const confidence = confidenceOf(ground);
    assert.ok(confidence >= 0 && confidence <= 1, `${ground}: ${confidence}`);
    if (/misplaced|elsewhere|other-row|shared/.test(ground)) assert.ok(confidence <= 0.55, `${ground}: ${confidence}`);
  }
});

test('what was never measured is as likely wrong as right', () => {
  assert.equal(confidenceOf('no such ground' as Ground), 0.5);
});
