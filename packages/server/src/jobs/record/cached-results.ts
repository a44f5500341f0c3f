import type { Db } from '#platform/db.ts';

/** Deletes the results to reuse of versions that are no more. */
export const deleteCachedResults = (tx: Db, orgId: string, versionIds: string[]): Promise<number> =>
  tx.run('delete from job_cache where org_id = $1::uuid and version_id = any ($2::uuid[])', [orgId, versionIds]);
