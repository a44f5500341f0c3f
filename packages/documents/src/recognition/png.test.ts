import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grayOf } from '../../test/files.ts';
import { encodeGrayPng, encodePng } from './png.ts';

test('pixels come back as they were', () => {
  const pixels = Uint8Array.from([1, 1, 1, 0, 2, 2, 2, 0, 3, 3, 3, 0, 4, 4, 4, 0, 5, 5, 5, 0, 6, 6, 6, 0]);
  const png = encodePng(pixels, 3, 2);
  assert.deepEqual([...grayOf(png).pixels], [1, 2, 3, 4, 5, 6]);
});

test('a gray picture takes one byte per pixel before it is packed', () => {
  const png = Buffer.from(encodeGrayPng({ data: Uint8Array.from([1, 2, 3, 4, 5, 6]), width: 3, height: 2 }));
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]], [3, 2, 8, 0]);
});
