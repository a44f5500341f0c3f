import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasSucceeded } from '@errand/sdk';
import { duration, money, showOutputs, statusName } from './show-job.ts';

const output = (key: string, value: string) => ({ key, value, data_type: 'text/plain', description: '', cost: 0 });

test('a single output is printed bare, several with their keys', () => {
  assert.equal(showOutputs([output('a', 'x\ny')]), 'x\ny');
  assert.equal(showOutputs([output('a', 'x'), output('b', 'y\nz')]), 'a: x\nb: \ny\nz');
  assert.match(showOutputs([]), /no output/);
});

test('small amounts keep their digits', () => {
  assert.deepEqual([0, 0.000012, 0.05, 12.345, -0.001].map(money), [
    '$0.00',
    '$0.000012',
    '$0.05',
    '$12.35',
    '$-0.001000',
  ]);
  assert.deepEqual([null, 999, 1_500].map(duration), ['–', '999 ms', '1.5 s']);
});

test('a cached job has succeeded, a cancelled one has not', () => {
  assert.deepEqual([3, 4, 5, 6].map(hasSucceeded), [true, false, false, true]);
  assert.deepEqual([0, 6, 9].map(statusName), ['pending', 'cached', '9']);
});
