import type { Role } from '@errand/contract/roles.ts';

/** The sender of a request, before its organization is known. */
export type Credential =
  | {
      kind: 'key';
      keyId: string;
      orgId: string;
      role: Role;
      userId: number | null;
      agentsEnabled: boolean;
      /** Of `errand login`: it is its owner's sign-in, so it can end itself. */
      isPersonal?: boolean;
    }
  /** `sessionId` null: the token has no session of ours. */
  | { kind: 'user'; userId: number; sessionId: string | null };

/** The acting user or key, its organization and its role. */
export type Caller = { orgId: string; userId: number | null; keyId: string | null; role: Role };

export type OrganizationAccess =
  | { kind: 'member'; role: Role; agentsEnabled: boolean }
  | { kind: 'not-member' }
  | { kind: 'unknown' };

/** How the HTTP kit identifies callers; the orgs domain provides it. */
export type Identity = {
  /** undefined: unknown, revoked or expired. Returns a promise only when a lookup is needed. */
  authenticate(credential: string): Credential | undefined | Promise<Credential | undefined>;
  findAccess(userId: number, orgId: string): Promise<OrganizationAccess>;
};
