import type { OidcSettings } from '#orgs/oidc-settings.ts';
import type { Check, Verdict } from '#platform/check.ts';
import type { Database } from '#platform/db.ts';
import type { ProxySettings } from '#platform/outbound/proxy-settings.ts';
import { createServiceFetch } from '#platform/outbound/service-fetch.ts';
import { listScimTokens } from '#scim/tokens.ts';
import { createProvider } from '#sso/provider.ts';

/** A directory that pushes nothing for this long has probably lost its token. */
const SILENT_DAYS = 7;
const DISCOVERY_MS = 8_000;

type Options = { oidc: OidcSettings | undefined; proxies: ProxySettings };

/** Checks the identity provider from this machine, the organizations in ERRAND_OIDC_ROLES, and the directory. */
export const identityChecks = ({ system }: Database, { oidc, proxies }: Options): Check[] => [
  ...(oidc === undefined ? [] : [{ name: 'Identity provider', look: () => lookAtProvider(oidc, proxies) }]),
  ...(oidc === undefined || oidc.groupRoles.length === 0
    ? []
    : [{ name: 'Groups', look: () => lookAtGroups(system, oidc) }]),
  { name: 'Directory', look: () => lookAtDirectory(system) },
];

async function lookAtProvider(oidc: OidcSettings, proxies: ProxySettings): Promise<Verdict> {
  const fetch = createServiceFetch(proxies);
  const { issuer, signIn } = oidc;
  const problem =
    signIn === undefined
      ? await findIssuerProblem(issuer, fetch)
      : await createProvider({ settings: { ...oidc, signIn }, fetch }).findProblem();
  if (problem === null) return { detail: `${issuer} responds` };
  return { detail: problem, fix: 'Check ERRAND_OIDC_ISSUER, and the DNS and proxy settings of this machine.' };
}

async function findIssuerProblem(issuer: string, fetch: typeof globalThis.fetch): Promise<string | null> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(DISCOVERY_MS), redirect: 'error' });
    return response.ok ? null : `${url} responded with status ${response.status}`;
  } catch (error) {
    return `${url} cannot be reached (${(error as Error).message})`;
  }
}

async function lookAtGroups(db: Database['system'], { groupRoles }: OidcSettings): Promise<Verdict> {
  const named = [...new Set(groupRoles.map(({ orgId }) => orgId))];
  const known = await db.query<{ id: string }>('select id from organizations where id = any ($1::uuid[])', [named]);
  const missing = named.filter((id) => !known.some((one) => one.id === id));
  if (missing.length === 0) return { detail: `${groupRoles.length} groups grant roles` };
  return {
    detail: `ERRAND_OIDC_ROLES names organizations that do not exist: ${missing.join(', ')}`,
    fix: 'Correct the ids. npx errand org list shows them.',
  };
}

async function lookAtDirectory(db: Database['system']): Promise<Verdict> {
  const tokens = await listScimTokens(db);
  if (tokens.length === 0) return { detail: 'no directory pushes users to this installation (SCIM)' };
  const expired = tokens.filter(({ expires_at: at }) => at !== null && at.getTime() < Date.now());
  if (expired.length > 0)
    return {
      detail: `the SCIM token ${expired[0]!.prefix}… has expired`,
      fix: 'Create a new one with npx errand scim token create, and enter it in the directory.',
    };
  const last = Math.max(...tokens.map((token) => (token.last_used_at ?? token.created_at).getTime()));
  if (Date.now() - last > SILENT_DAYS * 86_400_000)
    return {
      detail: `silent since ${new Date(last).toISOString()}`,
      fix: 'Check the provisioning log of the directory. Revoke the token if it is no longer used.',
    };
  return {
    detail: `${tokens.length} SCIM token${tokens.length === 1 ? '' : 's'}, last used ${new Date(last).toISOString()}`,
  };
}
