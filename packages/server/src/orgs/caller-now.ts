import { hasRole, type Role } from '@errand/contract/roles.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { findLink } from './actor.ts';
import { findRoleNow } from './current-role.ts';

// Work that somebody set up and that runs later has the rights that they have then.

type Words = {
  /** What is done with their right: "The alerts of this watch are sent". */
  what: string;
  /** What they did: "set it up". */
  did: string;
  remedy: string;
};

/** Returns whoever set something up, with the role that they have now. It is a `conflict` if that is too little. */
export async function getCallerNow(
  db: Db,
  { orgId, userId, keyId }: Pick<Caller, 'orgId' | 'userId' | 'keyId'>,
  { needed, ...words }: Words & { needed: Role },
): Promise<Caller> {
  const role = await findRoleNow(db, orgId, { userId, keyId });
  if (role !== undefined && hasRole(role, needed)) return { orgId, userId, keyId, role, via: 'service' };
  const { name } = await findLink(db, { userId, keyId });
  const now = role === undefined ? 'has no access to the organization any more' : `now has the role ${role}`;
  throw new AppError('conflict', {
    detail: `${words.what} with the right of ${name}, who ${words.did} and ${now}. ${words.remedy}`,
  });
}
