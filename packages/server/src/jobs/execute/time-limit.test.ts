import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTimeLimit } from './time-limit.ts';

test('time in which the database is out does not count', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const pass = (ms: number): void => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  let outMs = 50;
  let over = false;
  createTimeLimit(
    1_000,
    () => outMs,
    () => {
      over = true;
    },
  );
  pass(900);
  outMs += 300;
  pass(300);
  assert.equal(over, false);
  pass(99);
  assert.equal(over, false);
  pass(1);
  assert.equal(over, true);
});

test('it can start over, and be stopped', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  let over = false;
  const limit = createTimeLimit(
    100,
    () => 0,
    () => {
      over = true;
    },
  );
  now = 90;
  t.mock.timers.tick(90);
  limit.restart();
  now = 180;
  t.mock.timers.tick(90);
  assert.equal(over, false);
  limit.stop();
  now = 300;
  t.mock.timers.tick(120);
  assert.equal(over, false);
});
