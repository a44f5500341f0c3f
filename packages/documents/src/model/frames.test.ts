import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeFrame, FrameError, readFrames } from './frames.ts';

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test('frames arrive whole, however the stream is cut', async () => {
  const stream = Buffer.concat([encodeFrame({ page: 1 }, Buffer.from('image')), encodeFrame({ page: 2 })]);
  for (const size of [1, 3, 7, stream.length]) {
    const frames = await Array.fromAsync(readFrames<{ page: number }>(inPieces(stream, size), 1_000));
    assert.deepEqual(
      frames.map(({ message, bytes }) => [message.page, Buffer.from(bytes).toString()]),
      [
        [1, 'image'],
        [2, ''],
      ],
    );
  }
});

test('a frame that never ends is not given', async () => {
  const stream = encodeFrame({ page: 1 }).subarray(0, -1);
  assert.deepEqual(await Array.fromAsync(readFrames(inPieces(stream, 4), 1_000)), []);
});

test('the reading side counts: neither a long stream nor a claimed length fills its memory', async () => {
  const long = Buffer.concat(Array.from({ length: 50 }, () => encodeFrame({ page: 1 })));
  await assert.rejects(Array.fromAsync(readFrames(inPieces(long, 64), 200)), FrameError);
  const claimed = Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
  await assert.rejects(Array.fromAsync(readFrames(inPieces(claimed, 8), 200)), FrameError);
  const noJson = Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), Buffer.from('{')]);
  await assert.rejects(Array.fromAsync(readFrames(inPieces(noJson, 9), 200)), FrameError);
});
