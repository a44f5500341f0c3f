import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '../model/box.ts';
import { levelBox, slopeOf, turnBox, turnOf } from './turn.ts';

const word = (text: string, first: Box, last: Box) => ({ text, first, last });
const size = { width: 100, height: 200 };

test('the direction of the letters tells how far a page is turned', () => {
  const start: Box = [50, 50, 52, 52];
  assert.equal(turnOf([word('right', start, [60, 50, 62, 52])]), 0);
  assert.equal(turnOf([word('left', start, [40, 50, 42, 52])]), 180);
  assert.equal(turnOf([word('down', start, [50, 60, 52, 62])]), 270);
  assert.equal(turnOf([word('up', start, [50, 40, 52, 42])]), 90);
  assert.equal(turnOf([]), 0);
});

test('a page with an upright label stays as it is', () => {
  const start: Box = [50, 50, 52, 52];
  assert.equal(turnOf([word('a long line of text', start, [90, 50, 92, 52]), word('up', start, [50, 40, 52, 42])]), 0);
});

test('four quarter turns lead back', () => {
  const box: Box = [10, 20, 30, 25];
  const once = turnBox(box, 90, size);
  const twice = turnBox(once, 90, { width: size.height, height: size.width });
  assert.deepEqual(twice, turnBox(box, 180, size));
  assert.deepEqual(turnBox(turnBox(box, 180, size), 180, size), box);
  assert.deepEqual(turnBox(once, 270, { width: size.height, height: size.width }), box);
});

test('lines that fall are levelled; level and steep ones stay', () => {
  const fall = (slope: number) => slopeOf([{ first: [0, 0, 1, 1], last: [100, 100 * slope, 101, 100 * slope + 1] }]);
  assert.equal(fall(0.02), 0.02);
  assert.deepEqual([fall(0.001), fall(0.5)], [0, 0]);
  assert.deepEqual(levelBox([90, 12, 110, 22], 0.1), [90, 2, 110, 12]);
});
