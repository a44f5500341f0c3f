import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { promisify } from 'node:util';

// Isolates sandboxes, the processes that read untrusted input: no network, no new privileges, and kernel limits on
// memory, CPU time, file size and open files. Limits that the system does not support are left out.

export type Isolation = {
  /** A command that starts another one without a network. Undefined if this system does not permit it. */
  network: string[] | undefined;
  privileges: string[] | undefined;
};

export type Bounds = {
  memoryMb: number;
  /** Per file. */
  diskMb: number;
  cpuSeconds: number;
  /** Counts all processes and threads of the user, so it is set only for a sandbox with its own user. */
  processes?: number;
};

/** Memory that Node and its libraries take before any data is loaded, as the kernel counts it. */
const BASE_MB = 1_024;
/** Lower priority than the service, so that heavy work does not slow down responses. */
const NICENESS = 4;
/** The check takes milliseconds, but a busy machine must not lose isolation because of a short timeout. */
const TRY_MS = 30_000;
/** Contains none of the service's variables, such as the database address and keys. */
export const emptyEnvironment = { PATH: '/usr/bin:/bin', HOME: '/nonexistent', LANG: 'C.UTF-8' };

const run = promisify(execFile);
let found: Promise<Isolation> | undefined;

/** Returns the isolation that this system supports. Checked once per process. */
export function findIsolation(): Promise<Isolation> {
  found ??= tryIsolation().catch((error) => {
    found = undefined;
    throw error;
  });
  return found;
}

async function tryIsolation(): Promise<Isolation> {
  const works = async (command: string[]): Promise<string[] | undefined> =>
    (await commandWorks(command)) ? command : undefined;
  const isRoot = process.getuid?.() === 0;
  return {
    network: (await works(['unshare', '-n'])) ?? (isRoot ? undefined : await works(['unshare', '-r', '-n'])),
    privileges: await works(['setpriv', '--no-new-privs']),
  };
}

/** Lists, for the operator, what isolation sandboxes lack on this system. */
export function listMissingIsolation({ network, privileges }: Isolation, uid = process.getuid?.()): string[] {
  return [
    ...(uid === 0 ? [] : ['a separate user (only root can assign one)']),
    ...(network ? [] : ['a separate network (unshare is not permitted; allow user namespaces)']),
    ...(privileges ? [] : ['no_new_privs (setpriv is missing)']),
  ];
}

/**
 * Whether a command that wraps another one works on this system. Throws if that cannot be checked now, for example with
 * too many processes: treating that as a no would leave sandboxes without isolation until the next restart.
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

/** Returns the command that starts `program` in isolation. All wrappers use exec, so the process id stays the same. */
export function confine(program: string[], isolation: Partial<Isolation>, bounds?: Bounds): string[] {
  const limits = bounds === undefined ? '' : `${toUlimits(bounds)}; `;
  return [
    ...(isolation.network ?? []),
    ...(isolation.privileges ?? []),
    'sh',
    '-c',
    `${limits}exec "$0" "$@"`,
    ...program,
  ];
}

function toUlimits({ memoryMb, diskMb, cpuSeconds, processes }: Bounds): string {
  const each = [
    '-c 0',
    `-t ${cpuSeconds}`,
    // In blocks of 512 bytes.
    `-f ${diskMb * 2_048}`,
    '-n 512',
    // In KB. Some systems do not support it, so the service also watches the memory.
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
    // The process has already ended, or its priority cannot be lowered. Neither matters.
  }
}
