import { readFileSync } from 'node:fs';

/**
 * What a process has in memory; 0 where the system does not tell. Asked for several times a second, and at once: the
 * kernel answers without waiting, and reading it as a file of unknown length in the background would take 64 KiB and
 * four turns of the thread pool each time.
 */
export function residentBytes(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0;
  try {
    return Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
  } catch {
    return 0;
  }
}
