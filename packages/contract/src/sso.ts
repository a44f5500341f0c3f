import { type Static, Type } from 'typebox';
import { LoginAnswer, MemberRole } from './organizations.ts';
import { Nullable, Timestamp, Uuid } from './values.ts';

// Single sign-on and directories on the wire. SCIM itself is not here: its shapes are those of RFC 7643 (decision
// 0079).

export const SignInMethods = Type.Object({
  password: Type.Boolean({ description: 'Whether e-mail and password are accepted.' }),
  /** Null if there is no identity provider. */
  sso: Nullable(
    Type.Object({ name: Type.String({ description: 'Label of the sign-in button.', examples: ['Acme Login'] }) }),
  ),
});

export const SsoStartBody = Type.Object({
  next: Type.Optional(
    Type.String({
      maxLength: 2_000,
      pattern: '^/(?![/\\\\])[^\\x00-\\x1f]*$',
      description: 'Console path to open after the sign-in. Other addresses are refused.',
      examples: ['/jobs'],
    }),
  ),
});
export const SsoStart = Type.Object({
  url: Type.String({ description: 'Address of the sign-in page of the identity provider.' }),
  ticket: Type.String({
    description: 'The browser that started the sign-in keeps the ticket and completes the sign-in with it.',
  }),
  expires_at: Timestamp,
});

const Parameter = (description: string, example?: string) =>
  Type.Optional(Type.String({ maxLength: 8_000, description, ...(example !== undefined && { examples: [example] }) }));

export const SsoCompleteBody = Type.Object({
  ticket: Type.String({ minLength: 1, maxLength: 8_000, examples: ['v1.x'] }),
  state: Type.String({ minLength: 1, maxLength: 500, examples: ['af0ifjsldkj'] }),
  code: Parameter('Value returned by the provider.', 'SplxlOBeZQQYbYS6WxSbIA'),
  iss: Parameter('Value returned by the provider.'),
  error: Parameter('Error returned by the provider instead of a code.'),
  error_description: Parameter('Value returned by the provider.'),
});
export const SsoAnswer = Type.Object({
  ...LoginAnswer.properties,
  next: Nullable(Type.String({ description: 'The path from the start of the sign-in.' })),
});

export const SsoSignOut = Type.Object({
  url: Nullable(
    Type.String({
      description:
        'Address where the provider ends its own session. Null if the session did not start there or the provider has no such address.',
    }),
  ),
});

export const LogoutTokenBody = Type.Object({
  logout_token: Type.String({
    minLength: 1,
    maxLength: 16_000,
    description: 'A logout token of OpenID Connect Back-Channel Logout 1.0.',
    examples: ['eyJhbGciOiJSUzI1NiJ9.e30.x'],
  }),
});
export const SessionsEnded = Type.Object({ ended: Type.Integer({ description: 'Number of ended sessions.' }) });

const GroupRole = Type.Object({
  group: Type.String({ examples: ['errand-admins'] }),
  role: MemberRole,
});
export const ScimTokenView = Type.Object({
  id: Uuid,
  name: Type.String(),
  prefix: Type.String({ examples: ['scim_Zk3'] }),
  created_at: Timestamp,
  expires_at: Nullable(Timestamp),
  last_used_at: Nullable(Timestamp),
  last_write_at: Nullable(Timestamp),
  last_problem: Nullable(Type.String({ description: 'Why the last refused request was refused.' })),
  last_problem_at: Nullable(Timestamp),
});
export const SignOn = Type.Object({
  sso: Nullable(
    Type.Object({
      name: Type.String(),
      issuer: Type.String({ examples: ['https://login.example.com'] }),
      password_sign_in: Type.Boolean(),
      creates_users: Type.Boolean(),
      groups_claim: Type.String(),
      redirect_url: Type.String({ description: 'Redirect address that the provider must allow.' }),
      backchannel_logout_url: Type.String(),
      problem: Nullable(
        Type.String({ description: 'Why people cannot sign in with the provider right now. Null if they can.' }),
      ),
    }),
  ),
  roles: Type.Array(GroupRole, { description: 'Role of each group in this organization.' }),
  scim: Type.Object({
    url: Type.String(),
    tokens: Type.Array(ScimTokenView, { description: 'Tokens of this organization or of the whole installation.' }),
    users: Type.Integer({ description: 'Members of this organization who come from the directory.' }),
    groups: Type.Integer({ description: 'Groups that the directory has pushed.' }),
    last_sync_at: Nullable(Timestamp),
  }),
});
export type SignOn = Static<typeof SignOn>;
