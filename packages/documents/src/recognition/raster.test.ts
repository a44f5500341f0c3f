import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPyramid, levelFor, sample, turnRaster } from './raster.ts';

const picture = { data: Uint8Array.from([1, 2, 3, 4, 5, 6]), width: 3, height: 2 };

test('a picture is turned clockwise, and four quarters bring it back', () => {
  const quarter = turnRaster(picture, 90);
  assert.deepEqual([quarter.width, quarter.height, [...quarter.data]], [2, 3, [4, 1, 5, 2, 6, 3]]);
  assert.deepEqual([...turnRaster(picture, 180).data], [6, 5, 4, 3, 2, 1]);
  assert.deepEqual([...turnRaster(quarter, 270).data], [...picture.data]);
});

test('smaller copies are means, and a pixel between others is their mixture', () => {
  const half = createPyramid({ data: Uint8Array.from([0, 100, 100, 200]), width: 2, height: 2 })(1);
  assert.deepEqual([half.width, half.height, half.data[0]], [1, 1, 100]);
  assert.equal(sample(picture, 0.5, 0), 1.5);
  assert.equal(sample(picture, -5, 9), 4);
  assert.deepEqual([0.5, 1, 3, 4, 9].map(levelFor), [0, 0, 1, 2, 3]);
});
