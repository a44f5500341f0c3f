import { type Static, Type } from 'typebox';
import { Actor } from './actors.ts';
import { scopes } from './scopes.ts';
import { JsonObject, Nullable, Page, PageNumber, PageSize, Timestamp, Uuid } from './values.ts';

// Organizations, members, keys, credits and the audit log on the wire.

const memberRoles = ['owner', 'admin', 'member', 'approver', 'analyst', 'auditor', 'viewer'] as const;
export const keyRoles = ['admin', 'member', 'approver', 'analyst', 'auditor', 'viewer'] as const;

const UserId = Type.Integer({ examples: [7] });
const Email = Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.com'] });
const Name = Type.String({ minLength: 1, maxLength: 200, examples: ['Acme Research'] });
const PersonName = Type.String({ maxLength: 150, examples: ['Ada'] });
export const MemberRole = Type.Enum([...memberRoles], { examples: ['member'] });

export const CurrentUser = Type.Object({
  id: UserId,
  email: Email,
  first_name: PersonName,
  last_name: PersonName,
  display_name: Type.String({
    description: 'First and last name, or the part of the e-mail before the @.',
    examples: ['Ada Lovelace'],
  }),
  is_staff: Type.Boolean(),
  is_superuser: Type.Boolean(),
  is_active: Type.Boolean(),
  date_joined: Timestamp,
  is_first_login: Type.Boolean({ description: 'Whether this is the first sign-in of the user with a password.' }),
  is_email_verified: Type.Boolean({
    description: 'Always true: the member who added the user vouches for the address.',
  }),
  is_mfa_enabled: Type.Boolean(),
});
export type CurrentUser = Static<typeof CurrentUser>;

export const LoginBody = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 254, examples: ['ada@example.com'] }),
  password: Type.String({ minLength: 1, maxLength: 1000, examples: ['correct horse battery staple'] }),
});
export const SignInLinkBody = Type.Object({
  code: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'The code from the sign-in link that the server printed at startup.',
    examples: ['V2hhdCBhIG5pY2UgY29kZSB0aGlzIGlzLCBpc250IGl0'],
  }),
});
export const LoginAnswer = Type.Object({
  token: Type.String({ description: 'A bearer credential. Requests with it must name an organization.' }),
  expires_at: Timestamp,
  user: CurrentUser,
});

export const PasswordBody = Type.Object({
  current_password: Type.String({ minLength: 1, maxLength: 1000, examples: ['correct horse battery staple'] }),
  new_password: Type.String({
    minLength: 8,
    maxLength: 1000,
    description: 'At least 8 characters.',
    examples: ['four better words here'],
  }),
});

export const Session = Type.Object({
  id: Uuid,
  created_at: Timestamp,
  last_used_at: Type.String({
    format: 'date-time',
    description: 'Accurate to the minute.',
    examples: ['2026-05-04T10:20:30.400Z'],
  }),
  expires_at: Timestamp,
  user_agent: Type.String({ description: 'User agent of the program that signed in.', examples: ['Mozilla/5.0'] }),
  current: Type.Boolean({ description: 'Whether this is the session of this token.' }),
});
export const SessionList = Type.Object({ results: Type.Array(Session) });

export const Organization = Type.Object({
  id: Uuid,
  name: Name,
  agents_enabled: Type.Boolean({ description: 'Whether the organization may use agents. Changed by operators only.' }),
  credits: Nullable(Type.Number({ description: 'Balance in USD; null: unlimited.', examples: [25.5] })),
  paused_at: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'When the operator paused the organization. While paused, runs are refused and waiting jobs stay. Null: not paused.',
      examples: ['2026-05-12T08:30:00.000Z'],
    }),
  ),
  public_agent_cards: Type.Boolean({
    description:
      'Whether the A2A cards of its agents can be read without a credential. Calling the agents always needs one.',
  }),
  created_at: Timestamp,
});
export const OrganizationPage = Page(
  Type.Object({
    ...Organization.properties,
    role: Type.Enum([...memberRoles], {
      description: 'Role of the credential in this organization.',
      examples: ['admin'],
    }),
  }),
);
export const OrganizationPatch = Type.Object({
  name: Type.Optional(Name),
  public_agent_cards: Type.Optional(Type.Boolean()),
});

