import type { Db } from '#platform/db.ts';
import { type Author, insertAudit } from './audit.ts';

type Entry = { userId: number; action: string; detail?: Record<string, unknown> };

/**
 * Records a change of a person's sign-in in the audit log of every organization they belong to. Call it in the
 * transaction of the change.
 */
export async function auditUser(tx: Db, actor: Author, entry: Entry): Promise<void> {
  const rows = await tx.query<{ org_id: string }>(
    'select org_id from memberships where user_id = $1::int and removed_at is null order by org_id',
    [entry.userId],
  );
  for (const { org_id: orgId } of rows) {
    await insertAudit(tx, actor, {
      orgId,
      action: entry.action,
      targetType: 'user',
      targetId: String(entry.userId),
      ...(entry.detail && { detail: entry.detail }),
    });
  }
}
