import type { Role } from '@errand/contract/roles.ts';

/** The authenticated sender of a request, before its organization is known. */
export type Credential =
  | {
      kind: 'key';
      keyId: string;
      orgId: string;
      role: Role;
      userId: number | null;
      agentsEnabled: boolean;
      /** Created by `errand login`. It stands for its owner's sign-in, so it may revoke itself. */
      isPersonal?: boolean;
    }
  /** `sessionId` is null if the token was not issued for one of our sessions. */
  | { kind: 'user'; userId: number; sessionId: string | null };

/** The acting user or key, its organization and its role. */
export type Caller = { orgId: string; userId: number | null; keyId: string | null; role: Role };

export type OrganizationAccess =
  | { kind: 'member'; role: Role; agentsEnabled: boolean }
  | { kind: 'not-member' }
  | { kind: 'unknown' };

/** How the HTTP kit identifies callers; the orgs domain provides it. */
export type Identity = {
  /** Returns undefined for an unknown, revoked or expired credential. Returns a promise only if a look-up is needed. */
  authenticate(credential: string): Credential | undefined | Promise<Credential | undefined>;
  findAccess(userId: number, orgId: string): Promise<OrganizationAccess>;
};
