import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBmp, makePng } from '../../test/files.ts';
import { imageTypeOf, readImageHeader } from './image-header.ts';

test('the size of an image is known from its first bytes', () => {
  assert.deepEqual(readImageHeader(makePng(60_000, 7)), { mediaType: 'image/png', width: 60_000, height: 7 });
  const bitmap = makeBmp({ pixels: new Uint8Array(6), width: 3, height: 2 });
  assert.deepEqual(readImageHeader(bitmap), { mediaType: 'image/bmp', width: 3, height: 2 });
  const gif = Buffer.from('GIF89a\x05\x00\x06\x00', 'latin1');
  assert.deepEqual(readImageHeader(gif), { mediaType: 'image/gif', width: 5, height: 6 });
});

test('JPEG segments before the frame header are skipped', () => {
  const comment = [0xff, 0xfe, 0, 4, 1, 2];
  const frame = [0xff, 0xc0, 0, 11, 8, 0, 9, 0, 10];
  const jpeg = Buffer.from([0xff, 0xd8, ...comment, ...frame]);
  assert.deepEqual(readImageHeader(jpeg), { mediaType: 'image/jpeg', width: 10, height: 9 });
});

test('a header that is cut has no size, and text that begins like a bitmap is text', () => {
  assert.equal(readImageHeader(makePng(5, 5).subarray(0, 18)), undefined);
  assert.equal(readImageHeader(Buffer.from([0xff, 0xd8, 0xff, 0xe0])), undefined);
  assert.equal(imageTypeOf(Buffer.from('BMW and other makers of cars, in a long list')), undefined);
});
