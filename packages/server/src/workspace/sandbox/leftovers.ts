import { readdir, readlink, realpath, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';

/**
 * Removes the folders (`sandbox-<pid>`) of services that no longer run. Another service on this machine may be using
 * its own.
 */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid] = /^sandbox-(\d+)$/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    await wakeStopped(await realpath(join(folder, name)));
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Continues processes that were stopped for a turn when their service was killed. They notice it and exit. */
async function wakeStopped(folder: string): Promise<void> {
  for (const name of await readdir('/proc').catch(() => [])) {
    const cwd = /^\d+$/.test(name) ? await readlink(`/proc/${name}/cwd`).catch(() => '') : '';
    if (!cwd.startsWith(folder + sep)) continue;
    try {
      process.kill(Number(name), 'SIGCONT');
    } catch {
      // It is gone, or belongs to another user.
    }
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM';
  }
}
