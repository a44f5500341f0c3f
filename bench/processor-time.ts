import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Reads the processor time of whole programs from the kernel. Linux only; elsewhere there is nothing to report.

/** The kernel counts in hundredths of a second on all platforms that we know. */
const TICK_MS = 10;

export type ProcessorTime = { postgresMs: number; programMs: number };

/** Reads the time used by PostgreSQL (all processes, including ended ones) and by a program (all threads). */
export function readProcessorTime(postgresDir: string, pid: number): ProcessorTime | undefined {
  try {
    const postmaster = Number(readFileSync(join(postgresDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readStat(Number(name)) ?? [])
      .filter(({ parent }) => parent === postmaster);
    const main = readStat(postmaster)!;
    const backendsMs = children.reduce((sum, { ownMs }) => sum + ownMs, 0);
    return { postgresMs: main.ownMs + main.endedChildrenMs + backendsMs, programMs: readStat(pid)!.ownMs };
  } catch {
    return undefined;
  }
}

function readStat(pid: number): { parent: number; ownMs: number; endedChildrenMs: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program is in parentheses and may contain anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15) as [number, number, number, number];
    return {
      parent: fields[1]!,
      ownMs: (user + system) * TICK_MS,
      endedChildrenMs: (childrenUser + childrenSystem) * TICK_MS,
    };
  } catch {
    // The process has ended.
    return undefined;
  }
}

/** Adds up the time of several rounds and reports it per job. */
export function createTally() {
  let jobs = 0;
  const total = { postgresMs: 0, programMs: 0 };
  return {
    add(count: number, before: ProcessorTime | undefined, after: ProcessorTime | undefined): void {
      if (before === undefined || after === undefined) return;
      jobs += count;
      total.postgresMs += after.postgresMs - before.postgresMs;
      total.programMs += after.programMs - before.programMs;
    },
    perJob(): { postgresUs: number; programUs: number } | undefined {
      if (jobs === 0) return undefined;
      return { postgresUs: (total.postgresMs * 1_000) / jobs, programUs: (total.programMs * 1_000) / jobs };
    },
  };
}
