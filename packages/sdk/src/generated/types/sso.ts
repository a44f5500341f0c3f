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
  /** Why its last refused request was refused. */
  last_problem: string | null;
  last_problem_at: string | null;
};

export type SessionsEnded = {
  /** How many sessions. */
  ended: number;
};

export type SignInMethods = {
  /** Whether e-mail and password are accepted. */
  password: boolean;
  sso: {
    /** What the button says. */
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
    /** What the provider has to allow. */
    redirect_url: string;
    backchannel_logout_url: string;
    /** Why people cannot sign in with it right now; null: they can. */
    problem: string | null;
  } | null;
  /** What groups mean in this organization. */
  roles: {
    group: string;
    role: 'owner' | 'admin' | 'member' | 'viewer';
  }[];
  scim: {
    url: string;
    /** Of this organization, or of the whole installation. */
    tokens: ScimTokenView[];
    /** Members of this organization who come from the directory. */
    users: number;
    /** Groups that the directory has pushed. */
    groups: number;
    last_sync_at: string | null;
  };
};

export type SsoAnswer = {
  /** A bearer credential; requests must name an organization with it. */
  token: string;
  expires_at: string;
  user: CurrentUser;
  /** As it was given at the start. */
  next: string | null;
};

export type SsoCompleteBody = {
  ticket: string;
  state: string;
  /** As the provider gave it. */
  code?: string;
  /** As the provider gave it. */
  iss?: string;
  /** As the provider gave it, instead of a code. */
  error?: string;
  /** As the provider gave it. */
  error_description?: string;
};

export type SsoSignOut = {
  /** Where the provider ends its own session; null: the session did not begin there, or it cannot say. */
  url: string | null;
};

export type SsoStart = {
  /** Where the person signs in, at the identity provider. */
  url: string;
  /** Stays in the browser that asked, and completes the sign-in. */
  ticket: string;
  expires_at: string;
};

export type SsoStartBody = {
  /** A path of the console to open afterwards. Other addresses are refused. */
  next?: string;
};
