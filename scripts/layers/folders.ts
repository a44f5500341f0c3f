// Imports between folders point one way. Folders that need each other are one thing in two places.
import { posix } from 'node:path';
import type { Module } from './modules.ts';
import type { Violation } from './rules.ts';

export function checkMutualFolders(modules: Module[]): Violation[] {
  return [...findMutualFolders(modules)].map(([pair, path]) => ({
    path,
    message: `${pair}: folders import each other`,
  }));
}

/** Maps each pair of folders that import each other to a file with such an import. */
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
