import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { promisify } from 'node:util';

// What stands around processes that work on untrusted input: no network, no way to get rights back, and bounds of the
// kernel on memory, processor time, file size and open files. What the system does not offer is left out.

export type Walls = {
  /** A command that starts another one without a network; undefined: this system does not let us. */
  network: string[] | undefined;
  privileges: string[] | undefined;
};

export type Bounds = {
  memoryMb: number;
  /** For one file. */
  diskMb: number;
  cpuSeconds: number;
  /** Of its user, threads included; only for a user of its own. */
  processes?: number;
};

/** What Node and its libraries take before there is any data, as the kernel counts it. */
const BASE_MB = 1_024;
/** Below the service: heavy work slows other such work down, not answers. */
const NICENESS = 10;
/** Takes milliseconds; on a machine that is busy a wall must not be missing for that. */
const TRY_MS = 30_000;
/** Nothing of ours: no database address, no keys. */
export const emptyEnvironment = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', LANG: 'C.UTF-8' };

const run = promisify(execFile);
let found: Promise<Walls> | undefined;

/** What this system lets us put around a process; tried once. */
export function findWalls(): Promise<Walls> {
  found ??= tryWalls();
  return found;
}

async function tryWalls(): Promise<Walls> {
  const works = async (command: string[]): Promise<string[] | undefined> =>
    (await commandWorks(command)) ? command : undefined;
  const isRoot = process.getuid?.() === 0;
  return {
    network: (await works(['unshare', '-n'])) ?? (isRoot ? undefined : await works(['unshare', '-r', '-n'])),
    privileges: await works(['setpriv', '--no-new-privs']),
  };
}

/** Whether a command that runs another one can do so here. */
export function commandWorks(command: string[]): Promise<boolean> {
  return run(command[0]!, [...command.slice(1), 'true'], { timeout: TRY_MS }).then(
    () => true,
    () => false,
  );
}

/** The command that starts `program` behind the walls. It keeps one process id from beginning to end. */
export function confine(program: string[], walls: Partial<Walls>, bounds?: Bounds): string[] {
  const limits = bounds === undefined ? '' : `${toUlimits(bounds)}; `;
  return [...(walls.network ?? []), ...(walls.privileges ?? []), 'sh', '-c', `${limits}exec "$0" "$@"`, ...program];
}

function toUlimits({ memoryMb, diskMb, cpuSeconds, processes }: Bounds): string {
  const each = [
    '-c 0',
    `-t ${cpuSeconds}`,
    // In blocks of 512 bytes.
    `-f ${diskMb * 2_048}`,
    '-n 512',
    // In KB. Not every system knows it; the service watches the memory too.
    `-d ${(memoryMb + BASE_MB) * 1_024}`,
  ];
  const all = each.map((limit) => `ulimit ${limit} 2>/dev/null || true`);
  // Shells name this one differently.
  if (processes !== undefined)
    all.push(`ulimit -u ${processes} 2>/dev/null || ulimit -p ${processes} 2>/dev/null || true`);
  return all.join('; ');
}

export function lowerPriority(pid: number | undefined, niceness = NICENESS): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(niceness, constants.priority.PRIORITY_LOW));
  } catch {
    // It ended already, or may not be slowed down: neither matters.
  }
}
