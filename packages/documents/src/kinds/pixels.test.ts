import assert from 'node:assert/strict';
import { test } from 'node:test';
import jpeg from 'jpeg-js';
import { grayOf, makeBmp, makePng } from '../../test/files.ts';
import { checkPixels, damagedImage, refuseImage, scanOf } from './image.ts';
import { decodeGray, decodePixels, type Pixels, turnPixels } from './pixels.ts';
import { encodePng } from './png.ts';
import { UnreadableFile } from './reader.ts';

const grayPixels = (values: number[], width: number): Pixels => ({
  data: Uint8Array.from(values.flatMap((value) => [value, value, value, 255])),
  width,
  height: values.length / width,
});
const valuesOf = ({ data }: Pixels): number[] => [...data].filter((_, index) => index % 4 === 0);
const picture = grayPixels([1, 2, 3, 4, 5, 6], 3);

test('a picture is turned clockwise, and four quarters bring it back', () => {
  const quarter = turnPixels(picture, 90);
  assert.deepEqual([quarter.width, quarter.height, valuesOf(quarter)], [2, 3, [4, 1, 5, 2, 6, 3]]);
  assert.deepEqual(valuesOf(turnPixels(picture, 180)), [6, 5, 4, 3, 2, 1]);
  assert.deepEqual(valuesOf(turnPixels(quarter, 270)), valuesOf(picture));
  assert.deepEqual(turnPixels(turnPixels(quarter, 90), 180).data, turnPixels(picture, 0).data);
});

test('every filter of a PNG row is undone', () => {
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
  const { data } = decodeGray(makePng(width, height, Buffer.from(rows.flat())));
  assert.deepEqual([...data], wanted);
});

test('bitmaps and JPEGs are decoded to the same pixels', () => {
  const file = makeBmp({ pixels: Uint8Array.from([9, 8, 7, 6]), width: 2, height: 2 });
  assert.deepEqual([...decodeGray(file).data], [9, 8, 7, 6]);
  const plain = grayPixels(Array<number>(64).fill(200), 8);
  const photo = jpeg.encode({ ...plain, data: Buffer.from(plain.data) }, 100).data;
  const decoded = decodeGray(Buffer.from(photo));
  assert.deepEqual([decoded.width, decoded.height], [8, 8]);
  assert.ok(decoded.data.every((value) => Math.abs(value - 200) < 3));
});

test('what cannot be decoded is left undecoded instead of guessed', () => {
  assert.equal(decodePixels(Buffer.from('GIF89a'), { mediaType: 'image/gif', width: 1, height: 1 }), undefined);
  const short = makePng(4, 4, Buffer.alloc(3));
  short.writeUInt8(16, 24);
  assert.equal(decodePixels(short, { mediaType: 'image/png', width: 4, height: 4 }), undefined);
  assert.equal(decodePixels(Buffer.from('no jpeg'), { mediaType: 'image/jpeg', width: 1, height: 1 }), undefined);
  assert.deepEqual(decodeGray(Buffer.from('not an image')), { data: new Uint8Array(), width: 0, height: 0 });
});

test('a PNG that unpacks to more than its header says is refused before it fills the memory', () => {
  const bomb = makePng(2, 2, Buffer.alloc(1_000_000));
  assert.equal(decodePixels(bomb, { mediaType: 'image/png', width: 2, height: 2 }), undefined);
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

test('a scan is decoded only when it has to be turned, and once', () => {
  let decoded = 0;
  const upright = encodePng(picture.data, 3, 2, false);
  const scan = scanOf(upright, picture, () => {
    decoded += 1;
    return picture;
  });
  assert.equal(scan.png(0), upright);
  assert.equal(decoded, 0);
  const turned = scan.png(90)!;
  scan.png(180);
  assert.equal(decoded, 1);
  assert.ok(turned.length > 0);
  assert.equal(scanOf(upright, picture, () => undefined).png(90), undefined);
  assert.deepEqual([...grayOf(upright).pixels], [1, 2, 3, 4, 5, 6]);
});
