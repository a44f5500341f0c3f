import { announceAccess } from '#orgs/announce-access.ts';
import { revokeApiKeysOf } from '#orgs/api-keys.ts';
import { removeMember } from '#orgs/members.ts';
import { deleteUser, findUser } from '#orgs/users.ts';
import type { Transactor } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';

export type RemovedUser = { id: number; email: string; organizations: number; keys_revoked: string[] };

/**
 * Removes a user with their memberships, sessions, password and links to identity providers. Their API keys are revoked
 * unless `keepKeys` is set. What they created stays, without its creator. The only owner of an organization cannot be
 * removed.
 */
export async function removeOperatorsUser(
  db: Transactor,
  userId: number,
  { keepKeys }: { keepKeys: boolean },
): Promise<RemovedUser> {
  const user = await findUser(db, userId);
  if (user === undefined) throw notFound('user');
  const removed = await db.tx(async (tx) => {
    // Each step writes to the audit log of its organization in this transaction, so that all of it happens or none.
    const inside: Transactor = { ...tx, tx: (work) => work(tx) };
    const organizations = await tx.query<{ org_id: string }>(
      'select org_id from memberships where user_id = $1::int and removed_at is null order by org_id',
      [userId],
    );
    for (const { org_id: orgId } of organizations)
      await removeMember(inside, orgId, userId, 'operator', { revokeKeys: false });
    const owning = await tx.query<{ org_id: string }>(
      'select distinct org_id from api_keys where user_id = $1::int and revoked_at is null',
      [userId],
    );
    const revoked: string[] = [];
    for (const { org_id: orgId } of keepKeys ? [] : owning) {
      revoked.push(...(await revokeApiKeysOf(tx, orgId, userId, { actor: 'operator', onlyPersonal: false })));
    }
    await deleteUser(tx, userId);
    return { organizations: organizations.length, keys_revoked: revoked };
  });
  await announceAccess(db);
  return { id: userId, email: user.email, ...removed };
}
