import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toLocalTime } from './local-time.ts';

test('a field shows the local time of a moment, and gives the same moment back', () => {
  const moment = Date.UTC(2026, 6, 5, 22, 30);
  assert.match(toLocalTime(moment), /^2026-07-0[56]T\d\d:\d\d$/);
  assert.equal(new Date(toLocalTime(moment)).getTime(), moment);
  assert.equal(toLocalTime(new Date(moment).toISOString()), toLocalTime(moment));
});
