import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createProcessorClock, threadUsedMs } from './processor-clock.ts';

function start() {
  const [time, used, active] = [0, 0, 0];
  const parts = { time, used, active };
  const clock = createProcessorClock({ now: () => parts.time, usedMs: () => parts.used, activeMs: () => parts.active });
  return {
    /** Returns what a piece of work costs that takes so long and has a processor for a part of that. */
    measure(ms: number, part = 1): number {
      const from = parts.time;
      parts.time += ms;
      parts.active += ms;
      parts.used += ms * part;
      return clock.between(from, parts.time);
    },
    idle(ms: number): void {
      parts.time += ms;
    },
  };
}

test('work on a free machine costs the time that it takes, however long the thread was idle', () => {
  const { measure, idle } = start();
  for (let n = 0; n < 1_000; n += 1) {
    assert.equal(Math.round(measure(3)), 3);
    idle(500);
  }
});

test('time without a processor costs nobody anything', () => {
  const { measure } = start();
  assert.equal(measure(1_000, 0.25), 250);
  assert.equal(measure(8), 2, 'a piece too short to be measured costs what the last ones did');
  assert.equal(measure(1_000), 1_000, 'and the machine is free again');
});

test('a system that counts more than has passed charges no more than has passed', () => {
  const { measure } = start();
  assert.equal(measure(200, 1.5), 200);
});

test('the time of another thread is not counted, and that of this thread is', { timeout: 60_000 }, async () => {
  // The other thread tells when it has used 300 ms of its own.
  const code = `const { threadUsedMs } = await import(${JSON.stringify(new URL('./processor-clock.ts', import.meta.url).href)});
    while (threadUsedMs() < 300); (await import('node:worker_threads')).parentPort.postMessage(threadUsedMs());`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  await once(worker, 'online');
  const before = threadUsedMs();
  const [theirs] = (await once(worker, 'message')) as [number];
  const waited = threadUsedMs() - before;
  await worker.terminate();
  assert.ok(theirs >= 300);
  assert.ok(waited < theirs / 2, `${waited} ms of a thread that only waited for ${theirs} ms of another`);
  const busyFrom = threadUsedMs();
  const until = performance.now() + 10_000;
  while (threadUsedMs() - busyFrom < 50)
    if (performance.now() > until) assert.fail('the time of this thread stands still');
  await nextTurn();
});
