import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeChange, describePoints, writeSigned } from './changes.ts';

test('a change has a direction that needs no colour, and none when there is nothing to compare with', () => {
  assert.match(describeChange(150, 100), /^▲ 50 %/);
  assert.match(describeChange(50, 100), /^▼ 50 %/);
  assert.doesNotMatch(describeChange(100.2, 100), /[▲▼]/);
  for (const [now, before] of [
    [null, 1],
    [1, null],
    [1, undefined],
    [1, 0],
  ] as const)
    assert.equal(describeChange(now, before), '');
});

test('points are rounded to a tenth, and less than that is no change', () => {
  assert.match(describePoints(-1.26), /^▼ 1\.3 /);
  assert.equal(describePoints(0.04), describePoints(0));
  assert.deepEqual([1.26, -1.26, 0, -0.01].map(writeSigned), ['+1.3', '−1.3', '+0', '+0']);
});
