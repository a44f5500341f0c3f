import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

// Provides the package as users get it: packed, and installed from the tarball into a bare project.

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const parts = ['package.json', 'build.ts', 'tsconfig.build.json', 'src', 'README.md'];

export type InstalledPackage = {
  /** The bare project. */
  project: string;
  /** The package inside of it. */
  folder: string;
  remove(): Promise<void>;
};

export async function installPackage(): Promise<InstalledPackage> {
  const temporary = await mkdtemp(join(tmpdir(), 'errand-sdk-'));
  const source = join(temporary, 'repository/packages/sdk');
  const project = join(temporary, 'project');
  // Packing writes into the package's folder, so a copy is packed, because other tests use the folder.
  await mkdir(source, { recursive: true });
  for (const part of parts) await cp(join(root, 'packages/sdk', part), join(source, part), { recursive: true });
  for (const part of ['tsconfig.json', 'LICENSE']) await cp(join(root, part), join(temporary, 'repository', part));
  await symlink(join(root, 'node_modules'), join(temporary, 'repository/node_modules'));
  const env = {
    ...process.env,
    PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    npm_config_cache: join(temporary, 'cache'),
  };
  await run('npm', ['pack', '--pack-destination', temporary], { cwd: source, env });
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'bare', private: true, type: 'module' }));
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const tarball = join(temporary, `errand-sdk-${version}.tgz`);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project, env });
  return {
    project,
    folder: join(project, 'node_modules/@errand/sdk'),
    remove: () => rm(temporary, { recursive: true, force: true }),
  };
}

/** Reads the TypeScript of README.md as one module, because its examples build on each other. */
export async function readExamples(): Promise<string> {
  const text = await readFile(join(root, 'packages/sdk/README.md'), 'utf8');
  const blocks = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map((match) => match[1]);
  return blocks.join('\n');
}
