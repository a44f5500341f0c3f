import type { Database } from '#platform/db.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { deleteGarbage, listGarbage } from './store.ts';

/** Deletes files that no part names any more, of one organization or of all. Throws if the storage refuses. */
export async function collectGarbage(
  { database: { system }, storage }: { database: Database; storage: Storage },
  orgId: string | null,
): Promise<number> {
  let removed = 0;
  for (let keys = await listGarbage(system, orgId); keys.length > 0; keys = await listGarbage(system, orgId)) {
    for (const key of keys) {
      await storage.delete(key);
      await deleteGarbage(system, [key]);
      removed += 1;
    }
  }
  return removed;
}
