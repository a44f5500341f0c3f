import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json } from '../test/replies.ts';
import { createErrand } from './client.ts';
import type { RunBody } from './generated/types/jobs.ts';
import { ForbiddenError } from './transport/errors.ts';

type Handler = (name: string, key: string, signal: AbortSignal | null | undefined) => Response | Promise<Response>;

/** Creates a service that answers by the input `name`. */
function createService(handler: Handler) {
  const asked: { name: string; key: string }[] = [];
  const errand = createErrand({
    retriesMax: 0,
    async fetch(_, init) {
      const { name } = JSON.parse(String(init!.body)).inputs;
      const key = (init!.headers as Record<string, string>)['idempotency-key']!;
      asked.push({ name, key });
      return handler(name, key, init!.signal);
    },
  });
  return { errand, asked };
}

const items = (...names: string[]): RunBody[] => names.map((name) => ({ inputs: { name } }));
const dear = (name: string) =>
  json([{ key: 'o', data_type: 'text/plain', value: `Dear ${name}` }], 200, { 'x-agent-job-id': `job-${name}` });

test('no more run at a time than allowed, and results come in the order of the items', async () => {
  let running = 0;
  let most = 0;
  const { errand } = createService(async (name) => {
    most = Math.max(most, ++running);
    // The first takes longest.
    for (let turn = 0; turn < (name === 'a' ? 50 : 1); turn++) await new Promise(setImmediate);
    running--;
    return dear(name);
  });
  const results = await Array.fromAsync(
    errand.runs.runMany('x', items(...'abcdefghij'), { concurrency: 3 }),
    (result) => result.ok && result.output,
  );
  assert.deepEqual(
    results,
    [...'abcdefghij'].map((name) => `Dear ${name}`),
  );
  assert.equal(most, 3);
});

test('unordered, a slow item holds nobody up, nor does a slow source', async () => {
  let release: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { errand } = createService(async (name) => {
    if (name === 'a') await slow;
    return dear(name);
  });
  async function* source() {
    yield* items('a', 'b', 'c');
    await slow;
    yield* items('d');
  }
  const seen: number[] = [];
  for await (const { index } of errand.runs.runMany('x', source(), { unordered: true, concurrency: 2 })) {
    seen.push(index);
    if (index === 2) release();
  }
  assert.deepEqual(seen.slice(0, 2), [1, 2]);
  assert.deepEqual(seen.toSorted(), [0, 1, 2, 3]);
});

test('an outage is retried with the key of the first try, a failed job only if asked, with a new key', async () => {
  const tries = new Map<string, number>();
  const { errand, asked } = createService((name) => {
    const count = (tries.get(name) ?? 0) + 1;
    tries.set(name, count);
    if (name === 'out' && count === 1) return json({ detail: 'Later.' }, 503);
    if (name === 'bad') return json({ error: 'Failed.' }, 400, { 'x-agent-job-id': `job-${count}` });
    return dear(name);
  });
  const results = await Array.fromAsync(errand.runs.runMany('x', items('out', 'bad'), { jobRetriesMax: 1 }));
  assert.deepEqual(
    results.map(({ ok, jobId }) => [ok, jobId]),
    [
      [true, 'job-out'],
      [false, 'job-2'],
    ],
  );
  const keys = (name: string) => new Set(asked.filter((one) => one.name === name).map(({ key }) => key)).size;
  assert.deepEqual([tries.get('out'), keys('out'), tries.get('bad'), keys('bad')], [2, 1, 2, 2]);
});

test('a failure of all items is thrown after the results, and starts no further item', async () => {
  const { errand, asked } = createService((name) =>
    name === 'b' ? json({ detail: 'No credits.', code: 'errand.credits.insufficient' }, 403) : dear(name),
  );
  const seen: boolean[] = [];
  await assert.rejects(async () => {
    for await (const { ok } of errand.runs.runMany('x', items(...'abcdefgh'), { concurrency: 1 })) seen.push(ok);
  }, ForbiddenError);
  assert.deepEqual([seen, asked.length], [[true, false], 2]);
});

test('an abort ends it with its reason, and leaving the loop ends the calls that run', async () => {
  const stop = new AbortController();
  const hang: Handler = (_, __, signal) =>
    new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)));
  const hanging = createService(hang).errand.runs.runMany('x', items('a'), { signal: stop.signal });
  const first = hanging.next();
  stop.abort(new Error('enough'));
  await assert.rejects(first, /enough/);

  const aborted: string[] = [];
  let returned = false;
  function* source() {
    try {
      yield* items(...'abc');
    } finally {
      returned = true;
    }
  }
  const { errand } = createService((name, key, signal) => {
    if (name === 'a') return dear(name);
    signal!.addEventListener('abort', () => aborted.push(name));
    return hang(name, key, signal);
  });
  for await (const { index } of errand.runs.runMany('x', source(), { concurrency: 2 })) if (index === 0) break;
  assert.deepEqual([aborted, returned], [['b'], true]);
});
