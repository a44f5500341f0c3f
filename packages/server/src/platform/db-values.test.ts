import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMoment } from './db-values.ts';

test('moments are read as PostgreSQL writes them in UTC, cut to milliseconds', () => {
  for (const [text, iso] of [
    ['2026-01-05 09:12:44+00', '2026-01-05T09:12:44.000Z'],
    ['2026-12-31 23:59:59.9+00', '2026-12-31T23:59:59.900Z'],
    ['2026-01-05 09:12:44.12+00', '2026-01-05T09:12:44.120Z'],
    ['2026-01-05 09:12:44.123+00', '2026-01-05T09:12:44.123Z'],
    ['1999-02-28 00:00:00.123999+00', '1999-02-28T00:00:00.123Z'],
    ['1999-02-28 00:00:00.5+00', '1999-02-28T00:00:00.500Z'],
    ['1999-02-28 00:00:01.5+00', '1999-02-28T00:00:01.500Z'],
  ] as const)
    assert.equal(parseMoment(text)?.toISOString(), iso);
});

test('moments that look otherwise are left to the driver', () => {
  for (const text of ['infinity', '2026-01-05 09:12:44+02', '12026-01-05 09:12:44+00', '0044-03-15 12:00:00+00 BC'])
    assert.equal(parseMoment(text), undefined);
});