export const Member = Type.Object({
  user_id: UserId,
  email: Email,
  first_name: PersonName,
  last_name: PersonName,
  display_name: Type.String({ examples: ['Ada Lovelace'] }),
  role: MemberRole,
  source: Type.Enum(['local', 'sso', 'scim'], {
    description: 'How the user was created: here, by a sign-in with the identity provider, or by the directory.',
    examples: ['local'],
  }),
  is_active: Type.Boolean({ description: 'If false, this user can no longer sign in.' }),
  created_at: Timestamp,
});
export const MemberPage = Page(Member);
export const MemberBody = Type.Object({
  email: Email,
  role: MemberRole,
  password: Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 1000,
      description: 'Refused. Invite the person instead, who chooses a password.',
    }),
  ),
  first_name: Type.Optional(PersonName),
  last_name: Type.Optional(PersonName),
});
export const MemberRemoveQuery = Type.Object({
  revoke_keys: Type.Optional(
    Type.Boolean({ description: 'Revokes the API keys that the user owns here. Default false.' }),
  ),
});
export const MemberPatch = Type.Object({ role: MemberRole });

const KeyScopes = (description: string) =>
  Type.Array(Type.Enum([...scopes]), { minItems: 1, uniqueItems: true, description, examples: [['read', 'run']] });
const MomentOr = (description: string) => Nullable(Type.String({ format: 'date-time', description }));

export const ApiKey = Type.Object({
  id: Uuid,
  name: Type.String({ examples: ['nightly import'] }),
  prefix: Type.String({ description: 'The first characters, to recognize the key.', examples: ['errand_h5Tq0c'] }),
  role: Type.Enum([...keyRoles], { examples: ['member'] }),
  scopes: Nullable(KeyScopes('What the key may be used for. Null: all that its role allows.')),
  user_id: Nullable(
    Type.Integer({ description: 'The owner. Everything that the key creates belongs to this user.', examples: [7] }),
  ),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
  expires_at: Nullable(Timestamp),
  rotated_at: MomentOr('When the secret was replaced last.'),
  previous_until: MomentOr('Until when the secret before the last rotation works, too.'),
  personal: Type.Boolean({
    description:
      'Whether the key was created by signing in. Such a key never has more rights than its owner and ends with the membership of the owner.',
  }),
});
export const ApiKeyPage = Page(ApiKey);
export const ApiKeyBody = Type.Object({
  name: Name,
  role: Type.Optional(Type.Enum([...keyRoles], { description: 'Default member.', examples: ['member'] })),
  scopes: Type.Optional(
    KeyScopes('Only these of the things that the role allows. Default: all that the caller may hand on.'),
  ),
  expires_at: Type.Optional(Nullable(Timestamp)),
});
export const ApiKeyRotation = Type.Object({
  overlap_hours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 168,
      description: 'How long the secret of now works beside the new one. Default 24; 0 ends it at once.',
      examples: [24],
    }),
  ),
  expires_at: Type.Optional(MomentOr('Default: as before. Null: never.')),
});
export const CreatedApiKey = Type.Object({
  ...ApiKey.properties,
  api_key: Type.String({
    description: 'The key. It is shown only here.',
    examples: ['errand_h5Tq0cVd1ZkG8sXw2Yb7Lr4NfPm9Jt6Ua3EoQi0K_4fZx1B'],
  }),
});

