import { posix } from 'node:path';
import { isSource, readModules, type Tree } from '../layers/modules.ts';

/** How many sources have a test in their own folder: one of the same name, or one that imports them. */
export function describeTestsBeside(tree: Tree): string {
  const sources = [...tree.keys()].filter(isSource);
  const tested = findTested(tree);
  const count = sources.filter((path) => tested.has(path)).length;
  const percent = Math.round((count / Math.max(1, sources.length)) * 100);
  return `${count} of ${sources.length} source files (${percent} %) have a test beside them`;
}

export function findTested(tree: Tree): Set<string> {
  const tests = readModules(tree, (path) => /^packages\/[^/]+\/src\/.*\.test\.tsx?$/.test(path));
  return new Set(
    tests.flatMap(({ path, imports }) => {
      const beside = imports.flatMap(({ target = '' }) =>
        posix.dirname(target) === posix.dirname(path) ? [target] : [],
      );
      return [path.replace(/\.test(\.tsx?)$/, '$1'), path.replace(/\.test\.ts$/, '.tsx'), ...beside];
    }),
  );
}
