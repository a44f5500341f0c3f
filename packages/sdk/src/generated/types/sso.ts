// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CurrentUser } from './organizations.ts';

export type LogoutTokenBody = {
  /** A logout token of OpenID Connect Back-Channel Logout 1.0. */
  logout_token: string;
};

export type ScimTokenView = {
  id: string;
  name: string;
  prefix: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  last_write_at: string | null;
  /** Why the last refused request was refused. */
  last_problem: string | null;
  last_problem_at: string | null;
};

export type SessionsEnded = {
  /** Number of ended sessions. */
  ended: number;
};

export type SignInMethods = {
  /** Whether e-mail and password are accepted. */
  password: boolean;
  sso: {
    /** Label of the sign-in button. */
    name: string;
  } | null;
};

export type SignOn = {
  sso: {
    name: string;
    issuer: string;
    password_sign_in: boolean;
    creates_users: boolean;
    groups_claim: string;
    /** Redirect address that the provider must allow. */
    redirect_url: string;
    backchannel_logout_url: string;
    /** Why people cannot sign in with the provider right now. Null if they can. */
    problem: string | null;
  } | null;
  /** Role of each group in this organization. */
  roles: {
    group: string;
    role: 'owner' | 'admin' | 'member' | 'approver' | 'analyst' | 'auditor' | 'viewer';
  }[];
  scim: {
    url: string;
    /** Tokens of this organization or of the whole installation. */
    tokens: ScimTokenView[];
    /** Members of this organization who come from the directory. */
    users: number;
    /** Groups that the directory has pushed. */
    groups: number;
    last_sync_at: string | null;
  };
};

export type SsoAnswer = {
  /** A bearer credential. Requests with it must name an organization. */
  token: string;
  expires_at: string;
  user: CurrentUser;
  /** The path from the start of the sign-in. */
  next: string | null;
};

export type SsoCompleteBody = {
  ticket: string;
  state: string;
  /** Value returned by the provider. */
  code?: string;
  /** Value returned by the provider. */
  iss?: string;
  /** Error returned by the provider instead of a code. */
  error?: string;
  /** Value returned by the provider. */
  error_description?: string;
};

export type SsoSignOut = {
  /**
   * Address where the provider ends its own session. Null if the session did not start there or the provider has
   * no such address.
   */
  url: string | null;
};

export type SsoStart = {
  /** Address of the sign-in page of the identity provider. */
  url: string;
  /** The browser that started the sign-in keeps the ticket and completes the sign-in with it. */
  ticket: string;
  expires_at: string;
};

export type SsoStartBody = {
  /** Console path to open after the sign-in. Other addresses are refused. */
  next?: string;
};
