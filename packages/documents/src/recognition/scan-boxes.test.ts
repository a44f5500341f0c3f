import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Raster } from './raster.ts';
import { findScanBoxes } from './scan-boxes.ts';

const page = (): Raster => ({ data: new Uint8Array(300 * 200).fill(255), width: 300, height: 200 });
const ink = ({ data, width }: Raster, x: number, y: number): void => {
  data[y * width + x] = 0;
};
function square(image: Raster, left: number, top: number, side: number, thick = 2): void {
  for (let at = 0; at < side; at += 1) {
    for (let line = 0; line < thick; line += 1) {
      ink(image, left + at, top + line);
      ink(image, left + at, top + side - 1 - line);
      ink(image, left + line, top + at);
      ink(image, left + side - 1 - line, top + at);
    }
  }
}

test('squares are found with what is in them; letters, lines and large frames are not', () => {
  const image = page();
  square(image, 20, 20, 28);
  square(image, 20, 80, 28, 3);
  for (let at = 4; at < 24; at += 1) {
    for (const shift of [0, 1, 2]) {
      ink(image, 20 + at + shift, 80 + at);
      ink(image, 20 + 27 - at - shift, 80 + at);
    }
  }
  // A frame, a line, and a letter U, which is open at the top.
  square(image, 100, 20, 120);
  for (let x = 20; x < 80; x += 1) ink(image, x, 150);
  square(image, 240, 20, 28);
  for (let x = 245; x < 264; x += 1) for (const y of [20, 21]) image.data[y * 300 + x] = 255;
  assert.deepEqual(
    findScanBoxes(image).map(({ box: [left, top, right], marked }) => [left, top, right, marked]),
    [
      [20, 20, 47, false],
      [20, 80, 47, true],
    ],
  );
});

test('a box with round corners and thin gray lines is found; a round letter is not', () => {
  const image = page();
  square(image, 20, 20, 28, 1);
  for (const [x, y] of [
    [20, 20],
    [47, 20],
    [20, 47],
    [47, 47],
    [21, 20],
    [20, 21],
  ] as const)
    image.data[y * 300 + x] = 255;
  for (let at = 0; at < image.data.length; at += 1) if (image.data[at] === 0) image.data[at] = 170;
  for (let angle = 0; angle < 360; angle += 1) {
    const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)];
    ink(image, Math.round(120 + 14 * cos), Math.round(40 + 14 * sin));
  }
  assert.deepEqual(
    findScanBoxes(image).map(({ box: [left, top], marked }) => [left, top, marked]),
    [[20, 20, false]],
  );
});

/** A bracket of 26 pixels height. */
function bracket(image: Raster, back: number, inward: 1 | -1, top = 40): void {
  for (let at = 0; at < 26; at += 1) for (const thick of [0, 1]) ink(image, back + inward * thick, top + at);
  for (let at = 0; at < 7; at += 1)
    for (const thick of [0, 1]) {
      ink(image, back + inward * at, top + thick);
      ink(image, back + inward * at, top + 25 - thick);
    }
}

test('two brackets with nothing between them are a box; others are not', () => {
  const image = page();
  bracket(image, 20, 1);
  bracket(image, 46, -1);
  // With a letter between them, the wrong way round, and at different heights.
  bracket(image, 100, 1);
  bracket(image, 126, -1);
  for (let y = 50; y < 60; y += 1) ink(image, 113, y);
  bracket(image, 166, -1);
  bracket(image, 180, 1);
  bracket(image, 20, 1, 100);
  bracket(image, 46, -1, 108);
  assert.deepEqual(
    findScanBoxes(image).map(({ box, marked, isBrackets }) => ({ box, marked, isBrackets })),
    [{ box: [20, 40, 46, 65], marked: false, isBrackets: true }],
  );
});

test('squares that are all ink are bullets, unless they stand among empty boxes', () => {
  const image = page();
  square(image, 20, 20, 28, 14);
  assert.deepEqual(findScanBoxes(image), []);
  square(image, 20, 80, 28);
  assert.deepEqual(
    findScanBoxes(image).map(({ marked }) => marked),
    [true, false],
  );
});

test('a box tells how far the next ink is', () => {
  const image = page();
  square(image, 20, 20, 28);
  for (let y = 25; y < 45; y += 1) ink(image, 47 + 7, y);
  assert.equal(findScanBoxes(image)[0]!.gap, 6 / 28);
});
