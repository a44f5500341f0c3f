import { posix } from 'node:path';
import { isSource, readModules, type Tree } from '../layers/modules.ts';

const isTest = (path: string): boolean => /^packages\/[^/]+\/src\/.*\.test\.tsx?$/.test(path);

const isGenerated = (path: string): boolean => path.includes('/generated/');

/** Counts the hand-written sources with a test in their own folder: one of the same name, or one that imports them. */
export function describeTestsBeside(tree: Tree): string {
  const sources = [...tree.keys()].filter((path) => isSource(path) && !isGenerated(path));
  const tests = readModules(tree, isTest);
  const tested = findTested(
    new Map(tests.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])])),
  );
  const count = sources.filter((path) => tested.has(path)).length;
  const percent = Math.round((count / Math.max(1, sources.length)) * 100);
  return `${count} of ${sources.length} source files (${percent} %) have a test beside them`;
}

/** Finds tested files from the imports of each file (paths from the repository root). */
export function findTested(imports: Map<string, Iterable<string>>): Set<string> {
  return new Set(
    [...imports].flatMap(([path, targets]) => {
      if (!isTest(path)) return [];
      const beside = [...targets].filter((target) => posix.dirname(target) === posix.dirname(path));
      const source = path.replace(/(\.long)?\.test(\.tsx?)$/, '$2');
      return [source, source.replace(/\.ts$/, '.tsx'), ...beside];
    }),
  );
}
