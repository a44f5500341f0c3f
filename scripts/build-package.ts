// npm pack runs this in the folder of a package. It compiles the sources to JavaScript in dist/, because Node strips no
// types below node_modules, and copies files that are elsewhere in the repository. `--clean` removes all of it again.
import { spawnSync } from 'node:child_process';
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compileModule } from './release/compile-module.ts';

const root = join(import.meta.dirname, '..');
const folder = process.cwd();
const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { name: string; files: string[] };

/** Files of the repository, by their names in the package. */
const copied: Record<string, string> = {
  LICENSE: 'LICENSE',
  ...(manifest.name === '@errand/server' && {
    docs: 'docs',
    console: 'packages/console/dist',
    'THIRD-PARTY-NOTICES': 'THIRD-PARTY-NOTICES',
  }),
};

for (const path of ['dist', ...Object.keys(copied)]) await rm(join(folder, path), { recursive: true, force: true });
if (!process.argv.includes('--clean')) await build();

async function build(): Promise<void> {
  if ('console' in copied) {
    runScript('packages/console/build.ts', 'The console');
    runScript('scripts/downloads.ts', 'What the server offers as packages');
  }
  for (const [path, from] of Object.entries(copied)) {
    await cp(join(root, from), join(folder, path), { recursive: true, filter: (one) => !one.endsWith('.map') });
  }
  const sources = join(folder, 'src');
  for await (const entry of glob('**/*', { cwd: sources, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /\.test\.ts$/.test(path)) continue;
    const target = join(folder, 'dist', path.slice(sources.length + 1)).replace(/\.ts$/, '.js');
    await mkdir(dirname(target), { recursive: true });
    if (path.endsWith('.ts')) await writeFile(target, compileModule(path, await readFile(path, 'utf8')));
    else await cp(path, target);
  }
}

function runScript(path: string, what: string): void {
  const { status } = spawnSync(process.execPath, [join(root, path)], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${what} could not be built.`);
}
