import { readFileSync } from 'node:fs';
import type { Lab } from '../lab.ts';
import type { Program } from '../programs.ts';

// Reads what PostgreSQL and the programs have used so far. The difference of two readings is the cost of a load.

export type Reading = {
  postgresUs: number;
  programsUs: number[];
  walBytes: number;
  commits: number;
  writes: number;
};

export async function readGauges(lab: Lab, database: string, programs: Program[]): Promise<Reading> {
  const { rows } = await lab.admin.query<{ wal: string; commits: string; writes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal,
       (select xact_commit from pg_stat_database where datname = $1) as commits,
       (select sum(coalesce(writes, 0) + coalesce(fsyncs, 0)) from pg_stat_io) as writes`,
    [database],
  );
  const times = programs.map((program) => lab.processorTime(program));
  if (times.some((time) => time === undefined)) throw new Error('Processor time is read from /proc: on Linux only.');
  const row = rows[0]!;
  return {
    postgresUs: (times[0]?.postgresMs ?? 0) * 1_000,
    programsUs: times.map((time) => time!.programMs * 1_000),
    walBytes: Number(row.wal),
    commits: Number(row.commits),
    writes: Number(row.writes),
  };
}

export const difference = (before: Reading, after: Reading): Reading => ({
  postgresUs: after.postgresUs - before.postgresUs,
  programsUs: after.programsUs.map((value, index) => value - before.programsUs[index]!),
  walBytes: after.walBytes - before.walBytes,
  commits: after.commits - before.commits,
  writes: after.writes - before.writes,
});

export const memoryMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

/** Returns the private memory of a PostgreSQL backend. */
export async function connectionMb(lab: Lab, database: string): Promise<number> {
  const { rows } = await lab.admin.query<{ pid: number }>('select pid from pg_stat_activity where datname = $1', [
    database,
  ]);
  const sizes = rows.map(({ pid }) => {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/RssAnon:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1_024;
  });
  return sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
}
