import { revokeApiKeysOf } from '#orgs/api-keys.ts';
import { auditUser } from '#orgs/audit-user.ts';
import { dropLogins } from '#orgs/logins.ts';
import { removeMember } from '#orgs/members.ts';
import { deleteSessions } from '#orgs/sessions.ts';
import { setActive } from '#orgs/users.ts';
import type { Db, Transactor } from '#platform/db.ts';
import type { Scope } from './user-store.ts';

// A person who leaves loses everything at once: sessions, API keys and sign-in. The directory of one organization ends
// only what the person has there, because it has no say in other organizations.

type By = { scope: Scope; by: string };

export async function deactivatePerson(tx: Db, { scope, by }: By, userId: number): Promise<void> {
  if (scope !== null) return leaveOrganization(tx, scope, userId);
  if (!(await setActive(tx, userId, false))) return;
  const ended = await deleteSessions(tx, userId);
  await dropLogins(tx, userId);
  const owning = await tx.query<{ org_id: string }>(
    'select distinct org_id from api_keys where user_id = $1::int and revoked_at is null order by org_id',
    [userId],
  );
  for (const { org_id: orgId } of owning)
    await revokeApiKeysOf(tx, orgId, userId, { actor: 'operator', onlyPersonal: false });
  await auditUser(tx, 'operator', { userId, action: 'user.deactivated', detail: { by, sessions_ended: ended } });
}

export async function activatePerson(tx: Db, { scope, by }: By, userId: number): Promise<void> {
  if (scope !== null || !(await setActive(tx, userId, true))) return;
  await auditUser(tx, 'operator', { userId, action: 'user.activated', detail: { by } });
}

async function leaveOrganization(tx: Db, orgId: string, userId: number): Promise<void> {
  const memberships = await tx.query<{ org_id: string }>(
    'select org_id from memberships where user_id = $1::int and removed_at is null',
    [userId],
  );
  const inside: Transactor = { ...tx, tx: (work) => work(tx) };
  if (memberships.some((one) => one.org_id === orgId))
    await removeMember(inside, orgId, userId, 'operator', { revokeKeys: true });
  else await revokeApiKeysOf(tx, orgId, userId, { actor: 'operator', onlyPersonal: false });
  if (memberships.every((one) => one.org_id === orgId)) await deleteSessions(tx, userId);
}
