import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Segment } from '../model/table.ts';
import { chooseRun, isCrowded, replaceRun, SMALL_BYTES, SMALL_SEGMENTS_MAX } from './crowd.ts';

const make = (count: number, bytes = 1_000): Segment[] =>
  Array.from({ length: count }, () => ({ key: crypto.randomUUID(), rows: 1, bytes }));

const sumOf = (segments: Segment[], member: 'rows' | 'bytes'): number =>
  segments.reduce((sum, segment) => sum + segment[member], 0);

test('few segments, or large ones, are left as they are', () => {
  assert.equal(chooseRun(make(SMALL_SEGMENTS_MAX)), undefined);
  assert.equal(isCrowded(make(500, SMALL_BYTES)), false);
});

test('the longest run of small neighbouring segments is merged, never across a large one', () => {
  const [first, [large], second] = [make(10), make(1, SMALL_BYTES), make(30)];
  assert.deepEqual(chooseRun([...first, large!, ...second]), second);
  assert.equal(chooseRun(Array.from({ length: 100 }, (_, at) => make(1, at % 2 ? 1 : SMALL_BYTES)[0]!)), undefined);
});

test('one merge is bounded, and repeating it ends', () => {
  let segments = [...make(5_000), ...make(40, SMALL_BYTES - 1)];
  let merges = 0;
  for (let run = chooseRun(segments); run !== undefined; run = chooseRun(segments)) {
    const [rows, bytes] = [sumOf(run, 'rows'), sumOf(run, 'bytes')];
    assert.ok(run.length > 1 && bytes <= 4 * SMALL_BYTES);
    segments = replaceRun(segments, run, { key: `merged-${merges}`, rows, bytes })!;
    merges += 1;
  }
  assert.ok(!isCrowded(segments) && merges < 20);
  assert.equal(sumOf(segments, 'rows'), 5_040);
});

test('a run is replaced where it stands, and not when one of it is gone', () => {
  const segments = make(5);
  const merged = { key: 'merged', rows: 2, bytes: 1 };
  const [a, b, c, d, e] = segments as [Segment, Segment, Segment, Segment, Segment];
  assert.deepEqual(replaceRun(segments, [b, c], merged), [a, merged, d, e]);
  assert.equal(replaceRun([a, c, d, e], [b, c], merged), undefined);
  assert.equal(replaceRun([a, b, d, c], [b, c], merged), undefined);
  assert.equal(replaceRun([a, b], [b, c], merged), undefined);
});
