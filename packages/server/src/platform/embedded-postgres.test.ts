import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { explainFailure } from './embedded-postgres/errors.ts';
import { findPrograms } from './embedded-postgres/programs.ts';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  embeddedPostgresBinaries,
  openEmbeddedPostgres,
} from './embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
const hasProc = existsSync('/proc/self/cwd');
const rootOnly = { skip: isRoot ? false : 'needs root, to act as several users' };
const procOnly = { skip: hasProc ? false : 'needs /proc' };

test('a restart finds the data, and a stop leaves no process', async (t) => {
  const dataDir = await dataFolder(t);
  const first = await open(t, { dataDir });
  assert.equal(first.adopted, false);
  await query(first.url, 'create table kept as select 42 as answer');
  await Promise.all([first.stop(), first.stop()]);
  await first.stop();
  assert.equal(await postmasterPid(dataDir), undefined);

  const second = await open(t, { dataDir });
  assert.equal(second.adopted, false);
  assert.deepEqual(await query(second.url, 'select answer from kept'), [{ answer: 42 }]);
});

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

test('postgres outlives a killed process and is adopted with its data by the next one', async (t) => {
  const dataDir = await dataFolder(t);
  const child = openInChild(t, { dataDir, purpose: 'server' });
  const [ready] = await child.lines(1);
  const { url } = JSON.parse(ready!) as { url: string };
  await query(url, 'create table kept as select 42 as answer');
  const pid = await postmasterPid(dataDir);
  child.process.kill('SIGKILL');
  await child.exited;

  const next = await open(t, { dataDir });
  assert.equal(next.adopted, true);
  assert.equal(await postmasterPid(dataDir), pid);
  assert.equal(next.url, url);
  assert.deepEqual(await query(next.url, 'select answer from kept'), [{ answer: 42 }]);
  assert.equal(child.output().trim(), ready, 'postgres wrote nothing to our output');
  await next.stop();
  assert.equal(await postmasterPid(dataDir), undefined);
});

test('a second server is refused with one line, while operators work beside the first', async (t) => {
  const dataDir = await dataFolder(t);
  const server = await open(t, { dataDir });
  await query(server.url, 'create table seen as select 1 as one');
  await assert.rejects(open(t, { dataDir }), {
    name: 'EmbeddedPostgresError',
    message: `Another errand server is already running on ${dataDir} (process ${process.pid}). Stop it first, or choose another folder with ERRAND_DATA_DIR.`,
  });
  const operator = await open(t, { dataDir, purpose: 'operator' });
  assert.equal(operator.adopted, true);
  assert.deepEqual(await query(operator.url, 'select one from seen'), [{ one: 1 }]);
  await operator.stop();
  assert.deepEqual(await query(server.url, 'select one from seen'), [{ one: 1 }]);
});

test('an operator that came before the server does not take postgres with it', async (t) => {
  const dataDir = await dataFolder(t);
  const operator = await open(t, { dataDir, purpose: 'operator' });
  const server = await open(t, { dataDir });
  assert.equal(server.adopted, true);
  await operator.stop();
  assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
  await server.stop();
  assert.equal(await postmasterPid(dataDir), undefined);
});

test('a server that stops leaves postgres to the operator, who then ends it', async (t) => {
  const dataDir = await dataFolder(t);
  const server = await open(t, { dataDir });
  const operator = await open(t, { dataDir, purpose: 'operator' });
  await server.stop();
  assert.deepEqual(await query(operator.url, 'select 1 as one'), [{ one: 1 }]);
  await operator.stop();
  assert.equal(await postmasterPid(dataDir), undefined);
});

test('of two simultaneous first starts one serves and the other is refused', async (t) => {
  const dataDir = await dataFolder(t);
  const outcomes = await Promise.allSettled([open(t, { dataDir }), open(t, { dataDir })]);
  const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
  const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
  assert.equal(won.length, 1);
  assert.match(String(lost[0]?.reason), /Another errand server is already running/);
  assert.deepEqual(await query(won[0]!.value.url, 'select 1 as one'), [{ one: 1 }]);
  const left = (await readdir(dataDir)).filter((name) => /init|password\./.test(name));
  assert.deepEqual(left, []);
});

test('openers that come and go at the same time all get in, and the last one ends postgres', async (t) => {
  const dataDir = await dataFolder(t);
  const comeAndGo = async () => {
    for (let round = 0; round < 6; round++) {
      const operator = await open(t, { dataDir, purpose: 'operator' });
      assert.deepEqual(await query(operator.url, 'select 1 as one'), [{ one: 1 }]);
      await operator.stop();
    }
  };
  await Promise.all([comeAndGo(), comeAndGo(), comeAndGo()]);
  assert.equal(await postmasterPid(dataDir), undefined);
});

test('a killed postmaster is back within seconds, with the locks, whoever started it', async (t) => {
  const dataDir = await dataFolder(t);
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
    });
    assert.deepEqual(rows, [{ answer: 42 }], who);
    t.diagnostic(`${who}: back after ${Date.now() - killedAt} ms`);
    await until(async () => (await advisoryLocks(server.url)) === 2);
  }
});

