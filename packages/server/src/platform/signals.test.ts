import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awaitStopRequest } from './signals.ts';

test('the first signal asks, the second says that the third one insists; an echo of one key press does not count', async () => {
  const said: string[] = [];
  let time = 0;
  const stop = awaitStopRequest({
    onRepeat: () => said.push('stopping already'),
    onInsist: () => said.push('forced'),
    now: () => time,
  });
  const press = (signal: NodeJS.Signals, atMs: number): void => {
    time = atMs;
    process.emit(signal);
  };
  assert.equal(stop.requested(), false);
  press('SIGINT', 1_000);
  press('SIGINT', 1_020);
  await stop.promise;
  assert.equal(stop.requested(), true);
  assert.deepEqual(said, []);
  press('SIGTERM', 2_000);
  press('SIGINT', 3_000);
  assert.deepEqual(said, ['stopping already', 'forced']);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(signal);
});
