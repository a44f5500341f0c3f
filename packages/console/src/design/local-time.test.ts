import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromLocalTime, toLocalTime } from './local-time.ts';
import { setTimeZone } from './time-zone.ts';

Object.assign(globalThis, {
  localStorage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
});

test('a field shows the local time of a moment, and gives the same moment back', () => {
  const moment = Date.UTC(2026, 6, 5, 22, 30);
  assert.match(toLocalTime(moment), /^2026-07-0[56]T\d\d:\d\d$/);
  assert.equal(fromLocalTime(toLocalTime(moment)).getTime(), moment);
  assert.equal(toLocalTime(new Date(moment).toISOString()), toLocalTime(moment));
  assert.ok(Number.isNaN(fromLocalTime('').getTime()));
});

test('a chosen zone counts, also around a change of its clock; nonsense is the zone of the browser', () => {
  setTimeZone('America/New_York');
  assert.equal(toLocalTime(Date.UTC(2026, 6, 5, 22, 30)), '2026-07-05T18:30');
  assert.equal(fromLocalTime('2026-07-05T18:30').toISOString(), '2026-07-05T22:30:00.000Z');
  // Clocks go back on 1 November 2026 at two o'clock.
  for (const text of ['2026-10-31T23:30', '2026-11-01T00:30', '2026-11-01T03:30', '2026-11-02T00:00'])
    assert.equal(toLocalTime(fromLocalTime(text).getTime()), text);
  setTimeZone('Nowhere/Land');
  assert.equal(toLocalTime(0), toLocalTime(new Date(0).toISOString()));
  setTimeZone('');
});
