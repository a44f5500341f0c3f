// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { ActorLink } from './actors.ts';
import type { Page } from './values.ts';

export type ApiKey = {
  id: string;
  name: string;
  /** The first characters, to recognize the key. */
  prefix: string;
  role: 'admin' | 'member' | 'approver' | 'analyst' | 'auditor' | 'viewer';
  /** What the key may be used for. Null: all that its role allows. */
  scopes: ('read' | 'run' | 'decide' | 'build' | 'admin')[] | null;
  /** The owner. Everything that the key creates belongs to this user. */
  user_id: number | null;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  /** When the secret was replaced last. */
  rotated_at: string | null;
  /** Until when the secret before the last rotation works, too. */
  previous_until: string | null;
  /**
   * Whether the key was created by signing in. Such a key never has more rights than its owner and ends with the
   * membership of the owner.
   */
  personal: boolean;
};

export type ApiKeyBody = {
  name: string;
  /** Default member. */
  role?: 'admin' | 'member' | 'approver' | 'analyst' | 'auditor' | 'viewer';
  /** Only these of the things that the role allows. Default: all that the caller may hand on. */
  scopes?: ('read' | 'run' | 'decide' | 'build' | 'admin')[];
  expires_at?: string | null;
};

export type ApiKeyPage = Page<ApiKey>;

export type ApiKeyRotation = {
  /** How long the secret of now works beside the new one. Default 24; 0 ends it at once. */
  overlap_hours?: number;
  /** Default: as before. Null: never. */
  expires_at?: string | null;
};

export type AuditEntry = {
  id: string;
  created_at: string;
  actor: {
    /**
     * `person`: signed in as themselves, in the console or with a personal key. `key`: a key of the organization, a
     * machine. `trigger`, `schedule`, `job`: what started it. `system`: the service or its operator.
     */
    kind: 'person' | 'key' | 'trigger' | 'schedule' | 'job' | 'system';
    /** Id of the trigger, schedule or job. */
    id: string | null;
    /** The person; for a key its owner; for a trigger or schedule who changed it last. */
    user_id: number | null;
    /** The API key. */
    key_id: string | null;
    /** E-mail of the person, or name of the key, trigger or schedule. */
    name: string;
    /** Where the request of an HTTP trigger came from. */
    address: string | null;
    /** Id of the event that the trigger received. */
    event: string | null;
    /** What and who stands behind it, nearest first: source jobs, and people who changed or started it. */
    chain: ActorLink[];
    email: string | null;
    /** The same as `key_id`. */
    api_key_id: string | null;
  };
  action: string;
  target_type: string;
  target_id: string;
  detail: Record<string, unknown> | null;
  /** Number of the entry in the chain. Null for a few seconds until the entry is in the chain. */
  seq: number | null;
  /** Hash of the previous entry. */
  previous_hash: string | null;
  /** SHA-256 of the entry and the previous hash, in canonical JSON (RFC 8785). */
  hash: string | null;
};

export type AuditHead = {
  organization_id: string;
  kind: 'head';
  /** Number of the last entry in the chain. */
  seq: number;
  /** Hash of the last entry. */
  hash: string;
  at: string;
  /** Entries that are not in the chain yet. */
  unchained: number;
  key_id: string;
  /** Ed25519 signature in base64 over the object without this field, in canonical JSON (RFC 8785). */
  signature: string;
};

export type AuditPage = Page<AuditEntry>;

