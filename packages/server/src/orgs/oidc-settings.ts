import { type Role, roles } from '@errand/contract/roles.ts';
import { ConfigError, readText, refuseValue } from '#platform/configuration.ts';
import { isUuid } from '#platform/ids.ts';

// Settings for tokens of an outside issuer (OpenID Connect).

/** Who has this group is a member of that organization, with this role. */
export type GroupRole = { group: string; orgId: string; role: Role };

export type OidcSettings = {
  issuer: string;
  audience: string;
  /** Where its keys are; undefined: its discovery document says it. */
  jwksUrl: string | undefined;
  /** Creates users for subjects that nobody has linked. */
  createsUsers: boolean;
  groupsClaim: string;
  groupRoles: GroupRole[];
};

const REST = ['ERRAND_JWKS_URL', 'ERRAND_OIDC_CREATE_USERS', 'ERRAND_OIDC_GROUPS_CLAIM', 'ERRAND_OIDC_ROLES'];

/** undefined: only our own tokens are accepted. */
export function readOidcSettings(env: NodeJS.ProcessEnv): OidcSettings | undefined {
  const issuer = readText(env, 'ERRAND_OIDC_ISSUER', '');
  const audience = readText(env, 'ERRAND_OIDC_AUDIENCE', '');
  const given = ['ERRAND_OIDC_ISSUER', 'ERRAND_OIDC_AUDIENCE', ...REST].find((name) => readText(env, name, '') !== '');
  if (given === undefined) return undefined;
  if (issuer === '' || audience === '')
    throw new ConfigError(
      `${given} needs both ERRAND_OIDC_ISSUER and ERRAND_OIDC_AUDIENCE: without them a token for any other application would be accepted.`,
    );
  if (!isHttpUrl(issuer)) refuseValue('ERRAND_OIDC_ISSUER', issuer, 'an http or https URL');
  const jwksUrl = readText(env, 'ERRAND_JWKS_URL', '');
  if (jwksUrl !== '' && !isHttpUrl(jwksUrl)) refuseValue('ERRAND_JWKS_URL', jwksUrl, 'an http or https URL');
  return {
    issuer,
    audience,
    jwksUrl: jwksUrl === '' ? undefined : jwksUrl,
    createsUsers: readBoolean(env, 'ERRAND_OIDC_CREATE_USERS'),
    groupsClaim: readText(env, 'ERRAND_OIDC_GROUPS_CLAIM', 'groups'),
    groupRoles: readGroupRoles(env),
  };
}

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
      refuseValue(name, part, `a list of group=organization:role, with the organization's id and ${roles.join(', ')}`);
    return { group: group.trim(), orgId: orgId.trim().toLowerCase(), role: role as Role };
  });
}
