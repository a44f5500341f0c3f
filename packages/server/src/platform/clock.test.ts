import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseNow, machineAheadMs, noteDatabaseClock } from './clock.ts';
import { idMs, newId } from './ids.ts';

const DAY_MS = 86_400_000;
const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 60_000, `${actual} is not near ${expected}`);

/** Simulates an answer of PostgreSQL that took no time. */
const answer = (databaseMs: number) => {
  const at = performance.now();
  return { databaseMs, sentAt: at, answeredAt: at };
};

test('the first answer sets the clock, and a later one that differs is a jump', () => {
  assert.deepEqual(noteDatabaseClock(answer(Date.now() + DAY_MS)), []);
  near(databaseNow(), Date.now() + DAY_MS);
  near(machineAheadMs(), -DAY_MS);
  const [jump] = noteDatabaseClock(answer(Date.now()));
  assert.equal(jump!.clock, 'database');
  near(jump!.byMs, -DAY_MS);
  near(databaseNow(), Date.now());
});

test('a machine whose clock is set, forward or back, does not move the clock of ids, and it is reported', (t) => {
  noteDatabaseClock(answer(Date.now()));
  const now = Date.now;
  t.after(() => {
    Date.now = now;
    noteDatabaseClock(answer(now()));
  });
  for (const byMs of [DAY_MS, -DAY_MS]) {
    Date.now = () => now() + byMs;
    near(idMs(newId()), now());
    const [jump] = noteDatabaseClock(answer(now()));
    assert.equal(jump!.clock, 'machine');
    Date.now = now;
    assert.equal(noteDatabaseClock(answer(now())).length, 1);
  }
});

test('ids follow a clock that was wrong for a while: they neither stay in the future nor in the past', () => {
  noteDatabaseClock(answer(Date.now() + DAY_MS));
  near(idMs(newId()), Date.now() + DAY_MS);
  noteDatabaseClock(answer(Date.now()));
  near(idMs(newId()), Date.now());
  noteDatabaseClock(answer(Date.now() - DAY_MS));
  near(idMs(newId()), Date.now() - DAY_MS);
  noteDatabaseClock(answer(Date.now()));
  near(idMs(newId()), Date.now());
});

test('an answer that was on its way for long says nothing', () => {
  noteDatabaseClock(answer(Date.now()));
  const at = performance.now();
  assert.deepEqual(noteDatabaseClock({ databaseMs: Date.now() + DAY_MS, sentAt: at - 5_000, answeredAt: at }), []);
  near(databaseNow(), Date.now());
});
