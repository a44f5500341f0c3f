import type { Role } from '@errand/contract/roles.ts';
import type { Scope } from '@errand/contract/scopes.ts';

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
      /** What the key is for, as far as its role allows it. Without them, all that its role allows. */
      scopes?: readonly Scope[];
    }
  /** A program that a person has signed in with OAuth, for one organization. */
  | {
      kind: 'program';
      grantId: string;
      orgId: string;
      userId: number;
      role: Role;
      agentsEnabled: boolean;
      /** What the person has granted, as far as their role allows it. */
      scopes: readonly Scope[];
      /** The address that the token is for: this service or one of its doors. */
      audience: string;
    }
  /** `sessionId` is null if the token was not issued for one of our sessions. */
  | { kind: 'user'; userId: number; sessionId: string | null };

/**
 * What a caller presented. With a session or a personal key, people act as themselves. A key of the organization is a
 * machine, whoever holds it. A link may be in anybody's hands, and work of the service has nobody in front of it.
 */
export type Via = 'session' | 'personal_key' | 'key' | 'link' | 'service';

/** The acting user or key, its organization and its role. */
export type Caller = { orgId: string; userId: number | null; keyId: string | null; role: Role; via: Via };

const SIGNED_IN: readonly Via[] = ['session', 'personal_key'];

/** Whether this is a person who is signed in as themselves. Duties of people are for nobody else. */
export const isPerson = ({ userId, via }: Pick<Caller, 'userId' | 'via'>): boolean =>
  userId !== null && SIGNED_IN.includes(via);

export type OrganizationAccess =
  | { kind: 'member'; role: Role; agentsEnabled: boolean }
  | { kind: 'not-member' }
  | { kind: 'unknown' };

/** How the HTTP kit identifies callers; the orgs domain provides it. */
export type Identity = {
  /** Returns undefined for an unknown, revoked or expired credential. Returns a promise only if a look-up is needed. */
  authenticate(credential: string): Credential | undefined | Promise<Credential | undefined>;
  findAccess(userId: number, orgId: string): Promise<OrganizationAccess>;
  /** Records that something was refused to a program that somebody has signed in. */
  noteRefusal?(program: Extract<Credential, { kind: 'program' }>, detail: Record<string, unknown>): void;
};
