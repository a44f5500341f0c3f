import { createPrivateKey } from 'node:crypto';
import { scopes } from '@errand/contract/scopes.ts';
import Provider, { type Adapter, type Client, type Context, errors, interactionPolicy } from 'oidc-provider';
import { resourcePath } from '#platform/resources.ts';
import { renderError } from './error-page.ts';
import { recognizeNative } from './native-clients.ts';
import type { OAuthSettings } from './settings.ts';

// The authorization server: oidc-provider with our storage, our sign-in and our page for consent. It issues access
// tokens only, never tokens that say who somebody is.

export type ProviderOptions = {
  issuer: string;
  settings: OAuthSettings;
  adapter: (kind: string) => Adapter;
  isUser(id: string): Promise<boolean>;
  fetch: typeof fetch;
  /** The same in all processes. */
  secret(purpose: string): Buffer;
};

const MINUTE = 60;
const DAY = 86_400;
export const ACCESS_SECONDS = 15 * MINUTE;
const REFRESH_SECONDS = 30 * DAY;
const SCOPES_DEFAULT = 'read run';
/** What the library's release calls the draft that it implements. */
const METADATA_DRAFT = 'draft-02';

export function createProvider({ issuer, settings, adapter, isUser, fetch, secret }: ProviderOptions): Provider {
  const provider: Provider = new Provider(issuer, {
    adapter,
    // Never used, because there are no identity tokens, but the library asks for one.
    jwks: { keys: [signingKey(secret('oauth signing'))] },
    cookies: { keys: [secret('oauth cookies').toString('base64url')] },
    scopes: [...scopes],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
      id_token_signed_response_alg: 'EdDSA',
    },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    extraClientMetadata: {
      properties: ['software_id', 'software_version'],
      validator: (_context: unknown, _key: string, _value: unknown, metadata: object) => recognizeNative(metadata),
    },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      registration: '/oauth/register',
      jwks: '/oauth/jwks',
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: true, allowedPolicy: ownTokens },
      // Its endpoint is not served, so it must not be in the metadata.
      pushedAuthorizationRequests: { enabled: false },
      registration: { enabled: settings.registration, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: {
        enabled: settings.metadataDocuments,
        ack: METADATA_DRAFT,
        allowFetch: async () => true,
        allowClient: async () => true,
        cacheDuration: { min: 60, max: DAY },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource,
        useGrantedResource: async () => true,
        getResourceServerInfo,
      },
    },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_context: Context, client: Client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    clientBasedCORS: () => true,
    ttl: {
      AccessToken: ACCESS_SECONDS,
      AuthorizationCode: MINUTE,
      Grant: DAY,
      Interaction: 30 * MINUTE,
      RefreshToken: REFRESH_SECONDS,
      Session: 30 * MINUTE,
    },
    interactions: {
      policy: alwaysAsk(),
      url: (_context: unknown, { uid }: { uid: string }) => interactionPath(issuer, uid),
    },
    loadExistingGrant: async ({ oidc: { result } }: Context) =>
      result?.consent && provider.Grant.find(result.consent.grantId),
    findAccount: async (_context: unknown, id: string) =>
      (await isUser(id)) ? { accountId: id, claims: async () => ({ sub: id }) } : undefined,
    fetch: (url: string, { dispatcher: _own, ...options }: RequestInit & { dispatcher?: unknown }) =>
      fetch(url, options),
    renderError,
  });
  // The caller sets these headers itself, to the address under which the service is known.
  provider.proxy = true;
  provider.use(async (context, next) => {
    await next();
    if (context.oidc?.route === 'discovery') context.body = pick(context.body as Record<string, unknown>);
  });
  return provider;

  async function getResourceServerInfo({ oidc: { params } }: Context, resource: string) {
    const isOne = !Array.isArray(params.resource) || params.resource.length === 1;
    if (!isOne || resourcePath(issuer, resource) === undefined)
      throw new errors.InvalidTarget(
        `resource must be one of ${issuer}, ${issuer}/mcp, ${issuer}/a2a, ${issuer}/openai/v1`,
      );
    params.scope ??= SCOPES_DEFAULT;
    return { scope: scopes.join(' '), audience: resource, accessTokenFormat: 'opaque', accessTokenTTL: ACCESS_SECONDS };
  }
}

/** Leaves out what only concerns OpenID Connect. */
const pick = (document: Record<string, unknown>): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(document).filter(([name]) => !OF_OPENID.test(name))),
  scopes_supported: scopes,
});
const OF_OPENID = /^(claim|id_token|subject|jwks|request_)|_signing_alg_values_supported$/;

/** Each request names its resource; only the exchange of a code or token may leave it to the grant. */
async function defaultResource({ oidc: { route } }: Context, _client: Client, granted?: string[]): Promise<unknown> {
  if (granted !== undefined) return granted;
  if (route === 'authorization') throw new errors.InvalidTarget('resource is required');
  return undefined;
}

const ownTokens = async (_context: Context, client: Client, token: { clientId: string }): Promise<boolean> =>
  token.clientId === client.clientId;

/** Nobody is signed in here beforehand: every request leads to the page where a person consents. */
function alwaysAsk() {
  const { base, Prompt, Check } = interactionPolicy;
  const policy = base();
  policy.clear();
  const isMissing =
    (part: 'login' | 'consent') =>
    ({ oidc: { result } }: Context): boolean =>
      result?.[part] === undefined;
  for (const name of ['login', 'consent'] as const)
    policy.add(new Prompt({ name, requestable: true }, new Check('person', 'a person has to decide', isMissing(name))));
  return policy;
}

const interactionPath = (issuer: string, uid: string): string =>
  `${new URL(issuer).pathname.replace(/\/$/, '')}/oauth/interactions/${uid}`;

/** The prefix makes a PKCS #8 document of an Ed25519 seed. */
function signingKey(seed: Buffer): object {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
  return { ...key, use: 'sig', alg: 'EdDSA', kid: 'errand' };
}
