import { type Role, roles } from '@errand/contract/roles.ts';
import { ConfigError, readText, refuseValue } from '#platform/configuration.ts';
import { isUuid } from '#platform/ids.ts';

// Settings for an identity provider (OpenID Connect): whose tokens are accepted, how people sign in to the console with
// it, who becomes a user, and what groups mean.

/** Everybody in this group is a member of that organization, with this role. */
export type GroupRole = { group: string; orgId: string; role: Role };

/** Sign-in of people in the console. */
export type SignInSettings = {
  clientId: string;
  /** Undefined for a public client, which only PKCE protects. */
  clientSecret: string | undefined;
  /** The name on the button: "Sign in with …". */
  name: string;
  scope: string;
  /** Whether passwords are refused. */
  only: boolean;
};

export type OidcSettings = {
  issuer: string;
  /** Undefined if bearer tokens of the issuer are not accepted. */
  audience: string | undefined;
  /** Applications to which the issuer may issue tokens for this one (`azp`), beside the audience and the client. */
  authorizedParties: string[];
  /** The address of its keys. If undefined, the discovery document names it. */
  jwksUrl: string | undefined;
  /** Creates users for subjects that nobody has linked. */
  createsUsers: boolean;
  groupsClaim: string;
  groupRoles: GroupRole[];
  /** Undefined if the console offers no sign-in with the provider. */
  signIn: SignInSettings | undefined;
};

const SIGN_IN = ['ERRAND_OIDC_CLIENT_SECRET', 'ERRAND_OIDC_NAME', 'ERRAND_OIDC_SCOPES', 'ERRAND_OIDC_ONLY'];
const REST = [
  'ERRAND_JWKS_URL',
  'ERRAND_OIDC_AUTHORIZED_PARTIES',
  'ERRAND_OIDC_CREATE_USERS',
  'ERRAND_OIDC_GROUPS_CLAIM',
  'ERRAND_OIDC_ROLES',
];

/** Returns undefined if only our own tokens are accepted. */
export function readOidcSettings(env: NodeJS.ProcessEnv): OidcSettings | undefined {
  const issuer = readText(env, 'ERRAND_OIDC_ISSUER', '');
  const audience = readText(env, 'ERRAND_OIDC_AUDIENCE', '');
  const signIn = readSignIn(env, issuer);
  const names = ['ERRAND_OIDC_ISSUER', 'ERRAND_OIDC_AUDIENCE', 'ERRAND_OIDC_CLIENT_ID', ...REST];
  const given = names.find((name) => readText(env, name, '') !== '');
  if (given === undefined) return undefined;
  if (issuer === '' || (audience === '' && signIn === undefined))
    throw new ConfigError(
      `${given} requires ERRAND_OIDC_ISSUER, and ERRAND_OIDC_AUDIENCE (bearer tokens) or ERRAND_OIDC_CLIENT_ID (sign-in). Without them, a token for any other application would be accepted.`,
    );
  if (!isHttpUrl(issuer)) refuseValue('ERRAND_OIDC_ISSUER', issuer, 'an http or https URL');
  const jwksUrl = readText(env, 'ERRAND_JWKS_URL', '');
  if (jwksUrl !== '' && !isHttpUrl(jwksUrl)) refuseValue('ERRAND_JWKS_URL', jwksUrl, 'an http or https URL');
  return {
    issuer,
    audience: audience === '' ? undefined : audience,
    authorizedParties: readText(env, 'ERRAND_OIDC_AUTHORIZED_PARTIES', '')
      .split(/[\s,]+/)
      .filter((one) => one !== ''),
    jwksUrl: jwksUrl === '' ? undefined : jwksUrl,
    createsUsers: readBoolean(env, 'ERRAND_OIDC_CREATE_USERS'),
    groupsClaim: readText(env, 'ERRAND_OIDC_GROUPS_CLAIM', 'groups'),
    groupRoles: readGroupRoles(env),
    signIn,
  };
}

function readSignIn(env: NodeJS.ProcessEnv, issuer: string): SignInSettings | undefined {
  const clientId = readText(env, 'ERRAND_OIDC_CLIENT_ID', '');
  const clientSecret = readText(env, 'ERRAND_OIDC_CLIENT_SECRET', '');
  const scope = readText(env, 'ERRAND_OIDC_SCOPES', 'openid profile email');
  const only = readBoolean(env, 'ERRAND_OIDC_ONLY');
  const name = readText(env, 'ERRAND_OIDC_NAME', URL.canParse(issuer) ? new URL(issuer).host : 'single sign-on');
  if (clientId === '') {
    const stray = SIGN_IN.find((one) => readText(env, one, '') !== '');
    if (stray !== undefined) throw new ConfigError(`${stray} requires ERRAND_OIDC_CLIENT_ID.`);
    return undefined;
  }
  if (!scope.split(/\s+/).includes('openid'))
    refuseValue('ERRAND_OIDC_SCOPES', scope, 'scopes separated by spaces, including openid');
  if (name.length > NAME_CHARACTERS_MAX)
    refuseValue('ERRAND_OIDC_NAME', name, `at most ${NAME_CHARACTERS_MAX} characters`);
  return { clientId, clientSecret: clientSecret === '' ? undefined : clientSecret, name, scope, only };
}

/** The name has to fit on a button. */
const NAME_CHARACTERS_MAX = 60;

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

function readBoolean(env: NodeJS.ProcessEnv, name: string): boolean {
  const value = readText(env, name, 'false').toLowerCase();
  if (value === 'true' || value === '1') return true;
  return value === 'false' || value === '0' ? false : refuseValue(name, value, 'true or false');
}

function readGroupRoles(env: NodeJS.ProcessEnv): GroupRole[] {
  const name = 'ERRAND_OIDC_ROLES';
  const parts = readText(env, name, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.map((part) => {
    const [, group = '', orgId = '', role = ''] = /^(.+)=([^=:]+):(\w+)$/.exec(part) ?? [];
    if (!isUuid(orgId.trim()) || !roles.includes(role as Role))
      refuseValue(
        name,
        part,
        `a list of group=organization:role, with the organization's id and one of ${roles.join(', ')}`,
      );
    return { group: group.trim(), orgId: orgId.trim().toLowerCase(), role: role as Role };
  });
}
