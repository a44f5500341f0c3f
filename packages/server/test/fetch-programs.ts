import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

// Programs of others that tests use unchanged and nobody ships. Each is fetched once, in a pinned version, to
// node_modules/.cache. A machine without the registry skips the tests that need them, and says so.

const run = promisify(execFile);
const cache = join(import.meta.dirname, '../../../node_modules/.cache/errand-generators');
/** A slow network is no reason to skip; a dead one must not hold the run. */
export const FETCH_MS = 240_000;

export const programsFolder = (name: string): string => join(cache, name.replaceAll('/', '-'));

/** Installs packages of npm beside each other. The first one is the program. */
export async function fetchNpm(packages: [string, ...string[]]): Promise<{ folder: string; skip: string | false }> {
  const folder = programsFolder(packages[0]);
  const skip = await fetchOnce(packages[0], folder, (made) =>
    run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', made, ...packages], {
      timeout: FETCH_MS,
    }),
  );
  return { folder, skip };
}

/** Fills the folder unless it is there. Returns why it could not. */
export async function fetchOnce(
  name: string,
  folder: string,
  make: (made: string) => Promise<unknown>,
): Promise<string | false> {
  const isThere = await access(folder).then(
    () => true,
    () => false,
  );
  if (isThere) return false;
  await mkdir(cache, { recursive: true });
  const made = await mkdtemp(join(cache, 'fetch-'));
  try {
    await make(made);
    await rename(made, folder).catch(() => undefined);
    return false;
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1);
    return `${name} could not be fetched: ${said || (error as Error).message}`;
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}
