import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog, isLogLevel } from './log.ts';

function record(level: 'info' | 'debug') {
  const lines: string[] = [];
  return { lines, log: createLog(level, { write: (line) => void lines.push(line) }) };
}

test('each line is JSON with its level in words and the time it was written at', (t) => {
  const { lines, log } = record('info');
  const moment = Date.UTC(2026, 0, 5, 10, 30, 0, 123);
  const clock = t.mock.method(Date, 'now', () => moment);
  log.info({ event: 'one' }, 'first');
  log.warn('second');
  clock.mock.mockImplementation(() => moment + 1);
  log.info('third');
  log.debug('below the level');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    [
      { level: 'info', time: '2026-01-05T10:30:00.123Z', event: 'one', msg: 'first' },
      { level: 'warn', time: '2026-01-05T10:30:00.123Z', msg: 'second' },
      { level: 'info', time: '2026-01-05T10:30:00.124Z', msg: 'third' },
    ],
  );
});

test('secrets that libraries might log are not written', () => {
  const { lines, log } = record('info');
  log.info({ password: 'hunter2', token: 'abc', req: { headers: { authorization: 'Bearer x' } } }, 'careless');
  assert.doesNotMatch(lines.join(''), /hunter2|abc|Bearer/);
});

test('a level is one of the known words', () => {
  assert.deepEqual(['info', 'loud', ''].map(isLogLevel), [true, false, false]);
});
