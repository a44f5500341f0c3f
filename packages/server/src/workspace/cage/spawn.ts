import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ChildSettings, Layer } from './protocol.ts';

// Starts processes that may do nothing but think: no network, no rights, a folder of their own, and bounds on memory,
// processor time, file size and open files. What the system does not offer is left out.

export type CageLimits = { memoryMb: number; diskMb: number; cpuSeconds: number; threads: number };

export type CagedProcess = {
  child: ChildProcess;
  folder: string;
  /** The group that may read what is linked into its folder; null: the process runs as ourselves. */
  gid: number | null;
  /** Kills it and removes its folder. */
  end(): Promise<void>;
};

/** The range that systems set aside for accounts without a name; two processes at once never share one. */
const UID_FIRST = 61_184;
const UIDS = 4_000;
const GID = UID_FIRST + UIDS;
let nextUid = Math.floor(Math.random() * UIDS);

/** Below the service: a heavy query slows queries down, not answers. */
const NICENESS = 10;
/** What Node and DuckDB take before there is any data, as the kernel counts it. */
const BASE_MB = 1_024;

export type Walls = { network: string[] | undefined; privileges: string[] | undefined };

const run = promisify(execFile);

/** What this system lets us put around a process. */
export async function findWalls(): Promise<Walls> {
  const works = async (command: string[]): Promise<string[] | undefined> =>
    run(command[0]!, [...command.slice(1), 'true'], { timeout: 5_000 }).then(
      () => command,
      () => undefined,
    );
  const isRoot = process.getuid?.() === 0;
  return {
    network: (await works(['unshare', '-n'])) ?? (isRoot ? undefined : await works(['unshare', '-r', '-n'])),
    privileges: await works(['setpriv', '--no-new-privs']),
  };
}

export async function startCaged(options: {
  /** Folders of processes are made in here. */
  base: string;
  walls: Walls;
  limits: CageLimits;
  without?: Layer[];
  /** The program; default: the one that runs queries. */
  program?: string;
}): Promise<CagedProcess> {
  const { base, walls, limits, without = [] } = options;
  const dropsUid = process.getuid?.() === 0 && !without.includes('uid');
  const uid = dropsUid ? UID_FIRST + (nextUid++ % UIDS) : null;
  const gid = dropsUid ? GID : null;
  const folder = await makeFolder(base, uid, gid);
  const settings: ChildSettings = { folder, uid, gid, ...limits, without };
  const command = [
    ...(without.includes('network') ? [] : (walls.network ?? [])),
    ...(walls.privileges ?? []),
    'sh',
    '-c',
    without.includes('limits') ? 'exec "$0" "$@"' : `${bounds(limits)}; exec "$0" "$@"`,
    process.execPath,
    '--max-old-space-size=512',
    '--no-warnings',
    options.program ?? join(import.meta.dirname, 'child.ts'),
    JSON.stringify(settings),
  ];
  const child = spawn(command[0]!, command.slice(1), {
    cwd: '/',
    // Nothing of ours: no database address, no keys.
    env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', LANG: 'C.UTF-8' },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  // A process that is gone already is told of by its exit.
  child.stdin!.on('error', () => undefined);
  child.on('error', () => undefined);
  try {
    if (child.pid !== undefined) setPriority(child.pid, Math.min(NICENESS, constants.priority.PRIORITY_LOW));
  } catch {
    // It ended already, or may not be slowed down: neither matters.
  }
  return {
    child,
    folder,
    gid,
    async end() {
      child.kill('SIGKILL');
      child.stdin!.destroy();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** `in/` is for reading only, the others belong to the process. */
async function makeFolder(base: string, uid: number | null, gid: number | null): Promise<string> {
  await mkdir(base, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(base, 'query-'));
  await mkdir(join(folder, 'in'), { mode: 0o750 });
  for (const name of ['out', 'tmp']) await mkdir(join(folder, name), { mode: 0o700 });
  if (uid === null || gid === null) return folder;
  await chown(join(folder, 'in'), 0, gid);
  for (const name of ['out', 'tmp', '']) await chown(join(folder, name), uid, gid);
  return folder;
}

function bounds({ memoryMb, diskMb, cpuSeconds }: CageLimits): string {
  const each = [
    '-c 0',
    `-t ${cpuSeconds}`,
    // In blocks of 512 bytes.
    `-f ${diskMb * 2_048}`,
    '-n 512',
    // In KB. Not every system knows it; the service watches the memory too.
    `-d ${(memoryMb + BASE_MB) * 1_024}`,
  ];
  return each.map((limit) => `ulimit ${limit} 2>/dev/null || true`).join('; ');
}
