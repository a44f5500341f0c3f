// The cluster folder on disk: its layout and its atomic creation.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  access,
  chmod,
  chown,
  constants,
  lchown,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Account, chooseAccount } from './account.ts';
import { EmbeddedPostgresError, errorCode, explainFailure } from './errors.ts';
import { type Programs, programEnvironment } from './programs.ts';

export type Place = {
  dataDir: string;
  cluster: string;
  passwordFile: string;
  logFile: string;
  account: Account | undefined;
  /** Returns the path by which a program can name its working folder. */
  workingFolder: (path: string) => string;
};

export async function preparePlace(dataDir: string): Promise<Place> {
  const absolute = resolve(dataDir);
  const cluster = join(absolute, 'postgres');
  const logFile = join(absolute, 'postgres.log');
  try {
    await mkdir(absolute, { recursive: true, mode: 0o700 });
    await access(absolute, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw explainFailure(String(error), { dataDir: absolute, cluster, logFile });
  }
  const account = await chooseAccount(cluster);
  // The account that runs postgres often cannot traverse to the folder (root's home is 0700). A child process enters
  // its working folder before it drops root's rights, and then this path leads to the folder directly.
  const viaProc = account !== undefined && existsSync('/proc/self/cwd');
  return {
    dataDir: absolute,
    cluster,
    passwordFile: join(absolute, 'postgres-password'),
    logFile,
    account,
    workingFolder: (path) => (viaProc ? '/proc/self/cwd' : path),
  };
}

/** Returns the password of the role `errand`. It is on disk before the cluster exists, so that the two always match. */
export async function ensurePassword(place: Place): Promise<string> {
  const known = await readPassword(place);
  if (known) return known;
  if (await isCluster(place.cluster)) {
    const message = `${place.passwordFile} is missing or empty, and the database in ${place.cluster} cannot be opened without it. Restore it from a backup.`;
    throw new EmbeddedPostgresError(message);
  }
  const temporary = `${place.passwordFile}.${randomBytes(6).toString('hex')}`;
  try {
    await using file = await open(temporary, 'wx', 0o600);
    await file.writeFile(`${randomBytes(32).toString('hex')}\n`);
    await file.sync();
    // Linking fails if the name is taken, so two concurrent first starts use the same password.
    await link(temporary, place.passwordFile).catch(ignoreTaken);
  } catch (error) {
    throw explainFailure(String(error), place);
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(place.dataDir);
  return (await readPassword(place)) ?? '';
}

async function readPassword(place: Place): Promise<string | undefined> {
  try {
    return (await readFile(place.passwordFile, 'utf8')).trim() || undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw explainFailure(String(error), place);
  }
}

async function isCluster(folder: string): Promise<boolean> {
  return stat(join(folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/** Creates the cluster if it is missing, and checks that these programs can open it. */
export async function ensureCluster(place: Place, programs: Programs): Promise<void> {
  try {
    await removeAbandonedInits(place.dataDir);
    if (!(await isCluster(place.cluster))) {
      await refuseForeignFolder(place);
      await initCluster(place, programs);
    }
    await repairOwner(place);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw explainFailure(String(error), place);
  }
  const version = (await readFile(join(place.cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version !== programs.majorVersion) {
    const message = `The database in ${place.cluster} was created by PostgreSQL ${version}, but this version of errand includes ${programs.majorVersion}. Run npx errand db export with the version that created the database, then npx errand db import with this one.`;
    throw new EmbeddedPostgresError(message);
  }
}

async function refuseForeignFolder({ cluster }: Place): Promise<void> {
  const names = await readdir(cluster).catch(() => []);
  if (names.length === 0 || (await isCluster(cluster))) return;
  const message = `${cluster} is not empty and holds no PostgreSQL database. Move it away, or choose another folder with ERRAND_DATA_DIR.`;
  throw new EmbeddedPostgresError(message);
}

const initPrefix = 'postgres-init-';
const runningInits = new Set<string>();

/** Creates the cluster in a temporary folder and renames it once it is on disk, so that a kill leaves no half of it. */
async function initCluster(place: Place, programs: Programs): Promise<void> {
  const name = `${initPrefix}${process.pid}-${randomBytes(6).toString('hex')}`;
  const temporary = join(place.dataDir, name);
  runningInits.add(name);
  try {
    await mkdir(temporary, { mode: 0o700 });
    await giveTo(place.account, temporary);
    await giveTo(place.account, place.passwordFile);
    await runInitdb(place, programs, temporary);
    // The name is taken if a concurrent first start was faster. Then its cluster is used.
    await rename(temporary, place.cluster).catch(ignoreTaken);
    await syncFolder(place.dataDir);
  } finally {
    await rm(temporary, { recursive: true, force: true });
    runningInits.delete(name);
  }
}

async function runInitdb(place: Place, programs: Programs, folder: string): Promise<void> {
  await using password = await open(place.passwordFile, 'r');
  const child = spawn(
    join(programs.folder, 'bin', 'initdb'),
    [
      `--pgdata=${place.workingFolder(folder)}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--username=errand',
      '--auth=scram-sha-256',
      // Passed as a descriptor, because the account may be unable to traverse to the file.
      '--pwfile=/dev/fd/3',
      '--no-instructions',
    ],
    {
      cwd: folder,
      env: programEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe', password.fd],
      detached: true,
      ...place.account,
    },
  );
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  const [code, said] = await Promise.all([promise, text(child.stderr!)]);
  if (code !== 0) throw explainFailure(said || `initdb ended with ${code}`, place);
}

/** Removes folders that killed starts left. Their names contain the pid of their creator. */
async function removeAbandonedInits(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = new RegExp(`^${initPrefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || runningInits.has(name)) continue;
    if (Number(pid) !== process.pid && (await isRecentWorkOf(Number(pid), join(dataDir, name)))) continue;
    // An orphaned initdb may still be writing. The next start removes the rest.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Checks the age too, because another program may have the pid by now. initdb takes seconds, never an hour. */
async function isRecentWorkOf(pid: number, folder: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
  }
  const made = await stat(folder).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs < 3_600_000;
}

/** Repairs owner and mode. A restore may leave files owned by root or open to others, and postgres refuses both. */
async function repairOwner({ cluster, account }: Place): Promise<void> {
  const { uid, mode } = await stat(cluster);
  if ((mode & 0o077) !== 0) await chmod(cluster, 0o700);
  if (!account || uid === account.uid) return;
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
  // Last, because the owner of the folder shows that the repair is complete.
  await giveTo(account, cluster);
}

async function giveTo(account: Account | undefined, path: string): Promise<void> {
  if (account) await chown(path, account.uid, account.gid);
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

function ignoreTaken(error: unknown): void {
  if (!['EEXIST', 'ENOTEMPTY'].includes(errorCode(error) ?? '')) throw error;
}
