import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hearOut } from './last-word.ts';

/** A call that ends with its signal, or when it is answered. */
function openCall(limitMs = 60_000) {
  const job = new AbortController();
  const { promise, resolve } = Promise.withResolvers<string>();
  const result = hearOut(
    job.signal,
    (signal) =>
      new Promise<string>((answered, aborted) => {
        signal.addEventListener('abort', () => aborted(signal.reason));
        void promise.then(answered);
      }),
    limitMs,
  );
  result.catch(() => undefined);
  return { job, answer: resolve, result };
}

test('a call that is in progress when its job is cancelled or times out is read to its end', async () => {
  for (const reason of ['lost', 'timeout']) {
    const { job, answer, result } = openCall();
    job.abort(reason);
    answer('fine');
    assert.equal(await result, 'fine');
  }
});

test('it is not waited for when the process stops, nor for ever', async () => {
  const stopped = openCall();
  stopped.job.abort('stopping');
  await assert.rejects(stopped.result, (error) => (error as unknown) === 'stopping');
  const silent = openCall(1);
  silent.job.abort('lost');
  await assert.rejects(silent.result, (error) => (error as unknown) === 'lost');
});

test('nothing is begun for a job that is over', async () => {
  let called = false;
  const call = async (): Promise<void> => {
    called = true;
  };
  await assert.rejects(hearOut(AbortSignal.abort('lost'), call, 60_000), (error) => (error as unknown) === 'lost');
  assert.equal(called, false);
});
