import type { Db } from '#platform/db.ts';
import { type Author, insertAudit } from './audit.ts';

type Entry = { userId: number; action: string; detail?: Record<string, unknown> };

/**
 * What happens to a person's way in concerns every organization they belong to: each has it in its log. Call it in the
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
