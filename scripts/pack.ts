// npm run packages -- DIR: writes every publishable package into a folder, as files that npm and pip can install.
import { spawnSync } from 'node:child_process';
import { glob, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { writeWheel } from './wheel.ts';

const root = join(import.meta.dirname, '..');
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder: npm run packages -- DIR');
const target = resolve(folder);
await mkdir(target, { recursive: true });

const workspaces: string[] = [];
for await (const path of glob('packages/*/package.json', { cwd: root })) {
  const manifest = JSON.parse(await readFile(join(root, path), 'utf8'));
  if (manifest.private !== true) workspaces.push('--workspace', dirname(path));
}
const { status } = spawnSync('npm', ['pack', ...workspaces, '--pack-destination', target], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (status !== 0) throw new Error('Packing failed.');
await writeWheel(target);
console.log((await readdir(target)).filter((name) => /\.(tgz|whl)$/.test(name)).join('\n'));
