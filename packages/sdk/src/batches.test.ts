import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReplies, inPieces, json } from '../test/replies.ts';
import { createErrand } from './client.ts';

const zero = { pending: 0, started: 0, retry: 0, success: 0, failure: 0, cancelled: 0, cached: 0 };
const batch = (ended: number, total = 2) =>
  json({
    id: 'b',
    total,
    counts: { ...zero, success: ended, pending: total - ended },
    finished_at: ended === total ? 'now' : null,
  });
const line = (index: number, status: number, value = `"v${index}"`) =>
  `${JSON.stringify({
    index,
    job_id: `j${index}`,
    status,
    outputs: status < 3 ? null : [{ key: 'o', data_type: 'application/json', value }],
    error_message: null,
  })}\n`;

test('waiting asks the service to wait, continues after an outage, and ends with the batch', async () => {
  const { fetch, sent } = createReplies(json({ detail: 'Restarting.' }, 503), batch(1), batch(2));
  const { counts } = await createErrand({ fetch, retriesMax: 0 }).batches.wait('b');
  assert.equal(counts.success, 2);
  assert.deepEqual(
    sent.map(({ url }) => url),
    Array(3).fill('/v1/agents/batches/b/?wait=30'),
  );
});

test('rows are given once each, as they end, with their values', async () => {
  const { fetch, sent } = createReplies(
    json({ id: 'b' }, 201),
    batch(0),
    batch(1),
    inPieces([line(0, 1), line(1, 3)]),
    batch(2),
    inPieces([line(0, 4), line(1, 3)]),
  );
  const told: number[] = [];
  const rows = createErrand({ fetch }).batches.run(
    'a',
    { inputs: [{ x: 1 }, { x: 2 }] },
    { onProgress: ({ counts }) => told.push(counts.success) },
  );
  assert.deepEqual(await Array.fromAsync(rows, ({ index, output }) => [index, output]), [
    [1, 'v1'],
    [0, null],
  ]);
  assert.deepEqual(told, [0, 1, 2]);
  assert.ok(sent[0]!.headers['idempotency-key'], 'creating it can be retried');
});

test('an abort ends the wait, and what is refused is not asked again', async () => {
  const stop = new AbortController();
  const waiting = createErrand({
    async fetch() {
      stop.abort(new Error('enough'));
      return batch(0);
    },
  }).batches.wait('b', { signal: stop.signal });
  await assert.rejects(waiting, /enough/);
  const { fetch, sent } = createReplies(json({ detail: 'No batch.' }, 404));
  await assert.rejects(createErrand({ fetch }).batches.wait('b'), /No batch/);
  assert.equal(sent.length, 1);
});
