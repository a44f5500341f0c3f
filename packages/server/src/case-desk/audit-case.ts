import { createHash, randomBytes } from 'node:crypto';
import { insertAudit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';

// Entries of the audit log about cases. Administrators and auditors read all of the log. So an entry
// about a restricted case says who did what and when, but not where.

type CaseEntry = { orgId: string; caseId: string; action: string; detail?: Record<string, unknown> };

/** Null as caller: the service itself. Call it after the change, so that a new restriction covers its own entry. */
export async function auditCase(tx: Db, caller: Caller | null, entry: CaseEntry): Promise<void> {
  const { orgId, caseId, action, detail } = entry;
  const isHidden = await isRestricted(tx, orgId, caseId);
  await insertAudit(tx, caller ?? 'operator', {
    orgId,
    action,
    targetType: 'case',
    targetId: isHidden ? RESTRICTED : caseId,
    ...(isHidden ? { detail: commitTo(caseId), hidesCause: true } : detail && { detail }),
  });
}

const RESTRICTED = 'restricted';

/**
 * Whoever sees the case can show later that an entry is about it. Nobody else can tell which case it is, or whether two
 * entries are about the same one: the nonce differs, and ids are too random to be tried.
 */
function commitTo(caseId: string): Record<string, unknown> {
  const nonce = randomBytes(16).toString('hex');
  return { nonce, sha256: createHash('sha256').update(`${nonce} ${caseId}`).digest('hex') };
}

async function isRestricted(tx: Db, orgId: string, caseId: string): Promise<boolean> {
  const rows = await tx.query('select from cases where org_id = $1 and id = $2 and restricted_to is not null', [
    orgId,
    caseId,
  ]);
  return rows.length > 0;
}
