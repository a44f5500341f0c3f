import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { promisify } from 'node:util';

// Isolation for processes that read untrusted input: no network, no way to regain privileges, and kernel limits on
// memory, processor time, file size and open files. Limits that the system lacks are left out.

export type Walls = {
  /** A command that starts another one without a network; undefined: this system does not permit it. */
  network: string[] | undefined;
  privileges: string[] | undefined;
};

export type Bounds = {
  memoryMb: number;
  /** Per file. */
  diskMb: number;
  cpuSeconds: number;
  /** For its user, threads included; only for a user of its own. */
  processes?: number;
};

/** Memory that Node and its libraries take before there is any data, as the kernel counts it. */
const BASE_MB = 1_024;
/** Below the service's priority: heavy work slows down other heavy work, not responses. */
const NICENESS = 4;
/** The check takes milliseconds, but a busy machine must not lose isolation to a short timeout. */
const TRY_MS = 30_000;
/** Without the service's variables: no database address, no keys. */
export const emptyEnvironment = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', LANG: 'C.UTF-8' };

const run = promisify(execFile);
let found: Promise<Walls> | undefined;

/** The isolation this system supports; checked once per process. */
export function findWalls(): Promise<Walls> {
  found ??= tryWalls().catch((error) => {
    found = undefined;
    throw error;
  });
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

/** What sandboxes on this system go without, for the operator. */
export function listMissingWalls({ network, privileges }: Walls, uid = process.getuid?.()): string[] {
  return [
    ...(uid === 0 ? [] : ['a separate user (only root can assign one)']),
    ...(network ? [] : ['a separate network (unshare is not permitted; allow user namespaces)']),
    ...(privileges ? [] : ['no_new_privs (setpriv is missing)']),
  ];
}

/**
 * Whether a command that wraps another one works on this system. Throws where that cannot be told now, as when there are
 * too many processes: taken for a no, it would leave sandboxes without isolation until the next restart.
 */
export async function commandWorks(command: string[]): Promise<boolean> {
  try {
    await run(command[0]!, [...command.slice(1), 'true'], { timeout: TRY_MS });
    return true;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'number' || ['ENOENT', 'EACCES', 'EPERM'].includes(code as string)) return false;
    throw error;
  }
}

/** The command that starts `program` isolated. The process id stays the same throughout. */
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
    // In KB. Some systems do not support it; the service watches the memory too.
    `-d ${(memoryMb + BASE_MB) * 1_024}`,
  ];
  const all = each.map((limit) => `ulimit ${limit} 2>/dev/null || true`);
  // Shells differ in the name of this option.
  if (processes !== undefined)
    all.push(`ulimit -u ${processes} 2>/dev/null || ulimit -p ${processes} 2>/dev/null || true`);
  return all.join('; ');
}

export function lowerPriority(pid: number | undefined, niceness = NICENESS): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(niceness, constants.priority.PRIORITY_LOW));
  } catch {
    // It has ended already, or its priority cannot be lowered: neither matters.
  }
}
