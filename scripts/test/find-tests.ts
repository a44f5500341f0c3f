import { glob, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const repository = join(import.meta.dirname, '..', '..');
const places = ['packages/*/src', 'packages/*/test', 'packages/sdk/generate', 'scripts', 'bench', 'eval'];

/** Finds the named files, the test files below named folders, or all test files. */
export async function findTests(named: string[]): Promise<string[]> {
  const files = new Set<string>();
  for (const place of named) {
    const path = resolve(place);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) throw new Error(`There is no ${path}.`);
    if (found.isFile()) files.add(path);
    else for await (const file of glob('**/*.test.ts', { cwd: path })) files.add(join(path, file));
  }
  if (named.length === 0) {
    for (const place of places) {
      for await (const file of glob(`${place}/**/*.test.ts`, { cwd: repository })) files.add(join(repository, file));
    }
  }
  return [...files].filter((file) => !file.includes('/node_modules/')).sort();
}
