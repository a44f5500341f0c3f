import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createLog } from '#platform/log.ts';
import { createTasks } from './tasks.ts';

test('work is repeated, never beside itself, also after a failure', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    const tasks = createTasks(createLog('silent'), () => false);
    const rounds: PromiseWithResolvers<void>[] = [];
    tasks.every(1_000, 'work', () => {
      rounds.push(Promise.withResolvers());
      return rounds.at(-1)!.promise;
    });
    mock.timers.tick(1_000);
    mock.timers.tick(5_000);
    assert.equal(rounds.length, 1, 'the first one is still in progress');
    rounds[0]!.reject(new Error('failed'));
    await new Promise((resolve) => setImmediate(resolve));
    mock.timers.tick(1_000);
    assert.equal(rounds.length, 2);
    const stopped = tasks.stop(60_000);
    rounds[1]!.resolve();
    await stopped;
    mock.timers.tick(5_000);
    assert.equal(rounds.length, 2);
  } finally {
    mock.timers.reset();
  }
});

test('stopping does not wait for ever', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    const tasks = createTasks(createLog('silent'), () => false);
    tasks.every(1, 'endless', () => new Promise(() => undefined));
    mock.timers.tick(1);
    await tasks.stop(1);
  } finally {
    mock.timers.reset();
  }
});
