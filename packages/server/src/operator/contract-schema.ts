import type { Db } from '#platform/db.ts';
import { MigrationError, migrate, type Tell } from '#platform/migrate.ts';
import { previousRelease } from '#platform/migrations.ts';

/** Longer, and others have taken its jobs. */
const SILENT_SECONDS = 15;

/**
 * Ends the time in which the previous release may run beside this one: removes what only that used, and keeps it from
 * starting. Refused while one of its processes runs. Returns the names of the applied migrations.
 */
export async function contractSchema(db: Db, url: string, tell?: Tell): Promise<string[]> {
  const old = await db.query<{ host: string; pid: number }>(
    `select split_part(host, '#', 1) as host, pid from workers
      where last_seen > clock_timestamp() - make_interval(secs => $1)
        and (schema_level is null or schema_level <= $2)
      order by host, pid`,
    [SILENT_SECONDS, previousRelease.lastMigration],
  );
  if (old.length > 0) {
    const names = old.map(({ host, pid }) => `${host} (process ${pid})`).join(', ');
    throw new MigrationError(`The previous release still runs: ${names}. Stop it, then run this again.`);
  }
  return migrate(url, tell, { contract: true });
}
