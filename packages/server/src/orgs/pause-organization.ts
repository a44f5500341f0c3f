import type { Transactor } from '#platform/db.ts';
import { type Actor, insertAudit } from './audit.ts';
import { getOrganization, type Organization } from './organizations.ts';

/** Pauses or resumes an organization. While it is paused, no job starts, and running jobs continue to their end. */
export async function setPaused(db: Transactor, orgId: string, paused: boolean, actor: Actor): Promise<Organization> {
  return db.tx(async (tx) => {
    const changed = await tx.run(
      `update organizations set paused_at = case when $2 then clock_timestamp() end
        where id = $1::uuid and (paused_at is null) = $2`,
      [orgId, paused],
    );
    const organization = await getOrganization(tx, orgId);
    if (changed === 0) return organization;
    await insertAudit(tx, actor, {
      orgId,
      action: paused ? 'organization.paused' : 'organization.resumed',
      targetType: 'organization',
      targetId: orgId,
    });
    return organization;
  });
}
