import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { prepareDataFolder } from '../../server/test/data-folder.ts';

// Runs `errand` as people do: as a separate process, without the tests' environment.

// A bare machine may have no curl.
const curlFolder =
  spawnSync('curl', ['--version']).status === 0
    ? ''
    : `:${join(import.meta.dirname, 'curl')}:${dirname(process.execPath)}`;
export const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export type Result = { code: number | null; stdout: string; stderr: string };

export async function errand(args: string[], env: NodeJS.ProcessEnv, input = ''): Promise<Result> {
  const child = spawn(process.execPath, [main, ...args], { env: environment(env) });
  child.stdin.end(input);
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exitOf(child)]);
  return { code, stdout, stderr };
}

/** Starts a command that runs until it is stopped. */
export function startErrand(args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [main, ...args], { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.stderr += chunk;
  });
  return { said, send: (signal: NodeJS.Signals) => child.kill(signal), exit: exitOf(child) };
}

/** Returns the object that a command prints with --json. */
export async function errandJson<T = any>(args: string[], env: NodeJS.ProcessEnv): Promise<T> {
  const { code, stdout, stderr } = await errand([...args, '--json'], env);
  if (code !== 0) throw new Error(`errand ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

export type Server = {
  /** The output on stdout until it was ready. */
  banner: string;
  address: string;
  said(): { stdout: string; stderr: string };
  send(signal: NodeJS.Signals): void;
  exit: Promise<number | null>;
};

/** Resolves when the banner is complete. */
export async function startServer(env: NodeJS.ProcessEnv, args: string[] = [], program = main): Promise<Server> {
  const child = spawn(process.execPath, [program, 'serve', ...args], { env: environment({ PORT: '0', ...env }) });
  const exit = exitOf(child);
  let stdout = '';
  let stderr = '';
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    if (/Ctrl-C stops it|health/.test(stdout)) resolve();
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  exit.then((code) => reject(new Error(`errand serve ended with ${code}: ${stderr}`)));
  await ready;
  return {
    banner: stdout,
    address: /https?:\/\/[^\s/]+/.exec(stdout)![0],
    said: () => ({ stdout, stderr }),
    send: (signal) => child.kill(signal),
    exit,
  };
}

/** Starts a server and sends it a signal after a while, wherever it is then. */
export async function stoppedStart(
  env: NodeJS.ProcessEnv,
  afterMs: number,
  signal: NodeJS.Signals,
): Promise<number | null> {
  const child = spawn(process.execPath, [main, 'serve'], { env: environment({ PORT: '0', ...env }), stdio: 'ignore' });
  const exit = exitOf(child);
  await setTimeout(afterMs);
  child.kill(signal);
  return exit;
}

/** Runs a pasted line in the shell. */
export async function paste(line: string, env: NodeJS.ProcessEnv = {}): Promise<Result> {
  const child = spawn('sh', ['-c', line], { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exitOf(child)]);
  return { code, stdout, stderr };
}

export const curlLine = (banner: string): string => /^\s*(curl .*)$/m.exec(banner)![1]!;

/** Provides a folder with an empty PostgreSQL, for tests that are not about creating one. */
export const withPreparedFolder = <T>(work: (folder: string) => Promise<T>): Promise<T> =>
  withFolder(async (folder) => {
    await prepareDataFolder(folder);
    return work(folder);
  });

export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'errand-cli-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lists the processes whose working directory is in `folder`, such as PostgreSQL's. */
export async function processesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc').catch(() => [])) {
    const place = /^\d+$/.test(pid) ? await readlink(`/proc/${pid}/cwd`).catch(() => '') : '';
    if (place.startsWith(folder)) found.push(pid);
  }
  return found;
}

function environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { HOME, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH: `${process.env.PATH}${curlFolder}`,
    HOME,
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    // Started when they are needed.
    ERRAND_DRAIN_SECONDS: '0',
    ERRAND_SQL_WARM: '0',
    ...env,
  };
}

function exitOf(child: ReturnType<typeof spawn>): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.once('close', resolve);
  return promise;
}
