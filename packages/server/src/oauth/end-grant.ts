import { type Author, insertAudit } from '#orgs/audit.ts';
import type { Transactor } from '#platform/db.ts';
import { deleteGrant, type GrantRow } from './grants-store.ts';

/** Why a grant ended: by the program, by a person, by a code or token that was used twice, with the membership. */
export type EndReason = 'revoked_by_program' | 'revoked' | 'reuse' | 'membership_ended';

/** Ends a grant with all its tokens. Returns false if it had ended before. */
export const endGrant = (db: Transactor, id: string, reason: EndReason, author?: Author): Promise<boolean> =>
  db.tx(async (tx) => {
    const grant = await deleteGrant(tx, id);
    if (grant === undefined) return false;
    await insertAudit(tx, author ?? authorOf(grant), {
      orgId: grant.org_id,
      action: reason === 'reuse' ? 'oauth_grant.reuse_detected' : 'oauth_grant.ended',
      targetType: 'oauth_grant',
      targetId: id,
      detail: { reason, client_name: grant.client_name, client_id: grant.client_id, user_id: grant.user_id },
    });
    return true;
  });

/** Records that something was refused to a program. */
export const auditRefusal = (db: Transactor, grant: GrantRow, detail: Record<string, unknown>): Promise<void> =>
  insertAudit(db, authorOf(grant), {
    orgId: grant.org_id,
    action: 'oauth_grant.refused',
    targetType: 'oauth_grant',
    targetId: grant.id,
    detail: { client_name: grant.client_name, ...detail },
  });

const authorOf = ({ user_id: userId }: GrantRow): Author => ({ userId, keyId: null });
