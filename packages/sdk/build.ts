// npm pack runs this first. It compiles the sources to JavaScript with declarations in dist/. Afterwards --development
// restores the repository's files there: files that refer to the sources, so that nothing here needs a build.
import { spawnSync } from 'node:child_process';
import { copyFile, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const here = import.meta.dirname;
const root = join(here, '../..');
const dist = join(here, 'dist');
const licence = join(here, 'LICENSE');

await rm(dist, { recursive: true, force: true });
await rm(licence, { force: true });
await (process.argv.includes('--development') ? leadToSources() : compile());

async function leadToSources(): Promise<void> {
  await mkdir(dist);
  for (const name of ['index', 'webhook-signature'])
    for (const ending of ['js', 'd.ts'])
      await writeFile(join(dist, `${name}.${ending}`), `export * from '../src/${name}.ts';\n`);
}

async function compile(): Promise<void> {
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '--project', join(here, 'tsconfig.build.json')], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The sources do not compile.');
  // The compiler rewrites the extensions of imports in JavaScript, but not in declarations.
  for await (const path of glob('**/*.d.ts', { cwd: dist })) {
    const text = await readFile(join(dist, path), 'utf8');
    await writeFile(join(dist, path), text.replace(/((?:from |import\()['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'));
  }
  await copyFile(join(root, 'LICENSE'), licence);
}
