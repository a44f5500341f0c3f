import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError } from './configuration.ts';
import { describeHosts, parseDatabaseUrl } from './database-url.ts';

test('one host stays as it is, and any session will do', () => {
  const url = 'postgres://errand:pass@db.example:5432/errand?sslmode=disable';
  assert.deepEqual(parseDatabaseUrl(url), { urls: [url], session: 'any' });
  const socket = 'postgres://errand:pass@localhost:5432/errand?host=%2Frun%2Fpg&sslmode=disable';
  assert.deepEqual(parseDatabaseUrl(socket), { urls: [socket], session: 'any' });
});

test('several hosts become one address each, and by default the session has to take writes', () => {
  assert.deepEqual(parseDatabaseUrl('postgresql://u:p%40s@one:5432,two:5433,[::1]:5434/errand?sslmode=require'), {
    urls: ['one:5432', 'two:5433', '[::1]:5434'].map((host) => `postgresql://u:p%40s@${host}/errand?sslmode=require`),
    session: 'read-write',
  });
});

test('hosts and ports may stand in the query', () => {
  const { urls, session } = parseDatabaseUrl(
    'postgres://u@/errand?host=one,two&port=5432,5433&target_session_attrs=any',
  );
  assert.equal(session, 'any');
  assert.deepEqual(
    urls.map((url) => [...new URLSearchParams(url.split('?')[1])]),
    [
      [
        ['host', 'one'],
        ['port', '5432'],
      ],
      [
        ['host', 'two'],
        ['port', '5433'],
      ],
    ],
  );
  assert.throws(() => parseDatabaseUrl('postgres://u@/errand?host=a,b,c&port=1,2'), /3 hosts and 2 ports/);
});

test('target_session_attrs is read for one host too; what the service cannot work with is refused', () => {
  assert.equal(parseDatabaseUrl('postgres://u@one/errand?target_session_attrs=primary').session, 'primary');
  for (const kind of ['standby', 'read-only', 'prefer-standby', ''])
    assert.throws(() => parseDatabaseUrl(`postgres://u@one/errand?target_session_attrs=${kind}`), ConfigError);
});

test('a malformed address is one line that never shows the password', () => {
  for (const url of [
    'postgres://errand:hunter2@one:54x/errand',
    'postgres://errand:hunter2@one:5432,two:99999/errand',
    'postgres://errand:hunter2@one two/errand',
    'postgres://errand:hunter2#x@one/errand',
    'mysql://errand:hunter2@one/errand',
    'hunter2',
  ]) {
    assert.throws(
      () => parseDatabaseUrl(url, 'ERRAND_DATABASE_DIRECT_URL'),
      (error: Error) => {
        assert.ok(error instanceof ConfigError, url);
        assert.match(error.message, /^ERRAND_DATABASE_DIRECT_URL [^\n]+$/);
        assert.doesNotMatch(error.message, /hunter2/);
        return true;
      },
      url,
    );
  }
});

test('hosts are described without user and password', () => {
  assert.equal(describeHosts('postgres://u:secret@one:5432,two:5433/errand'), 'one:5432 or two:5433/errand');
  assert.equal(describeHosts('postgres://u:secret@localhost/errand?host=/run/pg'), '/run/pg/errand');
});
