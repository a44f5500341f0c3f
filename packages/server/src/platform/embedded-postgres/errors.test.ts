import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EmbeddedPostgresError, errorCode, explainFailure } from './errors.ts';

const place = { dataDir: '/data', cluster: '/data/postgres', logFile: '/data/postgres.log' };
const explain = (said: string): string => explainFailure(said, place).message;

describe('what PostgreSQL says is reported with what to do', () => {
  const cases: [said: string, words: RegExp][] = [
    ["postgres: /lib/libc.so.6: version `GLIBC_2.34' not found", /C library.*DATABASE_URL/],
    ['error while loading shared libraries: libpq.so.5', /npm rebuild/],
    ['FATAL:  could not create shared memory segment: No space left on device', /shared memory/],
    ['PANIC:  could not write to file: No space left on device', /disk that holds \/data is full/],
    ['initdb: error: could not create directory: Read-only file system', /read-only/],
    ['FATAL:  data directory "/data/postgres" has wrong ownership', /Permission denied/],
    ['PANIC:  could not locate a valid checkpoint record', /\/data\/postgres is damaged.*postgres\.log/],
    ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', /memory/],
  ];
  for (const [said, words] of cases) test(said.slice(0, 70), () => assert.match(explain(said), words));
});

test('an unknown failure shows its last error in one line', () => {
  const said = '2026-01-05 09:00:00 LOG:  starting\n2026-01-05 09:00:00 FATAL:  lock file "x" already exists\n';
  assert.match(explain(said), /FATAL: {2}lock file "x" already exists/);
  assert.doesNotMatch(explain(said), /\n|LOG/);
  assert.match(explain(''), /no error/);
  assert.ok(explainFailure('', place) instanceof EmbeddedPostgresError);
});

test('the code of an error is read where there is one', () => {
  assert.equal(errorCode(Object.assign(new Error('x'), { code: 'ENOENT' })), 'ENOENT');
  assert.equal(errorCode(new Error('x')), undefined);
  assert.equal(errorCode('ENOENT'), undefined);
});
