import type { Role } from '@errand/contract/roles.ts';

/** Who sent the request, before it is known for which organization. */
export type Credential =
  | { kind: 'key'; keyId: string; orgId: string; role: Role; userId: number | null; agentsEnabled: boolean }
  | { kind: 'user'; userId: number };

/** Who acts, in which organization, with which role. */
export type Caller = { orgId: string; userId: number | null; keyId: string | null; role: Role };

export type OrganizationAccess =
  | { kind: 'member'; role: Role; agentsEnabled: boolean }
  | { kind: 'not-member' }
  | { kind: 'unknown' };

/** What the HTTP kit needs to know about people; the orgs domain provides it. */
export type Identity = {
  /** undefined: unknown, revoked or expired. A promise only when it has to be looked up. */
  authenticate(credential: string): Credential | undefined | Promise<Credential | undefined>;
  findAccess(userId: number, orgId: string): Promise<OrganizationAccess>;
};
