import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LineReader } from './network.ts';
import { createPyramid } from './raster.ts';
import { readLine } from './read-line.ts';

const characters = ['', 'l', 'i', 't', ' '];
const page = createPyramid({ data: new Uint8Array(64 * 48).fill(255), width: 64, height: 48 });
const line = { x: 32, y: 24, width: 64, height: 48, angle: 0, score: 1 };

/** A network that says at each step how likely its characters are. */
const network = (steps: Record<string, number>[]): LineReader => ({
  characters,
  read: async () => ({
    steps: steps.length,
    classes: characters.length,
    values: Float32Array.from(steps.flatMap((step) => characters.map((character) => step[character] ?? 0))),
  }),
});

test('a narrow letter that came second in the steps of its neighbours is told as lost', async () => {
  const read = await readLine(
    network([{ l: 0.99 }, { l: 0.85, i: 0.15 }, { t: 0.8, i: 0.2 }, { t: 0.99 }]),
    page,
    line,
  );
  assert.equal(read.letters.map(({ text }) => text).join(''), 'lt');
  assert.ok(Math.abs(read.lost - (0.15 / 0.85 + 0.2 / 0.8)) < 1e-5);
});

test('another letter in the place of one, or the same letter sooner, is no lost one', async () => {
  const replaced = await readLine(network([{ l: 0.99 }, { i: 0.6, t: 0.4 }, { l: 0.99 }]), page, line);
  const sooner = await readLine(network([{ l: 0.99 }, { '': 0.6, t: 0.4 }, { t: 0.99 }]), page, line);
  assert.deepEqual([replaced.lost, sooner.lost], [0, 0]);
});

test('the network sees a stretched line wider, and tightness is that of the line as it is', async () => {
  const widths: number[] = [];
  const reader: LineReader = {
    characters,
    read: async (_, width) => {
      widths.push(width);
      const steps = Array.from({ length: width / 8 }, (__, step) => ({ [step % 2 === 0 ? 'l' : '']: 1 }));
      return network(steps).read(new Float32Array(), width);
    },
  };
  const plain = await readLine(reader, page, line);
  const wide = await readLine(reader, page, line, { stretch: 2 });
  assert.deepEqual(widths, [64, 128]);
  assert.deepEqual([plain.tightness, wide.tightness], [0.5, 1]);
});
