import type { Db } from '#platform/db.ts';
import { MigrationError, migrate, type Report } from '#platform/migrate.ts';
import { listPreviousProcesses } from '#platform/previous-processes.ts';

/**
 * Ends the time in which the previous release may run beside this one: removes what only that release used, and keeps
 * it from starting. Throws while one of its processes runs. Returns the names of the applied migrations.
 */
export async function contractSchema(db: Db, url: string, report?: Report): Promise<string[]> {
  const old = await listPreviousProcesses(db);
  if (old.length > 0)
    throw new MigrationError(`The previous release is still running: ${old.join(', ')}. Stop it, then run this again.`);
  return migrate(url, report, { contract: true });
}
