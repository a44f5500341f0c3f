// Rules for the tree as a whole: no cycles, no barrels, no catch-all folders.
import { entryPoint, type Module, type Tree } from './modules.ts';
import type { Violation } from './rules.ts';

const folderNames = /^(utils?|shared|common|helpers?|misc|lib|legacy|v\d+)$/;
const foldersDeepMax = 3;

export function checkFolders(tree: Tree): Violation[] {
  const violations = new Map<string, Violation>();
  for (const path of tree.keys()) {
    const folders = path.split('/').slice(0, -1);
    const named = folders.findIndex((folder) => folderNames.test(folder));
    if (named >= 0) {
      const folder = folders.slice(0, named + 1).join('/');
      violations.set(folder, { path: folder, message: 'a folder is named after what it holds' });
    }
    const deep = folders.slice(folders.indexOf('src') + 1).length;
    if (folders[2] === 'src' && deep > foldersDeepMax) {
      const folder = folders.join('/');
      violations.set(folder, { path: folder, message: `nested ${deep} deep under src, at most ${foldersDeepMax}` });
    }
  }
  return [...violations.values()];
}

/** An entry point names what its package offers, and so does the generated part of one. */
export function checkBarrels(modules: Module[], tree: Tree): Violation[] {
  return modules
    .filter(({ path, isBarrel }) => isBarrel && !path.endsWith('/generated/exports.ts'))
    .filter(({ path }) => path !== entryPoint(path.split('/')[1]!, tree))
    .map(({ path }) => ({ path, message: 'only re-exports: import from where things are' }));
}

/** Type imports count too, because files that need each other's types are one thing in two places. */
export function checkCycles(modules: Map<string, Module>): Violation[] {
  const violations: Violation[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string): void => {
    const start = trail.indexOf(path);
    if (start >= 0) violations.push({ path, message: `cycle: ${[...trail.slice(start), path].join(' → ')}` });
    if (start >= 0 || done.has(path)) return;
    trail.push(path);
    for (const { target } of modules.get(path)?.imports ?? []) if (target !== undefined) visit(target);
    trail.pop();
    done.add(path);
  };
  for (const path of modules.keys()) visit(path);
  return violations;
}
