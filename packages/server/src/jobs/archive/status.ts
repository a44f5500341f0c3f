import type { Db } from '#platform/db.ts';
import { findTask, type TaskState } from './lease.ts';

// Numbers about the archive.

export type ArchiveMonth = {
  month: string;
  parts: number;
  jobs: number;
  deliveries: number;
  bytes: number;
  /** Problems found when its files were last read. */
  problems: string[];
};

const MONTHS = `
  select to_char(month, 'YYYY-MM') as month, count(*)::int as parts,
    coalesce(sum(rows) filter (where kind = 'jobs'), 0)::int as jobs,
    coalesce(sum(rows) filter (where kind = 'deliveries'), 0)::int as deliveries,
    coalesce(sum((select sum((f->>'bytes')::bigint) from jsonb_array_elements(files) f)), 0)::bigint as bytes,
    coalesce(array_agg(problem) filter (where problem is not null), '{}') as problems
  from archive_parts where state = 'ready'`;

/** Lists the archived months of one organization, newest first. */
export const listArchiveMonths = (db: Db, orgId: string): Promise<ArchiveMonth[]> =>
  db.query<ArchiveMonth>(`${MONTHS} and org_id = $1::uuid group by 1 order by 1 desc`, [orgId]);

export type ArchiveStatus = {
  task: TaskState;
  months: ArchiveMonth[];
  /** Jobs that stay in the tables because one of their rows is too long. */
  skipped: number;
  /** Files that wait to be deleted. */
  garbage: number;
};

/** Returns the status for all organizations together. */
export async function findArchiveStatus(system: Db): Promise<ArchiveStatus> {
  const [counts] = await system.query<{ skipped: number; garbage: number }>(
    `select (select count(*) from archive_skipped) as skipped, (select count(*) from archive_garbage) as garbage`,
  );
  return { task: await findTask(system), months: await system.query(`${MONTHS} group by 1 order by 1`), ...counts! };
}
