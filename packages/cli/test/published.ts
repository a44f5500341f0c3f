import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';

// Provides all packages as users get them: packed, and unpacked into the node_modules of an empty project. Third-party
// packages come from the repository, because npm would install the same ones.

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const isLeftOut = (path: string): boolean => /^(node_modules|test|screens)$/.test(basename(path));

export type PublishedPackages = {
  modules: string;
  program: string;
  /** A copy of the repository, its packed packages, and the environment to run its scripts in. */
  repository: string;
  packed: string;
  env: NodeJS.ProcessEnv;
  remove(): Promise<void>;
};

export async function installPackages(): Promise<PublishedPackages> {
  const temporary = await mkdtemp(join(tmpdir(), 'errand-published-'));
  const [repository, modules, packed] = ['repository', 'project/node_modules', 'packed'].map((p) => join(temporary, p));
  // Packing writes into the folders of the packages, so a copy is packed, because other tests use the folders.
  for (const part of [
    'packages',
    'scripts',
    'docs',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'LICENSE',
    'THIRD-PARTY-NOTICES',
  ]) {
    await cp(join(root, part), join(repository!, part), { recursive: true, filter: (path) => !isLeftOut(path) });
  }
  await symlink(join(root, 'node_modules'), join(repository!, 'node_modules'));
  const env = {
    ...process.env,
    PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    npm_config_cache: join(temporary, 'cache'),
  };
  const options = { cwd: repository!, env, maxBuffer: 64 * 1024 * 1024 };
  await run(process.execPath, ['scripts/pack.ts', packed!], options);

  await mkdir(join(modules!, '@errand'), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (name.startsWith('.') || name === '@errand') continue;
    await symlink(join(root, 'node_modules', name), join(modules!, name));
  }
  for (const file of (await readdir(packed!)).filter((one) => one.endsWith('.tgz'))) {
    const name = /^errand-(.+)-\d+\.\d+\.\d+.*\.tgz$/.exec(file)![1]!;
    const folder = join(modules!, '@errand', name);
    await mkdir(folder);
    await run('tar', ['-xzf', join(packed!, file), '-C', folder, '--strip-components=1']);
    // The package's own versions of dependencies, which npm would install there too.
    const own = join(root, 'packages', name, 'node_modules');
    await symlink(own, join(folder, 'node_modules'));
  }
  return {
    modules: modules!,
    repository: repository!,
    packed: packed!,
    env,
    program: join(modules!, '@errand/cli/bin/errand.js'),
    remove: () => rm(temporary, { recursive: true, force: true }),
  };
}
