import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  advisoryLocks,
  dataFolder,
  isRoot,
  livingPostmaster,
  open,
  openInChild,
  postmasterPid,
  preparedFolder,
  procOnly,
  query,
} from '../../../test/embedded-postgres.ts';
import { until } from '../../../test/until.ts';

// PostgreSQL or the process that started it dies, is told to stop, or leaves something behind.

test('a killed postmaster is back within seconds with its locks, whichever process started it', async (t) => {
  const dataDir = await preparedFolder(t);
  const starter = await open(t, { dataDir, purpose: 'operator' });
  const server = await open(t, { dataDir });
  await starter.stop();
  await query(server.url, 'create table kept as select 42 as answer');
  for (const who of ['adopted', 'own child']) {
    const killed = (await postmasterPid(dataDir))!;
    process.kill(killed, 'SIGKILL');
    const killedAt = Date.now();
    const rows = await until(async () => {
      if ((await postmasterPid(dataDir)) === killed) return undefined;
      return query(server.url, 'select answer from kept').catch(() => undefined);
    }, 'the restart');
    assert.deepEqual(rows, [{ answer: 42 }], who);
    t.diagnostic(`${who}: back after ${Date.now() - killedAt} ms`);
    await until(async () => (await advisoryLocks(server.url)) === 2, 'both locks');
  }
});

test(
  'a backend that goes on computing after its postmaster was killed does not hold up the restart',
  procOnly,
  async (t) => {
    const dataDir = await preparedFolder(t);
    const server = await open(t, { dataDir });
    const busy = query(server.url, 'select count(*) from generate_series(1, 1e12::bigint)').catch(() => undefined);
    const running = `select pid from pg_stat_activity where query like '%1e12%' and state = 'active' and pid <> pg_backend_pid()`;
    await until(async () => (await query(server.url, running)).length === 1, 'the busy backend');
    const killed = (await postmasterPid(dataDir))!;
    process.kill(killed, 'SIGKILL');
    await until(() => query(server.url, 'select 1').catch(() => undefined), 'the restart');
    assert.notEqual(await postmasterPid(dataDir), killed);
    await busy;
  },
);

test('a stop from outside is turned into a restart', async (t) => {
  const dataDir = await preparedFolder(t);
  const server = await open(t, { dataDir });
  const told = (await postmasterPid(dataDir))!;
  process.kill(told, 'SIGTERM');
  await until(async () => {
    const rows = await query(server.url, 'select 1').catch(() => undefined);
    return rows && (await postmasterPid(dataDir)) !== told;
  }, 'the restart');
});

test('a postgres that cannot be restarted is reported and tried again until it can', async (t) => {
  const dataDir = await preparedFolder(t);
  const lines: string[] = [];
  const server = await open(t, { dataDir, log: (_level, message) => lines.push(message) });
  const control = join(dataDir, 'postgres', 'global', 'pg_control');
  const content = await readFile(control);
  await truncate(control, 100);
  process.kill((await postmasterPid(dataDir))!, 'SIGKILL');
  await until(async () => lines.some((line) => line.startsWith('PostgreSQL keeps exiting')), 'the report');
  assert.ok(lines.some((line) => /is damaged; see .* Restore the folder from a backup/.test(line)));
  await writeFile(control, content);
  await until(() => query(server.url, 'select 1').catch(() => undefined), 'the restart');
  await until(async () => lines.includes('PostgreSQL is back'), 'the good news');
});

test('a stop during a restart ends everything', async (t) => {
  const dataDir = await preparedFolder(t);
  const server = await open(t, { dataDir });
  process.kill((await postmasterPid(dataDir))!, 'SIGKILL');
  await server.stop();
  await until(async () => (await livingPostmaster(dataDir)) === undefined, 'its end');
  const next = await open(t, { dataDir });
  assert.deepEqual(await query(next.url, 'select 1 as one'), [{ one: 1 }]);
});

test('a first start that is killed leaves nothing that hinders the next one', async (t) => {
  const dataDir = await dataFolder(t);
  const child = openInChild(t, { dataDir, purpose: 'server' });
  const init = await until(async () => {
    const name = (await readdir(dataDir)).find((entry) => entry.startsWith('postgres-init-'));
    return name && existsSync(join(dataDir, name, 'base')) ? name : undefined;
  }, 'a half-made cluster');
  child.process.kill('SIGKILL');
  await child.exited;
  const server = await open(t, { dataDir });
  assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
  await server.stop();
  // The orphaned initdb may have been writing while its folder was removed. By now it is gone.
  const again = await open(t, { dataDir });
  await again.stop();
  assert.equal(existsSync(join(dataDir, init)), false);
});

test('a pid in a stale file that is another program by now does not stop the start', async (t) => {
  const dataDir = await preparedFolder(t);
  const first = await open(t, { dataDir });
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  const content = await readFile(file, 'utf8');
  await first.stop();
  const { uid, gid } = await stat(join(dataDir, 'postgres'));
  const other = spawn('sleep', ['600'], isRoot ? { uid, gid } : {});
  t.after(() => other.kill('SIGKILL'));
  await writeFile(file, content.replace(/^\d+/, String(other.pid)), { mode: 0o600 });
  await chown(file, uid, gid);
  const second = await open(t, { dataDir });
  assert.equal(second.adopted, false);
  assert.equal(other.exitCode, null);
});

test('postgres is in its own process group, so Ctrl-C does not reach it', procOnly, async (t) => {
  const dataDir = await preparedFolder(t);
  await open(t, { dataDir });
  const group = async (pid: number) => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[2];
  assert.notEqual(await group((await postmasterPid(dataDir))!), await group(process.pid));
});
