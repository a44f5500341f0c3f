import { insertAudit } from '#orgs/audit.ts';
import { findUserByEmail, setSource } from '#orgs/users.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { insertScimToken, listScimTokens, revokeScimToken, type ScimToken } from '#scim/tokens.ts';
import { insertScimUser, isNameTaken } from '#scim/user-store.ts';

export type ShownToken = Omit<ScimToken, 'for_org'> & { organization_id: string | null };

/** Creates a token, which is shown once. Without `orgId`, it is for a directory of the whole installation. */
export async function createOperatorsScimToken(
  db: Transactor,
  { orgId, name, days }: { orgId: string | undefined; name: string; days: number | undefined },
): Promise<{ id: string; token: string; organization_id: string | null; expires_at: Date | null }> {
  const made = await insertScimToken(db, { forOrg: orgId ?? null, name, validDays: days ?? null });
  return { id: made.id, token: made.token, organization_id: made.for_org, expires_at: made.expires_at };
}

export async function listOperatorsScimTokens(db: Db): Promise<ShownToken[]> {
  return (await listScimTokens(db)).map(({ for_org, ...token }) => ({ ...token, organization_id: for_org }));
}

export const revokeOperatorsScimToken = (db: Transactor, id: string): Promise<void> => revokeScimToken(db, id);

/** Links an existing user to the directory. Only an operator can vouch that both are the same person. */
export async function adoptOperatorsUser(
  db: Transactor,
  { email, orgId }: { email: string; orgId: string | undefined },
): Promise<{ id: string; user_id: number; email: string }> {
  const scope = orgId ?? null;
  return db.tx(async (tx) => {
    const user = await findUserByEmail(tx, email);
    if (user === undefined) throw new AppError('not_found', { detail: 'No user with this e-mail address exists.' });
    if (await isNameTaken(tx, scope, user.email, null))
      throw new AppError('conflict', { detail: 'The directory already has this user.' });
    const attributes = {
      emails: [{ value: user.email, type: 'work', primary: true }],
      name: { givenName: user.first_name, familyName: user.last_name },
    };
    const given = { userName: user.email, externalId: null, attributes, active: user.deactivated_at === null };
    const id = await insertScimUser(tx, scope, { userId: user.id, given });
    await setSource(tx, user.id, 'scim');
    const orgs = await tx.query<{ org_id: string }>(
      'select org_id from memberships where user_id = $1::int and removed_at is null order by org_id',
      [user.id],
    );
    for (const { org_id } of orgs)
      await insertAudit(tx, 'operator', {
        orgId: org_id,
        action: 'user.adopted',
        targetType: 'user',
        targetId: String(user.id),
        detail: { by: 'directory' },
      });
    return { id, user_id: user.id, email: user.email };
  });
}
