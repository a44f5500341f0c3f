import assert from 'node:assert/strict';
import { test } from 'node:test';
import calibration from './calibration.json' with { type: 'json' };
import { confidenceOf, measuredOf } from './confidence.ts';
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

test('a mark says how many values with its evidence were measured', () => {
  assert.equal(measuredOf('no such ground' as Ground), 0);
  assert.ok(measuredOf('text-labelled') > 100);
  // Models and recognized pages have their own shares, and with them their own counts.
  for (const origin of [{ isModel: true }, { isRecognized: true }]) assert.ok(measuredOf('text-labelled', origin) > 0);
  for (const [ground, share] of Object.entries(calibration.shares))
    if (ground.includes('+'))
      assert.ok((calibration.counts as Record<string, number>)[ground]! > 0, `${ground}: ${share}`);
});
