import type { Role } from '@errand/contract/roles.ts';
import type { Db } from '#platform/db.ts';

/** The role that the person who caused the job has now. Null if nobody is known, or if they have left. */
export async function findRequesterRole(db: Db, orgId: string, jobId: string): Promise<Role | null> {
  const [row] = await db.query<{ role: Role }>(
    `select m.role from jobs j join memberships m on m.user_id = j.creator_id and m.org_id = j.org_id
     where j.id = $2::uuid and j.org_id = $1::uuid and m.removed_at is null`,
    [orgId, jobId],
  );
  return row?.role ?? null;
}
