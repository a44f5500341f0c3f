import assert from 'node:assert/strict';
import { test } from 'node:test';
import jpeg from 'jpeg-js';
import { makeBmp, makePng } from '../../test/files.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { createImageDecoder } from './decode-image.ts';
import { checkPixels, damagedImage, refuseImage } from './image.ts';
import { loadPdfium } from './pdfium.ts';

const decode = async (file: Buffer) =>
  createImageDecoder({ pdfium: await loadPdfium(), toPng: async () => undefined })(file);
const grayJpeg = (width: number, height: number, value: number): Buffer =>
  jpeg.encode({ width, height, data: Buffer.alloc(width * height * 4, value) }, 100).data;

test('every filter of a PNG row is undone', async () => {
  const [width, height] = [3, 5];
  const wanted = Array.from({ length: width * height }, (_, index) => (index * 37) % 251);
  const rows = Array.from({ length: height }, (_, y) => {
    const own = wanted.slice(y * width, (y + 1) * width);
    const above = (x: number): number => (y === 0 || x < 0 ? 0 : wanted[(y - 1) * width + x]!);
    const left = (x: number): number => (x < 0 ? 0 : own[x]!);
    const paeth = (a: number, b: number, c: number): number =>
      [a, b, c].reduce((best, one) => (Math.abs(a + b - c - one) < Math.abs(a + b - c - best) ? one : best));
    const guess = (x: number): number =>
      [0, left(x - 1), above(x), (left(x - 1) + above(x)) >> 1, paeth(left(x - 1), above(x), above(x - 1))][y]!;
    return [y, ...own.map((value, x) => (value - guess(x) + 256) % 256)];
  });
  const decoded = await decode(makePng(width, height, Buffer.from(rows.flat())));
  assert.deepEqual([...decoded!.raster.data], wanted);
});

test('bitmaps and JPEGs are decoded to gray pixels', async () => {
  const file = makeBmp({ pixels: Uint8Array.from([9, 8, 7, 6]), width: 2, height: 2 });
  assert.deepEqual([...(await decode(file))!.raster.data], [9, 8, 7, 6]);
  const { raster, scale } = (await decode(grayJpeg(8, 8, 200)))!;
  assert.deepEqual([raster.width, raster.height, scale], [8, 8, 1]);
  assert.ok(raster.data.every((value) => Math.abs(value - 200) < 3));
});

test('a PNG in a rare form is decoded too: sixteen bits, and a transparent ground', async () => {
  const deep = makePng(2, 1, Buffer.from([0, 200, 0, 10, 0]));
  deep.writeUInt8(16, 24);
  const { raster } = (await decode(deep))!;
  assert.deepEqual([raster.width, raster.height], [2, 1]);
  assert.ok(Math.abs(raster.data[0]! - 200) < 3 && Math.abs(raster.data[1]! - 10) < 3, String(raster.data));
});

test('what cannot be decoded is left undecoded instead of guessed', async () => {
  assert.equal(await decode(Buffer.from('GIF89a\u0001\0\u0001\0')), undefined);
  assert.equal(await decode(Buffer.from('not an image')), undefined);
});

test('a PNG that unpacks to more than its header says is refused before it fills the memory', async () => {
  const found = await decode(makePng(2, 2, Buffer.alloc(1_000_000)));
  assert.ok(found === undefined || found.raster.data.length === 4);
});

test('an image with too many pixels is refused by its header, in a sentence with both figures', () => {
  assert.doesNotThrow(() => checkPixels({ width: 6_000, height: 10_000 }));
  assert.throws(
    () => checkPixels({ width: 6_001, height: 10_000 }),
    (error: Error) => error instanceof UnreadableFile && /6001 × 10000 pixels; at most 60 million/.test(error.message),
  );
});

test('a failure of a decoder becomes a sentence for the owner; our own sentences stay', () => {
  assert.throws(() => refuseImage(new RangeError('offset 12 out of range')), {
    message: /^is an image that could not be decoded\. Save it as PNG/,
  });
  const own = damagedImage();
  assert.throws(() => refuseImage(own), own);
});
