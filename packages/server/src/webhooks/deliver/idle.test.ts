import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIdle } from './idle.ts';

test('a waiting caller is answered when no claim is running and no work is left', async () => {
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
