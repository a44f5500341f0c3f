import type { Lock, LockedPackage } from '../check/lock-file.ts';

/** The packages that are shipped with the service: the CLI with its dependencies, and those of the console. */
export const shippedRoots = ['packages/cli', 'packages/console'];

/** Built into the console, although the lock file marks them as development tools. */
export const builtIn = ['@fontsource-variable/inter', 'tailwindcss'];

/**
 * Finds the lock file paths of everything that the roots need to run, including optional parts for all platforms. The
 * lock file's own marks are not enough, because they cover the repository as a whole.
 */
export function findClosure(lock: Lock, roots: string[], further: string[] = []): string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    const entry = lock.packages[path]!;
    const target = entry.link ? entry.resolved! : path;
    if (found.has(target)) return;
    found.add(target);
    for (const [name, isNeeded] of listNeeds(lock.packages[target]!)) {
      const next = resolvePackage(lock, target, name);
      if (next !== undefined) visit(next);
      else if (isNeeded) throw new Error(`${target} needs ${name}, which the lock file does not have.`);
    }
  };
  for (const root of roots) visit(root);
  for (const name of further) visit(`node_modules/${name}`);
  return [...found].toSorted();
}

function listNeeds(entry: LockedPackage): [name: string, isNeeded: boolean][] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = entry;
  return [
    ...Object.keys(dependencies).map((name): [string, boolean] => [name, !(name in optionalDependencies)]),
    ...Object.keys(optionalDependencies).map((name): [string, boolean] => [name, false]),
    // An optional peer is only installed if another package needs it.
    ...Object.keys(peerDependencies)
      .filter((name) => !peerDependenciesMeta[name]?.optional)
      .map((name): [string, boolean] => [name, false]),
  ];
}

/** Resolves as Node does, from the folder of the package upwards. */
function resolvePackage(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (path in lock.packages) return path;
    if (folder === '') return undefined;
  }
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
