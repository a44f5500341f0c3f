import { type Static, Type } from 'typebox';
import { LoginAnswer, MemberRole } from './organizations.ts';
import { Nullable, Timestamp, Uuid } from './values.ts';

// Single sign-on and directories on the wire. SCIM itself is not here: its shapes are those of RFC 7643 (decision 0079).

export const SignInMethods = Type.Object({
  password: Type.Boolean({ description: 'Whether e-mail and password are accepted.' }),
  /** Null: there is no identity provider. */
  sso: Nullable(Type.Object({ name: Type.String({ description: 'What the button says.', examples: ['Acme Login'] }) })),
});

export const SsoStartBody = Type.Object({
  next: Type.Optional(
    Type.String({
      maxLength: 2_000,
      pattern: '^/(?![/\\\\])[^\\x00-\\x1f]*$',
      description: 'A path of the console to open afterwards. Other addresses are refused.',
      examples: ['/jobs'],
    }),
  ),
});
export const SsoStart = Type.Object({
  url: Type.String({ description: 'Where the person signs in, at the identity provider.' }),
  ticket: Type.String({ description: 'Stays in the browser that asked, and completes the sign-in.' }),
  expires_at: Timestamp,
});

const Parameter = (description: string, example?: string) =>
  Type.Optional(Type.String({ maxLength: 8_000, description, ...(example !== undefined && { examples: [example] }) }));

export const SsoCompleteBody = Type.Object({
  ticket: Type.String({ minLength: 1, maxLength: 8_000, examples: ['v1.x'] }),
  state: Type.String({ minLength: 1, maxLength: 500, examples: ['af0ifjsldkj'] }),
  code: Parameter('As the provider gave it.', 'SplxlOBeZQQYbYS6WxSbIA'),
  iss: Parameter('As the provider gave it.'),
  error: Parameter('As the provider gave it, instead of a code.'),
  error_description: Parameter('As the provider gave it.'),
});
export const SsoAnswer = Type.Object({
  ...LoginAnswer.properties,
  next: Nullable(Type.String({ description: 'As it was given at the start.' })),
});

export const SsoSignOut = Type.Object({
  url: Nullable(
    Type.String({
      description: 'Where the provider ends its own session; null: the session did not begin there, or it cannot say.',
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
export const SessionsEnded = Type.Object({ ended: Type.Integer({ description: 'How many sessions.' }) });

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
  last_problem: Nullable(Type.String({ description: 'Why its last refused request was refused.' })),
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
      redirect_url: Type.String({ description: 'What the provider has to allow.' }),
      backchannel_logout_url: Type.String(),
      problem: Nullable(Type.String({ description: 'Why people cannot sign in with it right now; null: they can.' })),
    }),
  ),
  roles: Type.Array(GroupRole, { description: 'What groups mean in this organization.' }),
  scim: Type.Object({
    url: Type.String(),
    tokens: Type.Array(ScimTokenView, { description: 'Of this organization, or of the whole installation.' }),
    users: Type.Integer({ description: 'Members of this organization who come from the directory.' }),
    groups: Type.Integer({ description: 'Groups that the directory has pushed.' }),
    last_sync_at: Nullable(Timestamp),
  }),
});
export type SignOn = Static<typeof SignOn>;
