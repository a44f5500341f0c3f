import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, readdir, readlink, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import {
  closedPackage,
  dataFolder,
  hasProc,
  open,
  openInChild,
  ordinaryAccount,
  postmasterPid,
  preparedFolder,
  query,
  rootOnly,
} from '../../../test/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../embedded-postgres.ts';
import { findPrograms } from './programs.ts';

// Folders, owners and programs of the cluster.

test('the cluster is private, durable and speaks UTF-8', async (t) => {
  const dataDir = await dataFolder(t);
  const { url } = await open(t, { dataDir, settings: { work_mem: '7MB' } });
  const rows = await query(
    url,
    `select current_user::text as user, current_setting('listen_addresses') as listen, current_setting('fsync') as fsync,
            current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
            current_setting('shared_buffers') as buffers, current_setting('work_mem') as work_mem, upper('ä') as upper`,
  );
  assert.deepEqual(rows, [
    {
      user: 'errand',
      listen: '',
      fsync: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      buffers: '256MB',
      work_mem: '7MB',
      upper: 'Ä',
    },
  ]);
  assert.equal((await stat(join(dataDir, 'postgres-password'))).mode & 0o777, 0o600);
  assert.equal((await stat(join(dataDir, 'postgres'))).mode & 0o777, 0o700);
  await assert.rejects(query(url.replace(/:[0-9a-f]{64}@/, ':guess@'), 'select 1'), /password authentication failed/);
});

test('a folder too deep for a socket path works', async (t) => {
  const dataDir = join(await dataFolder(t), 'a'.repeat(60), `b, "c" d%${'e'.repeat(60)}`);
  const server = await open(t, { dataDir });
  const operator = await open(t, { dataDir, purpose: 'operator' });
  assert.equal(operator.url, server.url);
  assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
  const socketDir = new URL(server.url).searchParams.get('host')!;
  assert.equal((await stat(socketDir)).mode & 0o777, 0o700);
  t.after(() => rm(socketDir, { recursive: true, force: true }));
});

test('a folder with odd characters in its name works', async (t) => {
  const dataDir = join(await dataFolder(t), `a, "b" c%20d+é'`);
  const server = await open(t, { dataDir });
  assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
});

test('an ordinary user has the same database without root', rootOnly, async (t) => {
  const account = await ordinaryAccount();
  const script = import.meta.filename;
  const sees = spawnSync(process.execPath, ['--check', script], { ...account, cwd: '/', encoding: 'utf8' });
  if (sees.status !== 0) return t.skip('the repository is closed to ordinary users');
  const dataDir = await dataFolder(t);
  await chown(dirname(dataDir), account.uid, account.gid);
  await chown(dataDir, account.uid, account.gid);
  for (const adopted of [false, true]) {
    const child = openInChild(t, { dataDir, purpose: 'server' }, account);
    const [ready] = await child.lines(1);
    assert.equal((JSON.parse(ready!) as EmbeddedPostgres).adopted, adopted);
    assert.equal((await stat(`/proc/${await postmasterPid(dataDir)}`)).uid, account.uid);
    child.process.kill('SIGKILL');
    await child.exited;
  }
  // Root continues with the account that owns the cluster.
  const server = await open(t, { dataDir });
  assert.equal(server.adopted, true);
  await server.stop();
  const restarted = await open(t, { dataDir });
  assert.equal((await stat(`/proc/${await postmasterPid(dataDir)}`)).uid, account.uid);
  await restarted.stop();
});

test('a data folder of root is refused to an ordinary user with a line that says what to do', rootOnly, async (t) => {
  const account = await ordinaryAccount();
  const dataDir = await preparedFolder(t);
  await chmod(dirname(dataDir), 0o755);
  await (await open(t, { dataDir })).stop();
  const closed = openInChild(t, { dataDir, purpose: 'server' }, account);
  assert.match((await closed.lines(1))[0]!, /^Permission denied in .* ERRAND_DATA_DIR/);
  await chmod(dataDir, 0o777);
  const foreign = openInChild(t, { dataDir, purpose: 'server' }, account);
  assert.match((await foreign.lines(1))[0]!, /belongs to user id \d+, not to \d+\. Run errand as that user/);
});

test('programs that the account of postgres cannot read are copied once, beside the data', rootOnly, async (t) => {
  const dataDir = await dataFolder(t);
  await chmod(dirname(dataDir), 0o755);
  await chmod(dataDir, 0o755);
  const locked = await closedPackage(t);
  const first = await open(t, { dataDir, binaries: join(locked, 'native') });
  const copy = (await readdir(dataDir)).find((name) => name.startsWith('postgres-native-'))!;
  if (hasProc) {
    const program = await readlink(`/proc/${await postmasterPid(dataDir)}/exe`);
    assert.equal(program, join(dataDir, copy, 'bin', 'postgres'));
  }
  const made = (await stat(join(dataDir, copy))).ino;
  await first.stop();
  await (await open(t, { dataDir, binaries: join(locked, 'native') })).stop();
  assert.equal((await stat(join(dataDir, copy))).ino, made);
});

test(
  'the copy goes elsewhere when the data is closed too, and is repaired when files are gone',
  rootOnly,
  async (t) => {
    const native = join(await closedPackage(t), 'native');
    const dataDir = await dataFolder(t);
    const cache = await dataFolder(t);
    await chmod(dirname(cache), 0o755);
    await chmod(cache, 0o755);
    const place = { dataDir, cluster: join(dataDir, 'postgres'), logFile: join(dataDir, 'postgres.log') };
    const account = await ordinaryAccount();
    const find = () => findPrograms({ native, place, account, caches: [join(cache, 'programs')] });

    const found = await find();
    assert.equal(dirname(found.folder), join(cache, 'programs'));
    assert.deepEqual(await readdir(dataDir), []);
    await rm(join(found.folder, 'share', 'postgresql', 'postgres.bki'));
    assert.deepEqual(await find(), found);
    assert.equal(existsSync(join(found.folder, 'share', 'postgresql', 'postgres.bki')), true);
    assert.deepEqual((await readdir(dirname(found.folder))).length, 1);

    // A folder of that name from another user is not trusted.
    await chown(found.folder, account.uid, account.gid);
    await assert.rejects(find(), /may not execute the PostgreSQL binaries in .* set DATABASE_URL/);
  },
);

test('a cluster restored by root with other owners and modes opens', rootOnly, async (t) => {
  const dataDir = await preparedFolder(t);
  const first = await open(t, { dataDir });
  await query(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  await rename(join(dataDir, 'postgres'), join(dataDir, 'backup'));
  await cp(join(dataDir, 'backup'), join(dataDir, 'postgres'), { recursive: true });
  await chmod(join(dataDir, 'postgres'), 0o755);
  const second = await open(t, { dataDir });
  assert.deepEqual(await query(second.url, 'select answer from kept'), [{ answer: 42 }]);
});
