import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAttendance } from './attendance.ts';

test('closing waits for the last user', async () => {
  const attendance = createAttendance();
  await attendance.idle(1_000);
  const one = attendance.enter();
  const two = attendance.enter();
  let closed = false;
  const closing = attendance.idle(60_000).then(() => {
    closed = true;
  });
  one[Symbol.dispose]();
  await Promise.resolve();
  assert.equal(closed, false);
  two[Symbol.dispose]();
  await closing;
  assert.equal(closed, true);
});

test('a time limit ends the wait for somebody who never leaves', async () => {
  const attendance = createAttendance();
  attendance.enter();
  // Keeps the process alive, because the wait itself must not.
  const alive = setTimeout(() => undefined, 60_000);
  await attendance.idle(1);
  clearTimeout(alive);
});
