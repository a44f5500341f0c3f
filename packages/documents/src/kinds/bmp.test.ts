import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBmp } from '../../test/files.ts';
import { decodeBmp } from './bmp.ts';

test('rows that are stored from below come out from above', () => {
  const bitmap = makeBmp({ pixels: Uint8Array.from([10, 20, 30, 40]), width: 2, height: 2 });
  const gray = [...decodeBmp(bitmap, 2, 2)].filter((_, index) => index % 4 === 0);
  assert.deepEqual(gray, [10, 20, 30, 40]);
});

test('a bitmap with too few pixels or of a rare variant is refused', () => {
  const bitmap = makeBmp({ pixels: new Uint8Array(4), width: 2, height: 2 });
  assert.throws(() => decodeBmp(bitmap.subarray(0, -1), 2, 2), /damaged or incomplete image/);
  bitmap.writeUInt16LE(16, 28);
  assert.throws(() => decodeBmp(bitmap, 2, 2), /unsupported format/);
});
