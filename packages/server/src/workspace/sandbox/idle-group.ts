import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// The idle class of a process counts only among those of its own group. Where Linux makes a group of every session
// (`sched_autogroup`), each connection of PostgreSQL is in one of its own, and would wait for a tick of the clock behind
// a process that is idle in ours. There a group is made that is idle as a whole. Only root may do so; and who was put
// into a group of a container or a service manager already has PostgreSQL beside it, or does not share its processors.

export type IdleGroup = {
  /** Whether the process is in it now. */
  add(pid: number): boolean;
  /** When nobody is in it any more; otherwise the next service on this machine does it. */
  remove(): void;
};

const NAME = /^errand-idle-(\d+)$/;

/** Undefined where there is no need for it, or no way. */
export function openIdleGroup(): IdleGroup | undefined {
  const base = read('/proc/sys/kernel/sched_autogroup_enabled') === '1' ? findRootGroup() : undefined;
  if (base === undefined) return undefined;
  removeLeftovers(base);
  const folder = join(base, `errand-idle-${process.pid}`);
  const remove = (): void => {
    attempt(() => rmdirSync(folder));
  };
  const made = attempt(() => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'cpu.idle'), '1');
  });
  if (!made) {
    remove();
    return undefined;
  }
  return { add: (pid) => attempt(() => writeFileSync(join(folder, 'cgroup.procs'), String(pid))), remove };
}

/** Where the groups of processors are, if this process is in none of them. */
function findRootGroup(): string | undefined {
  const lines = (read('/proc/self/cgroup') ?? '').split('\n').map((line) => line.split(':'));
  const older = lines.find(([, kinds]) => kinds?.split(',').includes('cpu'));
  if (older !== undefined) return older[2] === '/' ? join('/sys/fs/cgroup', older[1]!) : undefined;
  return lines.some(([number, , path]) => number === '0' && path === '/') ? '/sys/fs/cgroup' : undefined;
}

/** Of services that were killed. */
function removeLeftovers(base: string): void {
  attempt(() => {
    for (const name of readdirSync(base)) {
      const pid = NAME.exec(name)?.[1];
      if (pid !== undefined && !existsSync(`/proc/${pid}`)) attempt(() => rmdirSync(join(base, name)));
    }
  });
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
