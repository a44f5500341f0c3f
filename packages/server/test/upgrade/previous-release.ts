import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { previousRelease } from '#platform/migrations.ts';

// The previous release as a folder that can be started: its files from the history of the repository, its own packages,
// and the other packages of this clone.

const root = join(import.meta.dirname, '../../../..');

/** Why it cannot be had here; undefined: it can. */
export function whyMissing(): string | undefined {
  if (!existsSync(join(root, '.git'))) return 'this is no clone of the repository';
  try {
    git('cat-file', '-e', `${previousRelease.commit}^{commit}`);
    return undefined;
  } catch {
    return `the history here does not reach back to ${previousRelease.commit.slice(0, 7)} (a shallow clone?)`;
  }
}

/** The path of its command line program. */
export async function unpackPreviousRelease(folder: string): Promise<string> {
  const archive = git('archive', '--format=tar', previousRelease.commit, 'packages', 'package.json', 'docs');
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const packages = await readdir(join(folder, 'packages'));
  await linkModules(join(root, 'node_modules'), join(folder, 'node_modules'), '@errand');
  await mkdir(join(folder, 'node_modules/@errand'));
  for (const name of packages) {
    await symlink(join(folder, 'packages', name), join(folder, 'node_modules/@errand', name));
    const own = join(root, 'packages', name, 'node_modules');
    if (existsSync(own)) await linkModules(own, join(folder, 'packages', name, 'node_modules'));
  }
  return join(folder, 'packages/cli/src/main.ts');
}

/** Packages that it needs in another version than this clone has. */
export async function listOtherDependencies(): Promise<string[]> {
  const read = (text: string): Record<string, string> => JSON.parse(text).dependencies ?? {};
  const before = read(git('show', `${previousRelease.commit}:packages/server/package.json`).toString());
  const now = read(await readFile(join(root, 'packages/server/package.json'), 'utf8'));
  return Object.keys(before).filter((name) => now[name] === undefined);
}

async function linkModules(from: string, to: string, without?: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) if (name !== without) await symlink(join(from, name), join(to, name));
}

const git = (...args: string[]): Buffer =>
  execFileSync('git', ['-c', 'safe.directory=*', ...args], {
    cwd: root,
    maxBuffer: 1024 ** 3,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
