// npm run build: builds the console, unless the existing build has the same sources. `npm start` runs it with --optional,
// because without a console the API still works, and its pages say what to do.
import { createHash } from 'node:crypto';
import { glob, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const here = import.meta.dirname;
const finished = join(here, 'dist');
const stampFile = 'stamp.txt';
const isOptional = process.argv.includes('--optional');

try {
  const stamp = await readStamp();
  if ((await readFile(join(finished, stampFile), 'utf8').catch(() => '')) !== stamp) await build(stamp);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(`The console could not be built: ${reason}\nThe API works without it. Try again: npm run build`);
  process.exitCode = isOptional ? 0 : 1;
}

/** Returns a hash of everything that goes into a build. */
async function readStamp(): Promise<string> {
  const hash = createHash('sha256');
  const sources = [
    'src/**/*',
    'index.html',
    'build.ts',
    'vite.config.ts',
    '../sdk/src/**/*',
    '../../package-lock.json',
  ];
  for (const path of (await Array.fromAsync(glob(sources, { cwd: here }))).sort()) {
    const text = await readFile(join(here, path)).catch(() => undefined);
    if (text) hash.update(path).update('\0').update(text);
  }
  return hash.digest('hex');
}

async function build(stamp: string): Promise<void> {
  console.error('Building the console: some seconds, once after each update.');
  const { build: bundle } = await import('vite');
  const outDir = join(here, `dist.${process.pid}`);
  try {
    await bundle({ root: here, logLevel: 'error', build: { outDir } });
    await compress(join(outDir, 'assets'));
    await writeFile(join(outDir, stampFile), stamp);
    // Replaced as a whole, so that a running server finds either the old or the new build.
    await rm(finished, { recursive: true, force: true });
    await rename(outDir, finished);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** Compresses files once here instead of for every response. Files with hashed names never change. */
async function compress(folder: string): Promise<void> {
  const brotli = promisify(brotliCompress);
  const gzipped = promisify(gzip);
  for (const name of await readdir(folder)) {
    const content = await readFile(join(folder, name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    await writeFile(join(folder, `${name}.br`), await brotli(content, { params }));
    await writeFile(join(folder, `${name}.gz`), await gzipped(content, { level: 9 }));
  }
}
