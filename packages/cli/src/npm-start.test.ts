import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../server/test/until.ts';
import { processesIn, withPreparedFolder } from '../test/cli.ts';

const root = join(import.meta.dirname, '../../..');

/** Starts the service as people do, without building the console first. */
async function startByNpm(folder: string, script: string[]): Promise<{ npm: ChildProcess; server: number }> {
  const { PATH, HOME } = process.env;
  const own = {
    ERRAND_DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ERRAND_SQL_WARM: '0',
    ERRAND_DRAIN_SECONDS: '0',
  };
  const npm = spawn('npm', script, { cwd: root, env: { PATH, HOME, ...own }, stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  npm.stdout!.on('data', (chunk) => {
    said += chunk;
  });
  await until(async () => said.includes('Ctrl-C stops it'), 'the banner');
  const [server] = await serversOf(folder);
  assert.ok(server, 'the server is found');
  return { npm, server };
}

/** The node processes that serve this folder. */
async function serversOf(folder: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
    const words = (await read('cmdline')).split('\0');
    const isServer = words[0]!.endsWith('node') && words.includes('serve');
    if (isServer && (await read('environ')).split('\0').includes(`ERRAND_DATA_DIR=${folder}`)) found.push(Number(pid));
  }
  return found;
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const isLinux = process.platform === 'linux';
for (const [what, script, signal] of [
  ['SIGTERM to npm', ['start', '--ignore-scripts'], 'SIGTERM'],
  ['SIGKILL of npm', ['start', '--ignore-scripts'], 'SIGKILL'],
  ['SIGTERM to npm run errand', ['run', 'errand', '--', 'serve'], 'SIGTERM'],
] as const)
  test(`${what} ends the server and its PostgreSQL`, { skip: !isLinux && 'needs /proc' }, () =>
    withPreparedFolder(async (folder) => {
      const { npm, server } = await startByNpm(folder, [...script]);
      npm.kill(signal);
      await until(async () => !isThere(server), 'the server to end');
      assert.deepEqual(await processesIn(folder), []);
    }),
  );
