import type { Db } from './db.ts';
import { previousRelease } from './migrations.ts';

/** A process that is silent for longer is gone, and others have taken its jobs. */
const SILENT_SECONDS = 15;

/** Lists running processes of the previous release, with host and process id. */
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
