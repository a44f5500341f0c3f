// Starts, recognises and signals one postmaster process.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Place } from './cluster.ts';
import { errorCode, explainFailure } from './errors.ts';
import { type Programs, programEnvironment } from './programs.ts';

export type RunningPostmaster = { pid: number; port: number; socketDir: string; status: string };

export type Launch = {
  pid: number | undefined;
  hasExited: () => boolean;
  /** Whether it was stopped, in order or by a signal, rather than failing to start. */
  wasEnded: () => boolean;
  /** Returns its log output since its start. */
  said: () => Promise<string>;
};

/** Fixed, because each socket folder belongs to one cluster. */
const port = 5432;
const logBytesMax = 20 * 1024 * 1024;
const fastStopMs = 20_000;
const immediateStopMs = 5_000;
/** A postmaster fills its pid file at once, so a file that is still empty after this time was left by a crash. */
const emptyFileMs = 3_000;
const pollMs = 10;

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: '256MB',
  // Requesting huge pages fails outright where a container forbids them.
  huge_pages: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  jit: 'off',
  // Rows of queue tables change quickly: vacuum often, without long pauses.
  autovacuum_naptime: '10s',
  autovacuum_vacuum_cost_limit: '2000',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and error details contain users' data. The client gets them anyway.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

export function launchPostmaster(options: {
  place: Place;
  programs: Programs;
  socketDir: string;
  settings: Record<string, string>;
}): Launch {
  const { place, programs, socketDir } = options;
  const folder = place.workingFolder(place.cluster);
  const socketFolder = socketDir === place.cluster ? folder : socketDir;
  const given = {
    ...settings,
    port: String(port),
    ...options.settings,
    // The setting is a list of folders. Quotes protect commas in the name.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
  };
  const args = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  const log = openSync(place.logFile, 'a', 0o600);
  const logStart = fstatSync(log).size;
  let exited = false;
  let ended = false;
  let failure = '';
  // Detached, because Ctrl-C in the terminal signals our whole process group, and postgres should wait for our stop.
  const child = spawn(join(programs.folder, 'bin', 'postgres'), ['-D', folder, ...args], {
    cwd: place.cluster,
    env: programEnvironment(),
    stdio: ['ignore', log, log],
    detached: true,
    ...place.account,
  });
  closeSync(log);
  child.once('exit', (code, signal) => {
    exited = true;
    ended = code === 0 || signal !== null;
  });
  child.once('error', (error) => {
    exited = true;
    failure = error.message;
  });
  child.unref();
  return {
    pid: child.pid,
    hasExited: () => exited,
    wasEnded: () => ended,
    said: async () => `${await readFrom(place.logFile, logStart)}${failure}`,
  };
}

async function readFrom(path: string, start: number): Promise<string> {
  await using file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(64 * 1024), position: start });
  return buffer.toString('utf8', 0, bytesRead);
}

/** Returns the content of postmaster.pid, current or stale. */
export function readPostmasterFile(place: Place): RunningPostmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw explainFailure(String(error), place);
  }
  const [pid, folder, , listenPort, socketDir, , , status = ''] = lines;
  return {
    // The file holds a bare pid for a moment before the rest is added.
    pid: Number(pid),
    port: Number(listenPort) || port,
    // The postmaster may use another name for the folder (see Place.workingFolder).
    socketDir: !socketDir || socketDir === folder ? place.cluster : socketDir,
    status: status.trim(),
  };
}

/** Whether the process exists and is the postmaster of this cluster, not another program with its old pid. */
export function isPostmasterOf(pid: number, place: Place): boolean {
  if (!(pid > 0)) return false;
  if (existsSync('/proc/self/cwd')) return isProcessIn(pid, place.cluster);
  try {
    const described = execFileSync('ps', ['-o', 'stat=', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return /^[^Z].*postgres/.test(described.trim());
  } catch {
    return false;
  }
}

/** False for a zombie process, which has no working folder, and for other accounts, whose folders are not visible. */
function isProcessIn(pid: number, folder: string): boolean {
  try {
    const [a, b] = [statSync(`/proc/${pid}/cwd`), statSync(folder)];
    return a.dev === b.dev && a.ino === b.ino;
  } catch {
    return false;
  }
}

/**
 * Removes a stale pid file in two cases. Postgres mistakes any process with the old pid for a postmaster, even a
 * zombie, and refuses to start with an empty file. It handles all other cases itself, and better.
 */
export async function removeStalePostmasterFile(place: Place, stale: RunningPostmaster): Promise<void> {
  const path = join(place.cluster, 'postmaster.pid');
  const aside = `${path}.stale-${process.pid}`;
  try {
    const misleads = stale.pid > 0 ? isProcess(stale.pid) : Date.now() - statSync(path).mtimeMs > emptyFileMs;
    if (!misleads) return;
    await rename(path, aside);
    // Another start may have just written a new file: put that one back.
    const moved = Number((await readFile(aside, 'utf8')).split('\n')[0]);
    if (moved === stale.pid) await rm(aside);
    else await rename(aside, path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw explainFailure(String(error), place);
  }
}

function isProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Kills backends that outlive a killed postmaster. No postmaster can start before the last one is gone. */
export function endOrphanedBackends(place: Place): number {
  if (!existsSync('/proc/self/cwd')) return 0;
  const orphans = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isOrphanedBackend(pid, place));
  for (const pid of orphans) sendSignal(pid, 'SIGKILL');
  return orphans.length;
}

function isOrphanedBackend(pid: number, place: Place): boolean {
  try {
    if (!isProcessIn(pid, place.cluster)) return false;
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: ')) return false;
    const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return !isProcessIn(Number(parent), place.cluster);
  } catch {
    return false;
  }
}

/** Does a fast shutdown. If that hangs, an immediate one, which costs a recovery at the next start but no data. */
export async function stopPostmaster(pid: number, place: Place): Promise<boolean> {
  sendSignal(pid, 'SIGINT');
  if (await hasEnded(pid, place, fastStopMs)) return true;
  sendSignal(pid, 'SIGQUIT');
  return hasEnded(pid, place, immediateStopMs);
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

async function hasEnded(pid: number, place: Place, timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await setTimeout(pollMs)) {
    if (!isPostmasterOf(pid, place)) return true;
  }
  return false;
}

/** Truncates a log that is too large. Postgres appends, so this works while the file is open. */
export function boundLog(place: Place): void {
  try {
    if (statSync(place.logFile).size > logBytesMax) truncateSync(place.logFile);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw explainFailure(String(error), place);
  }
}