export type AuditQuery = {
  /** Exact action. */
  action?: string;
  /** Exact id of the changed object. */
  target_id?: string;
  /** Only entries at this time or later. */
  created_from?: string;
  /** Only entries at this time or earlier. */
  created_to?: string;
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

export type CreatedApiKey = ApiKey & {
  /** The key. It is shown only here. */
  api_key: string;
};

export type CreditPage = {
  /** If false, jobs start regardless of the balance. */
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
  /** First and last name, or the part of the e-mail before the @. */
  display_name: string;
  is_staff: boolean;
  is_superuser: boolean;
  is_active: boolean;
  date_joined: string;
  /** Whether this is the first sign-in of the user with a password. */
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
  /** What to do. Null if the check passed. */
  fix: string | null;
};

export type HealthReport = {
  version: string;
  checked_at: string;
  organization: Finding[];
  installation: Finding[] | null;
  /** Only for administrators of the first organization. */
  workers: Worker[] | null;
};

export type LedgerEntry = {
  id: string;
  /** grant: given by an operator. adjust: balance set by an operator. job: what a finished job cost. */
  kind: 'grant' | 'adjust' | 'job';
  /** Amount in USD. Negative amounts are charges. */
  amount: number;
  job_id: string | null;
  note: string;
  created_at: string;
};

export type LoginAnswer = {
  /** A bearer credential. Requests with it must name an organization. */
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
  role: 'owner' | 'admin' | 'member' | 'approver' | 'analyst' | 'auditor' | 'viewer';
  /** How the user was created: here, by a sign-in with the identity provider, or by the directory. */
  source: 'local' | 'sso' | 'scim';
  /** If false, this user can no longer sign in. */
  is_active: boolean;
  created_at: string;
};

export type MemberBody = {
  email: string;
  role: 'owner' | 'admin' | 'member' | 'approver' | 'analyst' | 'auditor' | 'viewer';
  /** Refused. Invite the person instead, who chooses a password. */
  password?: string;
  first_name?: string;
  last_name?: string;
};

export type MemberPage = Page<Member>;

export type MemberPatch = {
  role: 'owner' | 'admin' | 'member' | 'approver' | 'analyst' | 'auditor' | 'viewer';
};

export type MemberRemoveQuery = {
  /** Revokes the API keys that the user owns here. Default false. */
  revoke_keys?: boolean;
};

export type MemberRole = 'owner' | 'admin' | 'member' | 'approver' | 'analyst' | 'auditor' | 'viewer';

export type Organization = {
  id: string;
  name: string;
  /** Whether the organization may use agents. Changed by operators only. */
  agents_enabled: boolean;
  /** Balance in USD; null: unlimited. */
  credits: number | null;
  /**
   * When the operator paused the organization. While paused, runs are refused and waiting jobs stay. Null: not
   * paused.
   */
  paused_at: string | null;
  /**
   * Whether the A2A cards of its agents can be read without a credential. Calling the agents always needs one.
   */
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
  /**
   * When the operator paused the organization. While paused, runs are refused and waiting jobs stay. Null: not
   * paused.
   */
  paused_at: string | null;
  /**
   * Whether the A2A cards of its agents can be read without a credential. Calling the agents always needs one.
   */
  public_agent_cards: boolean;
  created_at: string;
  /** Role of the credential in this organization. */
  role: 'owner' | 'admin' | 'member' | 'approver' | 'analyst' | 'auditor' | 'viewer';
}>;

export type OrganizationPatch = {
  name?: string;
  public_agent_cards?: boolean;
};

export type PageQuery = {
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
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
  /** Accurate to the minute. */
  last_used_at: string;
  expires_at: string;
  /** User agent of the program that signed in. */
  user_agent: string;
  /** Whether this is the session of this token. */
  current: boolean;
};

export type SessionList = {
  results: Session[];
};

export type SignInLinkBody = {
  /** The code from the sign-in link that the server printed at startup. */
  code: string;
};

export type Worker = {
  id: string;
  host: string;
  pid: number;
  /** all, api or worker. */
  role: string;
  version: string;
  /**
   * `draining`: the worker still runs jobs but claims no more. `drained`: it runs none. `silent`: no sign of life
   * for 15 seconds.
   */
  state: 'active' | 'draining' | 'drained' | 'silent';
  /** Jobs that the worker runs. */
  running: number;
  /** Jobs that the worker can run at once. */
  concurrency: number;
  started_at: string;
  last_seen_at: string;
};