test(
  'a backend that goes on computing after its postmaster was killed does not hold up the restart',
  procOnly,
  async (t) => {
    const dataDir = await dataFolder(t);
    const server = await open(t, { dataDir });
    const busy = query(server.url, 'select count(*) from generate_series(1, 1e12::bigint)').catch(() => undefined);
    const running = `select pid from pg_stat_activity where query like '%1e12%' and state = 'active' and pid <> pg_backend_pid()`;
    await until(async () => (await query(server.url, running)).length === 1);
    const killed = (await postmasterPid(dataDir))!;
    process.kill(killed, 'SIGKILL');
    await until(() => query(server.url, 'select 1').catch(() => undefined));
    assert.notEqual(await postmasterPid(dataDir), killed);
    await busy;
  },
);

test('a stop from outside is turned into a restart', async (t) => {
  const dataDir = await dataFolder(t);
  const server = await open(t, { dataDir });
  const told = (await postmasterPid(dataDir))!;
  process.kill(told, 'SIGTERM');
  await until(async () => {
    const rows = await query(server.url, 'select 1').catch(() => undefined);
    return rows && (await postmasterPid(dataDir)) !== told;
  });
});

test('a postgres that cannot be restarted is reported and tried again until it can', async (t) => {
  const dataDir = await dataFolder(t);
  const lines: string[] = [];
  const server = await open(t, { dataDir, log: (_level, message) => lines.push(message) });
  const control = join(dataDir, 'postgres', 'global', 'pg_control');
  const content = await readFile(control);
  await truncate(control, 100);
  process.kill((await postmasterPid(dataDir))!, 'SIGKILL');
  await until(async () => lines.some((line) => line.startsWith('PostgreSQL keeps dying')));
  assert.ok(lines.some((line) => /is damaged .* Restore the folder from a backup/.test(line)));
  await writeFile(control, content);
  await until(() => query(server.url, 'select 1').catch(() => undefined));
  await until(async () => lines.includes('PostgreSQL is back'));
});

test('a stop during a restart ends everything', async (t) => {
  const dataDir = await dataFolder(t);
  const server = await open(t, { dataDir });
  process.kill((await postmasterPid(dataDir))!, 'SIGKILL');
  await server.stop();
  await until(async () => (await livingPostmaster(dataDir)) === undefined);
  const next = await open(t, { dataDir });
  assert.deepEqual(await query(next.url, 'select 1 as one'), [{ one: 1 }]);
});

test('a first start killed in the middle leaves nothing that hinders the next one', async (t) => {
  const dataDir = await dataFolder(t);
  const child = openInChild(t, { dataDir, purpose: 'server' });
  const init = await until(async () => {
    const name = (await readdir(dataDir)).find((entry) => entry.startsWith('postgres-init-'));
    return name && existsSync(join(dataDir, name, 'base')) ? name : undefined;
  });
  child.process.kill('SIGKILL');
  await child.exited;
  const server = await open(t, { dataDir });
  assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }]);
  await server.stop();
  // The orphaned initdb may have been writing while its folder was removed; by now it is gone.
  const again = await open(t, { dataDir });
  await again.stop();
  assert.equal(existsSync(join(dataDir, init)), false);
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

test('a pid in a stale file that is another program by now does not stop the start', async (t) => {
  const dataDir = await dataFolder(t);
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
  const dataDir = await dataFolder(t);
  await open(t, { dataDir });
  const group = async (pid: number) => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[2];
  assert.notEqual(await group((await postmasterPid(dataDir))!), await group(process.pid));
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
  // Root goes on with the account that owns the cluster.
  const server = await open(t, { dataDir });
  assert.equal(server.adopted, true);
  await server.stop();
  const restarted = await open(t, { dataDir });
  assert.equal((await stat(`/proc/${await postmasterPid(dataDir)}`)).uid, account.uid);
  await restarted.stop();
});

test('a data folder of root is refused to an ordinary user with a line that says what to do', rootOnly, async (t) => {
  const account = await ordinaryAccount();
  const dataDir = await dataFolder(t);
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

    // A folder of that name that somebody else made is not trusted.
    await chown(found.folder, account.uid, account.gid);
    await assert.rejects(find(), /may not execute the PostgreSQL in .* set DATABASE_URL/);
  },
);

test('a cluster restored by root with other owners and modes opens', rootOnly, async (t) => {
  const dataDir = await dataFolder(t);
  const first = await open(t, { dataDir });
  await query(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  await rename(join(dataDir, 'postgres'), join(dataDir, 'backup'));
  await cp(join(dataDir, 'backup'), join(dataDir, 'postgres'), { recursive: true });
  await chmod(join(dataDir, 'postgres'), 0o755);
  const second = await open(t, { dataDir });
  assert.deepEqual(await query(second.url, 'select answer from kept'), [{ answer: 42 }]);
});

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
  await assert.rejects(open(t, { dataDir }), /The password in .* does not open the database/);
  assert.equal(await postmasterPid(dataDir), undefined);
  await writeFile(passwordFile, password);

  const versionFile = join(cluster, 'PG_VERSION');
  const version = await readFile(versionFile, 'utf8');
  await writeFile(versionFile, '17\n');
  await assert.rejects(open(t, { dataDir }), /made by PostgreSQL 17, but this errand brings 18\..*errand db export/);
  await writeFile(versionFile, version);

  await assert.rejects(open(t, { dataDir, settings: { no_such: 'x' } }), /did not start \(FATAL: .*no_such/);

  await truncate(join(cluster, 'global', 'pg_control'), 100);
  await assert.rejects(open(t, { dataDir }), /is damaged .* Restore the folder from a backup/);
});

