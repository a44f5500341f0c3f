import { insertAudit } from '#orgs/audit.ts';
import { getOrganization } from '#orgs/organizations.ts';
import type { Transactor } from '#platform/db.ts';
import { findOwnLimits, type OwnLimits, upsertOwnLimits } from '#workspace/engine/limits.ts';

const none: OwnLimits = { rows_max: null, bytes_max: null, timeout_seconds: null, memory_mb: null, concurrency: null };

/** Changes an organization's own SQL limits. null means the installation's limit; limits left out stay. */
export async function changeSqlLimits(
  db: Transactor,
  orgId: string,
  changes: { [Key in keyof OwnLimits]?: number | null | undefined },
): Promise<OwnLimits & { organization_id: string }> {
  return db.tx(async (tx) => {
    await getOrganization(tx, orgId);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const limits: OwnLimits = { ...none, ...(await findOwnLimits(tx, orgId)), ...given };
    if (Object.keys(given).length > 0) {
      await upsertOwnLimits(tx, orgId, limits);
      await insertAudit(tx, 'operator', {
        orgId,
        action: 'organization.sql_limits',
        targetType: 'organization',
        targetId: orgId,
        detail: given,
      });
    }
    return { organization_id: orgId, ...limits };
  });
}
