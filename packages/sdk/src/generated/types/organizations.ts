// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type ApiKey = {
  id: string;
  name: string;
  /** The first characters, to recognise the key by. */
  prefix: string;
  role: 'admin' | 'member' | 'viewer';
  /** Its owner: creator of whatever the key creates. */
  user_id: number | null;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  /** Made by signing in: it never does more than its owner may, and ends with their membership. */
  personal: boolean;
};

export type ApiKeyBody = {
  name: string;
  /** Default member. */
  role?: 'admin' | 'member' | 'viewer';
  expires_at?: string | null;
};

export type ApiKeyPage = Page<ApiKey>;

export type AuditEntry = {
  id: string;
  created_at: string;
  actor: {
    kind: 'user' | 'api_key' | 'operator';
    user_id: number | null;
    email: string | null;
    api_key_id: string | null;
  };
  action: string;
  target_type: string;
  target_id: string;
  detail: Record<string, unknown> | null;
  /** Its number in the chain; null: not in it yet, for some seconds. */
  seq: number | null;
  /** Of the entry before it. */
  previous_hash: string | null;
  /** SHA-256 of the entry with the hash before it, as RFC 8785 writes it. */
  hash: string | null;
};

export type AuditHead = {
  organization_id: string;
  kind: 'head';
  /** The number of the last entry in the chain. */
  seq: number;
  /** Its hash. */
  hash: string;
  at: string;
  /** Entries that are not in the chain yet. */
  unchained: number;
  key_id: string;
  /** Ed25519, base64, of the object without it as RFC 8785 writes it. */
  signature: string;
};

export type AuditPage = Page<AuditEntry>;

export type AuditQuery = {
  /** Exact action. */
  action?: string;
  /** Exact id of what was acted on. */
  target_id?: string;
  /** At or after. */
  created_from?: string;
  /** At or before. */
  created_to?: string;
  /** From 1. */
  page?: string;
  /** Default 20, at most 100, unless the operator changed it. */
  page_size?: string;
};

export type CreatedApiKey = {
  id: string;
  name: string;
  /** The first characters, to recognise the key by. */
  prefix: string;
  role: 'admin' | 'member' | 'viewer';
  /** Its owner: creator of whatever the key creates. */
  user_id: number | null;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  /** Made by signing in: it never does more than its owner may, and ends with their membership. */
  personal: boolean;
  /** The key itself: shown here and never again. */
  api_key: string;
};

export type CreditPage = {
  /** False: jobs start whatever the balance. */
  limited: boolean;
  /** Sum of all entries, in USD. */
  balance: number;
  /** Reserved for jobs that are not finished yet. */
  held: number;
  count: number;
  next: string | null;
  previous: string | null;
  results: LedgerEntry[];
};

export type CurrentUser = {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  /** Both names, or the part of the e-mail before the @. */
  display_name: string;
  is_staff: boolean;
  is_superuser: boolean;
  is_active: boolean;
  date_joined: string;
  /** The user had never signed in with a password before. */
  is_first_login: boolean;
  /** Always true: the member who added the user vouches for the address. */
  is_email_verified: boolean;
  is_mfa_enabled: boolean;
};

export type Finding = {
  name: string;
  ok: boolean;
  /** The observed state. */
  detail: string;
  /** What to do; null when all is well. */
  fix: string | null;
};

export type HealthReport = {
  version: string;
  checked_at: string;
  organization: Finding[];
  installation: Finding[] | null;
  /** For administrators of the first organization. */
  workers: Worker[] | null;
};

export type LedgerEntry = {
  id: string;
  /** grant: given by an operator. adjust: balance set by an operator. job: what a finished job cost. */
  kind: 'grant' | 'adjust' | 'job';
  /** In USD; negative for what was spent. */
  amount: number;
  job_id: string | null;
  note: string;
  created_at: string;
};

export type LoginAnswer = {
  /** A bearer credential; requests must name an organization with it. */
  token: string;
  expires_at: string;
  user: CurrentUser;
};

export type LoginBody = {
  email: string;
  password: string;
};

export type Member = {
  user_id: number;
  email: string;
  first_name: string;
  last_name: string;
  display_name: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** Made here, by signing in with the identity provider, or by its directory. */
  source: 'local' | 'sso' | 'scim';
  /** False: nobody signs in as this user any more. */
  is_active: boolean;
  created_at: string;
};

export type MemberBody = {
  email: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
  /** For a new user who is to sign in with a password. */
  password?: string;
  first_name?: string;
  last_name?: string;
};

export type MemberPage = Page<Member>;

export type MemberPatch = {
  role: 'owner' | 'admin' | 'member' | 'viewer';
};

export type MemberRemoveQuery = {
  /** Revokes the API keys that the user owns here. Default false. */
  revoke_keys?: boolean;
};

export type MemberRole = 'owner' | 'admin' | 'member' | 'viewer';

export type Organization = {
  id: string;
  name: string;
  /** Whether the organization may use agents. Changed by operators only. */
  agents_enabled: boolean;
  /** Balance in USD; null: unlimited. */
  credits: number | null;
  /** Since when the operator has paused it: runs are refused, and waiting jobs stay. Null: it is not. */
  paused_at: string | null;
  /** Whether the A2A cards of its agents can be read without a credential. Calling them always needs one. */
  public_agent_cards: boolean;
  created_at: string;
};

export type OrganizationPage = Page<{
  id: string;
  name: string;
  /** Whether the organization may use agents. Changed by operators only. */
  agents_enabled: boolean;
  /** Balance in USD; null: unlimited. */
  credits: number | null;
  /** Since when the operator has paused it: runs are refused, and waiting jobs stay. Null: it is not. */
  paused_at: string | null;
  /** Whether the A2A cards of its agents can be read without a credential. Calling them always needs one. */
  public_agent_cards: boolean;
  created_at: string;
  /** What the credential may do there. */
  role: 'owner' | 'admin' | 'member' | 'viewer';
}>;

export type OrganizationPatch = {
  name?: string;
  public_agent_cards?: boolean;
};

export type PageQuery = {
  /** From 1. */
  page?: string;
  /** Default 20, at most 100, unless the operator changed it. */
  page_size?: string;
};

export type PasswordBody = {
  current_password: string;
  /** At least 8 characters. */
  new_password: string;
};

export type Session = {
  id: string;
  created_at: string;
  /** To the minute. */
  last_used_at: string;
  expires_at: string;
  /** Of the program that signed in. */
  user_agent: string;
  /** The session of this token. */
  current: boolean;
};

export type SessionList = {
  results: Session[];
};

export type SignInLinkBody = {
  /** From the sign-in link that was printed at startup. */
  code: string;
};

export type Worker = {
  id: string;
  host: string;
  pid: number;
  /** all, api or worker. */
  role: string;
  version: string;
  /** draining: claims no more and still runs jobs. drained: runs none. silent: no news for 15 seconds. */
  state: 'active' | 'draining' | 'drained' | 'silent';
  /** Jobs that it runs. */
  running: number;
  /** Jobs that it may run at once. */
  concurrency: number;
  started_at: string;
  last_seen_at: string;
};
