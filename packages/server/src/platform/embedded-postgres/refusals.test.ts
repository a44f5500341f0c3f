import assert from 'node:assert/strict';
import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataFolder, open, postmasterPid } from '../../../test/embedded-postgres.ts';
import { EmbeddedPostgresError, embeddedPostgresBinaries } from '../embedded-postgres.ts';
import { explainFailure } from './errors.ts';

// A cluster that cannot be opened fails with a message that says why and what to do.

test('a cluster that cannot be opened says why and what to do', async (t) => {
  const dataDir = await dataFolder(t);
  const cluster = join(dataDir, 'postgres');
  await mkdir(cluster);
  await writeFile(join(cluster, 'notes.txt'), 'mine');
  await assert.rejects(open(t, { dataDir }), /is not empty and holds no PostgreSQL database\. Move it away/);
  await rm(cluster, { recursive: true });
  await (await open(t, { dataDir })).stop();

  const passwordFile = join(dataDir, 'postgres-password');
  const password = await readFile(passwordFile, 'utf8');
  await rm(passwordFile);
  await assert.rejects(open(t, { dataDir }), /postgres-password is missing or empty/);
  await writeFile(passwordFile, 'wrong');
  await assert.rejects(open(t, { dataDir }), /The database in .* refuses the password in/);
  assert.equal(await postmasterPid(dataDir), undefined);
  await writeFile(passwordFile, password);

  const versionFile = join(cluster, 'PG_VERSION');
  const version = await readFile(versionFile, 'utf8');
  await writeFile(versionFile, '17\n');
  await assert.rejects(
    open(t, { dataDir }),
    /created by PostgreSQL 17, but this version of errand includes 18\..*errand db export/,
  );
  await writeFile(versionFile, version);

  await assert.rejects(open(t, { dataDir, settings: { no_such: 'x' } }), /did not start \(FATAL: .*no_such/);

  await truncate(join(cluster, 'global', 'pg_control'), 100);
  await assert.rejects(open(t, { dataDir }), /is damaged; see .* Restore the folder from a backup/);
});

test('failures of the system are reported in one line', () => {
  const place = { dataDir: '/d', cluster: '/d/postgres', logFile: '/d/postgres.log' };
  const line = (said: string) => explainFailure(said, place).message;
  assert.match(
    line('FATAL:  could not write lock file "postmaster.pid": No space left on device'),
    /disk .* \/d is full/,
  );
  assert.match(
    line("Error: ENOTDIR: not a directory, mkdir '/d'"),
    /^The folder \/d cannot be created: .* ERRAND_DATA_DIR\.$/,
  );
  assert.match(line('Error: ENOSPC: no space left on device, write'), /is full/);
  assert.match(line('could not create shared memory segment: No space left on device'), /shared memory or semaphores/);
  assert.match(line("postgres: /lib/libc.so.6: version `GLIBC_2.34' not found"), /C library .* DATABASE_URL/);
  assert.match(line('spawn /x/bin/postgres ENOENT'), /C library .* DATABASE_URL/);
  assert.match(line('error while loading shared libraries: libicuuc.so.60: cannot open'), /npm rebuild/);
  assert.match(line('PANIC:  could not locate a valid checkpoint record at 0/1'), /damaged/);
  assert.match(line('2026-01-01 UTC [1] LOG:  a\n2026-01-01 UTC [1] FATAL:  odd'), /did not start \(FATAL: {2}odd\)/);
  assert.ok(explainFailure('', place) instanceof EmbeddedPostgresError);
});

test('on a platform without a binary, the error asks for a server', async () => {
  const original = Object.getOwnPropertyDescriptor(process, 'arch')!;
  Object.defineProperty(process, 'arch', { ...original, value: 's390x' });
  try {
    assert.throws(embeddedPostgresBinaries, {
      name: 'EmbeddedPostgresError',
      message: `No PostgreSQL binary for ${process.platform}-s390x in node_modules. Set DATABASE_URL to a PostgreSQL 14 or newer server.`,
    });
  } finally {
    Object.defineProperty(process, 'arch', original);
  }
});