export const LedgerEntry = Type.Object({
  id: Uuid,
  kind: Type.Enum(['grant', 'adjust', 'job'], {
    description: 'grant: given by an operator. adjust: balance set by an operator. job: what a finished job cost.',
  }),
  amount: Type.Number({ description: 'Amount in USD. Negative amounts are charges.', examples: [-0.0125] }),
  job_id: Nullable(Uuid),
  note: Type.String(),
  created_at: Timestamp,
});
export const CreditPage = Type.Object({
  limited: Type.Boolean({ description: 'If false, jobs start regardless of the balance.' }),
  balance: Type.Number({ description: 'Sum of all entries, in USD.', examples: [25.5] }),
  held: Type.Number({ description: 'Reserved for jobs that are not finished yet.', examples: [0.5] }),
  ...Page(LedgerEntry).properties,
});

export const Finding = Type.Object({
  name: Type.String({ examples: ['Disk'] }),
  ok: Type.Boolean(),
  detail: Type.String({ description: 'The observed state.', examples: ['41.2 GB free'] }),
  fix: Nullable(Type.String({ description: 'What to do. Null if the check passed.' })),
});
export const Worker = Type.Object({
  id: Uuid,
  host: Type.String({ examples: ['worker-2'] }),
  pid: Type.Integer({ examples: [4711] }),
  role: Type.String({ description: 'all, api or worker.', examples: ['worker'] }),
  version: Type.String(),
  state: Type.Enum(['active', 'draining', 'drained', 'silent'], {
    description:
      '`draining`: the worker still runs jobs but claims no more. `drained`: it runs none. `silent`: no sign of life for 15 seconds.',
  }),
  running: Type.Integer({ description: 'Jobs that the worker runs.' }),
  concurrency: Type.Integer({ description: 'Jobs that the worker can run at once.' }),
  started_at: Timestamp,
  last_seen_at: Timestamp,
});
export const HealthReport = Type.Object({
  version: Type.String(),
  checked_at: Timestamp,
  organization: Type.Array(Finding),
  installation: Nullable(Type.Array(Finding)),
  workers: Nullable(Type.Array(Worker, { description: 'Only for administrators of the first organization.' })),
});

export const AuditEntry = Type.Object({
  id: Uuid,
  created_at: Timestamp,
  actor: Type.Object({
    ...Actor.properties,
    email: Nullable(Type.String()),
    api_key_id: Nullable(Type.String({ format: 'uuid', description: 'The same as `key_id`.' })),
  }),
  action: Type.String({ examples: ['api_key.created'] }),
  target_type: Type.String({ examples: ['api_key'] }),
  target_id: Type.String(),
  detail: Nullable(JsonObject),
  seq: Nullable(
    Type.Integer({
      description: 'Number of the entry in the chain. Null for a few seconds until the entry is in the chain.',
      examples: [42],
    }),
  ),
  previous_hash: Nullable(Type.String({ description: 'Hash of the previous entry.' })),
  hash: Nullable(
    Type.String({ description: 'SHA-256 of the entry and the previous hash, in canonical JSON (RFC 8785).' }),
  ),
});
export const AuditHead = Type.Object({
  organization_id: Uuid,
  kind: Type.Enum(['head']),
  seq: Type.Integer({ description: 'Number of the last entry in the chain.', examples: [42] }),
  hash: Type.String({ description: 'Hash of the last entry.' }),
  at: Timestamp,
  unchained: Type.Integer({ description: 'Entries that are not in the chain yet.' }),
  key_id: Type.String(),
  signature: Type.String({
    description: 'Ed25519 signature in base64 over the object without this field, in canonical JSON (RFC 8785).',
  }),
});
export const AuditPage = Page(AuditEntry);
export const PageQuery = Type.Object({
  page: Type.Optional(PageNumber),
  page_size: Type.Optional(PageSize),
});
export const AuditQuery = Type.Object({
  action: Type.Optional(Type.String({ description: 'Exact action.', examples: ['member.added'] })),
  target_id: Type.Optional(Type.String({ description: 'Exact id of the changed object.' })),
  created_from: Type.Optional(Type.String({ format: 'date-time', description: 'Only entries at this time or later.' })),
  created_to: Type.Optional(Type.String({ format: 'date-time', description: 'Only entries at this time or earlier.' })),
  ...PageQuery.properties,
});
