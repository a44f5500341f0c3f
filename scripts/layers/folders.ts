// Imports between folders point one way: folders that need each other are one thing in two places.
import { posix } from 'node:path';
import type { Module } from './modules.ts';
import type { Violation } from './rules.ts';

/** Pairs that still import each other. The list only shrinks: an entry without a fault is a fault itself. */
export const mutualToday = [
  'cli ↔ cli/commands',
  'console ↔ console/session',
  'console ↔ console/shell',
  'console/pages/agents ↔ console/pages/run',
  'console/pages/batches ↔ console/routes',
  'console/pages/home ↔ console/routes',
  'server ↔ server/operator',
];

export function checkMutualFolders(modules: Module[], exceptions: string[]): Violation[] {
  const found = findMutualFolders(modules);
  const faults = [...found]
    .filter(([pair]) => !exceptions.includes(pair))
    .map(([pair, path]) => ({ path, message: `${pair}: folders import each other` }));
  const outdated = exceptions
    .filter((pair) => !found.has(pair))
    .map((pair) => ({
      path: 'scripts/layers/folders.ts',
      message: `${pair} import each other no more: remove the entry`,
    }));
  return [...faults, ...outdated];
}

/** Pair → a file of it with an import that the other folder returns. */
function findMutualFolders(modules: Module[]): Map<string, string> {
  const imports = new Map<string, string>();
  for (const { path, imports: targets } of modules) {
    const from = folderOf(path);
    for (const { target } of targets) {
      const to = target === undefined ? undefined : folderOf(target);
      if (to !== undefined && from !== to) imports.set(`${from} ${to}`, path);
    }
  }
  const found = new Map<string, string>();
  for (const [one, path] of imports) {
    const [from = '', to = ''] = one.split(' ');
    if (from < to && imports.has(`${to} ${from}`)) found.set(`${from} ↔ ${to}`, path);
  }
  return found;
}

/** `packages/server/src/jobs/queue/claim.ts` → `server/jobs/queue`. */
function folderOf(path: string): string {
  return posix.dirname(path).replace(/^packages\/([^/]+)\/src/, '$1');
}