test('failures of the system are told in one line', () => {
  const place = { dataDir: '/d', cluster: '/d/postgres', logFile: '/d/postgres.log' };
  const line = (said: string) => explainFailure(said, place).message;
  assert.match(
    line('FATAL:  could not write lock file "postmaster.pid": No space left on device'),
    /disk .* \/d is full/,
  );
  assert.match(line("Error: ENOTDIR: not a directory, mkdir '/d'"), /^\/d cannot be a folder: .* ERRAND_DATA_DIR\.$/);
  assert.match(line('Error: ENOSPC: no space left on device, write'), /is full/);
  assert.match(line('could not create shared memory segment: No space left on device'), /shared memory or semaphores/);
  assert.match(line("postgres: /lib/libc.so.6: version `GLIBC_2.34' not found"), /C library .* DATABASE_URL/);
  assert.match(line('spawn /x/bin/postgres ENOENT'), /C library .* DATABASE_URL/);
  assert.match(line('error while loading shared libraries: libicuuc.so.60: cannot open'), /npm rebuild/);
  assert.match(line('PANIC:  could not locate a valid checkpoint record at 0/1'), /damaged/);
  assert.match(line('2026-01-01 UTC [1] LOG:  a\n2026-01-01 UTC [1] FATAL:  odd'), /did not start \(FATAL: {2}odd\)/);
  assert.ok(explainFailure('', place) instanceof EmbeddedPostgresError);
});

test('a platform without a binary is told to bring a server', async () => {
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

/** Below a folder that only its owner may enter: for root's tests, one that postgres cannot walk through. */
async function dataFolder(t: TestContext): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'errand-pg-'));
  const dataDir = join(parent, '.errand');
  await mkdir(dataDir, { mode: 0o700 });
  t.after(async () => {
    for (const name of await readdir(parent, { recursive: true })) {
      if (!name.endsWith('postmaster.pid')) continue;
      const pid = await livingPostmaster(dirname(dirname(join(parent, name))));
      if (pid) process.kill(pid, 'SIGQUIT');
    }
    await rm(parent, { recursive: true, force: true, maxRetries: 10 });
  });
  return dataDir;
}

async function open(t: TestContext, options: Partial<EmbeddedPostgresOptions> & { dataDir: string }) {
  const opened = await openEmbeddedPostgres({ purpose: 'server', ...options });
  t.after(() => opened.stop());
  return opened;
}

/** Opens the folder in another process, which prints the result or the message of the error and stays. */
function openInChild(t: TestContext, options: EmbeddedPostgresOptions, account: { uid?: number; gid?: number } = {}) {
  const code = `
    import { openEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./embedded-postgres.ts'))};
    try {
      console.log(JSON.stringify(await openEmbeddedPostgres(${JSON.stringify(options)})));
    } catch (error) {
      console.log(error.message);
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { cwd: '/', ...account });
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.pipe(process.stderr);
  return {
    process: child as ChildProcess,
    exited: new Promise((resolve) => child.once('exit', resolve)),
    output: () => output,
    lines: (count: number) =>
      until(async () => (output.split('\n').length > count ? output.split('\n').slice(0, count) : undefined)),
  };
}

async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function advisoryLocks(url: string): Promise<number> {
  const [row] = await query(url, `select count(*)::int as held from pg_locks where locktype = 'advisory' and granted`);
  return Number(row?.held);
}

async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
}

async function livingPostmaster(dataDir: string): Promise<number | undefined> {
  const pid = await postmasterPid(dataDir);
  try {
    return pid && process.kill(pid, 0) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** A copy of the binaries' package in a folder that only root may enter. */
async function closedPackage(t: TestContext): Promise<string> {
  const folder = await dataFolder(t);
  const source = dirname(embeddedPostgresBinaries());
  await cp(join(source, 'package.json'), join(folder, 'package.json'));
  await cp(join(source, 'native'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return folder;
}

async function ordinaryAccount(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const line = lines.find(([, , uid]) => Number(uid) > 0 && Number(uid) !== 65534);
  assert.ok(line, 'no ordinary user in /etc/passwd');
  return { uid: Number(line[2]), gid: Number(line[3]) };
}

async function until<T>(condition: () => Promise<T>): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await setTimeout(20)) {
    const result = await condition();
    if (result) return result;
  }
  throw new Error('the awaited condition did not come true within 30 s');
}
