import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

// Programs of others that are on the Python registry judge the doors of the service. pip fetches them once, in pinned
// versions, to node_modules/.cache. A machine without Python or the registry skips the tests that need them, and says so.

const run = promisify(execFile);
const cache = join(import.meta.dirname, '../../../node_modules/.cache/errand-python');
/** A slow network is no reason to skip; a dead one must not hold the run. */
const FETCH_MS = 400_000;
/** mypy reads all of a generated client, also on a machine that is busy. */
const RUN_MS = 270_000;

export type Python = {
  skip: string | false;
  /** Where the packages are, for a program that goes on: its PYTHONPATH. */
  folder: string;
  /** Runs Python with these arguments and returns its output. Throws with what it printed if it fails. */
  run(args: string[], options?: { cwd?: string; env?: NodeJS.ProcessEnv }): Promise<string>;
};

/** Prepares a Python that has these packages, such as `httpx==0.28.1`. */
export async function preparePython(packages: string[]): Promise<Python> {
  const folder = join(cache, createHash('sha256').update(packages.join('\n')).digest('hex').slice(0, 16));
  return {
    skip: await fetchPackages(folder, packages),
    folder,
    run: (args, options) => runPython(folder, args, options),
  };
}

async function fetchPackages(folder: string, packages: string[]): Promise<string | false> {
  if (await isThere(folder)) return false;
  await mkdir(cache, { recursive: true });
  const made = await mkdtemp(join(cache, 'fetch-'));
  try {
    await run('python3', ['--version']);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--only-binary', ':all:'];
    if (packages.length > 0) await run('python3', [...pip, '--target', made, ...packages], { timeout: FETCH_MS });
    // Another test file may have been faster.
    await rename(made, folder).catch(() => undefined);
    return false;
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1);
    return `${packages.join(', ') || 'Python'} could not be fetched: ${said || (error as Error).message}`;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

async function runPython(folder: string, args: string[], { cwd, env = {} }: Parameters<Python['run']>[1] = {}) {
  const path = [folder, env.PYTHONPATH].filter(Boolean).join(':');
  try {
    const { stdout } = await run('python3', args, {
      timeout: RUN_MS,
      maxBuffer: 32 << 20,
      env: { ...process.env, ...env, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1' },
      ...(cwd && { cwd }),
    });
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as { stdout?: string; stderr?: string; message: string };
    throw new Error(`python3 ${args.join(' ')}: ${stdout}${stderr}` || message);
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
