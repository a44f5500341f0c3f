import type { Db } from './db.ts';
import { previousRelease } from './migrations.ts';

/** Longer, and others have taken its jobs. */
const SILENT_SECONDS = 15;

/** Processes of the previous release that run beside this one, as a person finds them. */
export async function listPreviousProcesses(system: Db): Promise<string[]> {
  const rows = await system.query<{ host: string; pid: number }>(
    `select split_part(host, '#', 1) as host, pid from workers
      where last_seen > clock_timestamp() - make_interval(secs => $1)
        and (schema_level is null or schema_level <= $2)
      order by host, pid`,
    [SILENT_SECONDS, previousRelease.lastMigration],
  );
  return rows.map(({ host, pid }) => `${host} (process ${pid})`);
}
