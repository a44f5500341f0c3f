// node scripts/downloads.ts: writes what a running server offers under /packages/: the SDK as a file for npm, the Python
// client as a file for pip. `npm start` calls it with --optional, since a server without them works, and says so.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, glob, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeWheel } from './wheel.ts';

const root = join(import.meta.dirname, '..');
const sdk = join(root, 'packages/sdk');
const finished = join(root, 'packages/server/downloads');
const SOURCES = ['packages/sdk/{src,package.json,README.md,tsconfig.build.json}', 'packages/python', 'LICENSE'];

try {
  const stamp = await readStamp();
  if ((await readFile(join(finished, 'stamp.txt'), 'utf8').catch(() => '')) !== stamp) await write(stamp);
} catch (error) {
  console.error(`The packages for /packages/ could not be built: ${error instanceof Error ? error.message : error}`);
  process.exitCode = process.argv.includes('--optional') ? 0 : 1;
}

async function readStamp(): Promise<string> {
  const hash = createHash('sha256');
  const files: string[] = [];
  for (const source of SOURCES)
    for await (const path of glob([source, `${source}/**/*`], { cwd: root })) files.push(path);
  for (const path of [...new Set(files), 'scripts/downloads.ts', 'scripts/wheel.ts'].sort()) {
    const content = await readFile(join(root, path)).catch(() => undefined);
    if (content) hash.update(path).update('\0').update(content);
  }
  return hash.digest('hex');
}

async function write(stamp: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'errand-downloads-'));
  const target = `${finished}.${process.pid}`;
  try {
    await mkdir(target, { recursive: true });
    await writeSdk(work, join(target, 'sdk.tgz'));
    await writeWheel(target);
    await writeFile(join(target, 'stamp.txt'), stamp);
    // Replaced as a whole, so that a running server finds either the old or the new files.
    await rm(finished, { recursive: true, force: true });
    await rename(target, finished);
  } finally {
    await rm(work, { recursive: true, force: true });
    await rm(target, { recursive: true, force: true });
  }
}

/** The same files as `npm pack` would take, made beside the sources, which other processes may be reading. */
async function writeSdk(work: string, file: string): Promise<void> {
  const folder = join(work, 'package');
  const dist = join(folder, 'dist');
  run(process.execPath, [
    join(root, 'node_modules/@typescript/native/bin/tsc'),
    ...['--project', join(sdk, 'tsconfig.build.json'), '--outDir', dist],
  ]);
  // The compiler rewrites the extensions of imports in JavaScript, but not in declarations.
  for await (const path of glob('**/*.d.ts', { cwd: dist })) {
    const text = await readFile(join(dist, path), 'utf8');
    await writeFile(join(dist, path), text.replace(/((?:from |import\()['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
  }
  const {
    scripts: _scripts,
    devDependencies: _ours,
    ...manifest
  } = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(join(sdk, 'README.md'), join(folder, 'README.md'));
  await cp(join(sdk, 'src/generated/commands.json'), join(folder, 'src/generated/commands.json'));
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  run('tar', ['-czf', file, '-C', work, 'package']);
}

function run(program: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
}
