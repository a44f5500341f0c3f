import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIdle } from './idle.ts';

test('who waits is answered when no claim is at work and nothing is left to do', async () => {
  let isDone = false;
  const idle = createIdle(() => isDone);
  const end = idle.begin();
  let answered = false;
  const waiting = idle.wait().then(() => {
    answered = true;
  });
  end();
  await Promise.resolve();
  assert.equal(answered, false, 'the claim has ended, but its deliveries are in progress');
  isDone = true;
  idle.settle();
  await waiting;
  assert.equal(idle.isIdle(), true);
  await idle.wait();
});
