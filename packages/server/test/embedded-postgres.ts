import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import pg from 'pg';
import {
  type EmbeddedPostgresOptions,
  embeddedPostgresBinaries,
  openEmbeddedPostgres,
} from '#platform/embedded-postgres.ts';
import { prepareDataFolder } from './data-folder.ts';
import { until } from './until.ts';

// Data folders, openers and accounts for the tests of the embedded PostgreSQL.

export const isRoot = process.getuid?.() === 0;
export const hasProc = existsSync('/proc/self/cwd');
export const rootOnly = { skip: isRoot ? false : 'needs root, to act as several users' };
export const procOnly = { skip: hasProc ? false : 'needs /proc' };

/** Below a folder that only its owner may enter: for root's tests, one that postgres cannot walk through. */
export async function dataFolder(t: TestContext): Promise<string> {
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

/** For tests that are not about a first start: see prepareDataFolder. */
export async function preparedFolder(t: TestContext): Promise<string> {
  const dataDir = await dataFolder(t);
  await prepareDataFolder(dataDir);
  return dataDir;
}

export async function open(t: TestContext, options: Partial<EmbeddedPostgresOptions> & { dataDir: string }) {
  const opened = await openEmbeddedPostgres({ purpose: 'server', ...options });
  t.after(() => opened.stop());
  return opened;
}

/** Opens the folder in another process, which prints the result or the message of the error and stays. */
export function openInChild(
  t: TestContext,
  options: EmbeddedPostgresOptions,
  account: { uid?: number; gid?: number } = {},
) {
  const code = `
    import { openEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('#platform/embedded-postgres.ts'))};
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
      until(
        async () => (output.split('\n').length > count ? output.split('\n').slice(0, count) : undefined),
        `${count} lines of the child`,
      ),
  };
}

export async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

export async function advisoryLocks(url: string): Promise<number> {
  const [row] = await query(url, `select count(*)::int as held from pg_locks where locktype = 'advisory' and granted`);
  return Number(row?.held);
}

export async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
}

export async function livingPostmaster(dataDir: string): Promise<number | undefined> {
  const pid = await postmasterPid(dataDir);
  try {
    return pid && process.kill(pid, 0) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** A copy of the binaries' package in a folder that only root may enter. */
export async function closedPackage(t: TestContext): Promise<string> {
  const folder = await dataFolder(t);
  const source = dirname(embeddedPostgresBinaries());
  await cp(join(source, 'package.json'), join(folder, 'package.json'));
  await cp(join(source, 'native'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  return folder;
}

export async function ordinaryAccount(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const line = lines.find(([, , uid]) => Number(uid) > 0 && Number(uid) !== 65534);
  assert.ok(line, 'no ordinary user in /etc/passwd');
  return { uid: Number(line[2]), gid: Number(line[3]) };
}
