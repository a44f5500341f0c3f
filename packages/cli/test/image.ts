import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, chown, cp, mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { get } from 'node:http';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../../server/test/until.ts';
import type { PublishedPackages } from './published.ts';

// Builds the content of the image in a plain folder with the steps of its Dockerfile, and starts it as the image does.

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
/** The id of the user `nobody`, which every system has and which owns nothing. */
const NOBODY = 65_534;

export type Image = {
  service: string;
  bytes: number;
  files: number;
  /** The environment of the Dockerfile, with the given data folder. */
  env: NodeJS.ProcessEnv;
  start(options: { uid?: number; env?: NodeJS.ProcessEnv }): StartedImage;
};

export type StartedImage = {
  child: ChildProcess;
  said(): string;
  exit: Promise<number | null>;
  /** Returns the milliseconds until /health/ answers, and until /ready/ is ok. */
  untilReady(port: number): Promise<{ healthMs: number; readyMs: number }>;
};

export async function buildImage({ repository, packed, env }: PublishedPackages): Promise<Image> {
  const text = await readFile(join(root, 'deploy/Dockerfile'), 'utf8');
  const base = dirname(packed);
  const [service, data, node] = ['service', 'data', 'node'].map((name) => join(base, name));
  for (const name of await readdir(join(root, 'packages'))) {
    const own = join(root, 'packages', name, 'node_modules');
    await symlink(own, join(repository, 'packages', name, 'node_modules'));
  }
  // The packages are already packed, and npm ci was run before this test.
  const [, args] = /npm run assemble -- (\S+ \S+)/.exec(text)!;
  const folders = args!.replace('/packed', packed).replace('/service', service!).split(' ');
  await run(process.execPath, ['scripts/assemble.ts', ...folders], { cwd: repository, env });
  await cp(join(root, 'deploy/healthcheck.mjs'), join(service!, 'healthcheck.mjs'));
  // Another user might not have access to this user's Node.
  await cp(process.execPath, node!);
  await chmod(base, 0o755);
  await mkdir(data!);
  if (process.getuid?.() === 0) await chown(data!, NOBODY, NOBODY);
  const entry: string[] = JSON.parse(/^ENTRYPOINT (.+)$/m.exec(text)![1]!);
  const command: string[] = JSON.parse(/^CMD (.+)$/m.exec(text)![1]!);
  const last = text.slice(text.lastIndexOf('\nFROM '));
  const settings = Object.fromEntries(
    [...last.matchAll(/^(?:ENV)? +([A-Z_]+)=(\S+)/gm)].map(([, name, value]) => [name!, value!]),
  );
  const set = { ...settings, ERRAND_DATA_DIR: data!, PATH: '/usr/bin:/bin', TMPDIR: data! };
  return {
    service: service!,
    ...(await measure(service!)),
    env: set,
    start: ({ uid, env = {} }) => {
      const program = [...entry.slice(1), ...command].map((word) => word.replace(/^\/service\//, `${service}/`));
      const startedAt = performance.now();
      const child = spawn(node!, program, { env: { ...set, ...env }, cwd: data!, ...(uid && { uid, gid: uid }) });
      return watch(child, startedAt);
    },
  };
}

export const nobody = process.getuid?.() === 0 ? NOBODY : undefined;

function watch(child: ChildProcess, startedAt: number): StartedImage {
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (said += chunk));
  const { promise: exit, resolve } = Promise.withResolvers<number | null>();
  child.once('close', resolve);
  const answers = async (port: number, path: string): Promise<number> => {
    await until(async () => {
      if (child.exitCode !== null) throw new Error(said);
      return (await ask(port, path)) === 200;
    }, path);
    return performance.now() - startedAt;
  };
  return {
    child,
    said: () => said,
    exit,
    async untilReady(port) {
      const healthMs = await answers(port, '/health/');
      return { healthMs, readyMs: await answers(port, '/ready/') };
    },
  };
}

function ask(port: number, path: string): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  get({ port, path, host: '127.0.0.1', agent: false }, (response) => {
    response.resume();
    resolve(response.statusCode);
  }).on('error', () => resolve(undefined));
  return promise;
}

async function measure(folder: string): Promise<{ bytes: number; files: number }> {
  let [bytes, files] = [0, 0];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    bytes += (await stat(join(entry.parentPath, entry.name))).size;
    files++;
  }
  return { bytes, files };
}
