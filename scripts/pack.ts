// npm run packages -- DIR: writes every publishable package into a folder, as files that npm can install.
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder: npm run packages -- DIR');
const target = resolve(folder);
await mkdir(target, { recursive: true });

const workspaces: string[] = [];
for (const name of await readdir(join(root, 'packages'))) {
  const manifest = JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8'));
  if (manifest.private !== true) workspaces.push('--workspace', `packages/${name}`);
}
const { status } = spawnSync('npm', ['pack', ...workspaces, '--pack-destination', target], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (status !== 0) throw new Error('Packing failed.');
console.log((await readdir(target)).filter((name) => name.endsWith('.tgz')).join('\n'));
