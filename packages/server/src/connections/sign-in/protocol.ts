import type { Configuration, TokenEndpointResponse } from 'openid-client';
import { isJsonObject } from '#platform/json.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import { DriverFailure } from '../model/driver.ts';
import type { Client, Server, SignedIn, Tokens, Try } from './model.ts';

// The calls of OAuth 2.1 to a server of others: registration, the address that people open, and tokens. openid-client
// speaks the protocol, over our guarded way out.

const TIMEOUT_SECONDS = 15;

/** The names under which we appear where people consent. */
export const clientMetadata = (redirectUri: string, homepage: string) => ({
  client_name: 'Errand',
  ...(homepage.startsWith('https:') && { client_uri: homepage }),
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
});

/** Asks the server for an id (RFC 7591). */
export async function register(
  outbound: Outbound,
  server: Server,
  metadata: ReturnType<typeof clientMetadata>,
  signal: AbortSignal,
): Promise<Client> {
  // Servers without public clients give us a secret.
  const methods = server.token_endpoint_auth_methods_supported ?? ['none'];
  const method = methods.includes('none')
    ? 'none'
    : (methods.find((one) => one.startsWith('client_secret_')) ?? 'none');
  const native = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)[:/]/.test(metadata.redirect_uris[0]!);
  const { failure, status, body } = await outbound.request({
    method: 'POST',
    url: server.registration_endpoint!,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      ...metadata,
      token_endpoint_auth_method: method,
      // A server on this machine: only such clients may be sent back without TLS.
      ...(native && { application_type: 'native' }),
    }),
    limits: { keptBytesMax: 65_536 },
    signal,
  });
  if (failure !== null) throw new DriverFailure(`The registration failed. ${failure.message}`, { retry: true });
  const answer = parse(body);
  if ((status !== 201 && status !== 200) || typeof answer.client_id !== 'string')
    throw new DriverFailure(`The authorization server did not register Errand: status ${status}${reasonOf(answer)}.`);
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: given } = answer;
  return {
    id,
    ...(typeof secret === 'string' && { secret }),
    method: typeof given === 'string' ? given : method,
    isRegistered: true,
  };
}

/** The address that the person opens, and what has to be known when they come back. */
export async function beginCode(outbound: Outbound, given: Omit<Try, 'verifier'>) {
  const { openid, config } = await configure(outbound, given);
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const url = openid.buildAuthorizationUrl(config, {
    redirect_uri: given.redirectUri,
    resource: given.resource,
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(given.scope !== '' && { scope: given.scope }),
    // Without consent anew, OpenID servers give no refresh token.
    ...(given.scope.split(' ').includes('offline_access') && { prompt: 'consent' }),
  });
  return { url: url.href, state, verifier };
}

export type Got = { tokens: Tokens; scope: string | undefined; expiresAt: Date | null };

export async function exchangeCode(outbound: Outbound, tried: Try, answer: Record<string, string>): Promise<Got> {
  const { openid, config } = await configure(outbound, tried);
  const url = new URL(tried.redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  const checks = { pkceCodeVerifier: tried.verifier, expectedState: answer.state! };
  return toGot(await openid.authorizationCodeGrant(config, url, checks, { resource: tried.resource }));
}

export async function refreshTokens(outbound: Outbound, signedIn: SignedIn): Promise<Got> {
  const { openid, config } = await configure(outbound, signedIn);
  const { refresh } = signedIn.tokens!;
  const got = toGot(await openid.refreshTokenGrant(config, refresh!, { resource: signedIn.resource }));
  // A server that does not rotate keeps the old one valid.
  return { ...got, tokens: { refresh: refresh!, ...got.tokens } };
}

/** Gives the tokens back (RFC 7009). The refresh token takes its access tokens along. */
export async function revokeTokens(
  outbound: Outbound,
  { tokens, ...given }: SignedIn,
  signal: AbortSignal,
): Promise<void> {
  const { openid, config } = await configure(until(signal, outbound), given);
  if (tokens?.refresh !== undefined)
    await openid.tokenRevocation(config, tokens.refresh, { token_type_hint: 'refresh_token' });
  if (tokens !== null) await openid.tokenRevocation(config, tokens.access, { token_type_hint: 'access_token' });
}

/** What the server said against it (RFC 6749, 5.2), in contrast to being out of reach. */
export function refusalOf(error: unknown): { code: string; text: string } | undefined {
  const { error: code, error_description: text } = error as { error?: unknown; error_description?: unknown };
  if (typeof code !== 'string') return undefined;
  const said = typeof text === 'string' && text !== '' ? `: ${text.slice(0, 300)}` : '';
  return { code, text: `${code.slice(0, 100)}${said}` };
}

/** The client of openid-client has a time limit, and no signal of ours. */
const until = (signal: AbortSignal, { fetch }: Pick<Outbound, 'fetch'>): Pick<Outbound, 'fetch'> => ({
  fetch: (url, init) =>
    fetch(url, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) }),
});

async function configure(outbound: Pick<Outbound, 'fetch'>, { server, client }: { server: Server; client: Client }) {
  const openid = await import('openid-client');
  const config: Configuration = new openid.Configuration(
    server as never,
    client.id,
    {},
    authenticationOf(openid, client, server),
  );
  config[openid.customFetch] = outbound.fetch as never;
  config.timeout = TIMEOUT_SECONDS;
  if (server.issuer.startsWith('http:')) openid.allowInsecureRequests(config);
  return { openid, config };
}

function authenticationOf(openid: typeof import('openid-client'), { secret, method }: Client, server: Server) {
  if (secret === undefined || method === 'none') return openid.None();
  const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const isPost =
    method === 'client_secret_post' || (method === undefined && !supported.includes('client_secret_basic'));
  return isPost ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret);
}

function toGot(answer: TokenEndpointResponse): Got {
  const { access_token: access, refresh_token: refresh, scope, expires_in: seconds } = answer;
  return {
    tokens: { access, ...(refresh !== undefined && { refresh }) },
    scope,
    expiresAt: seconds === undefined ? null : new Date(Date.now() + seconds * 1_000),
  };
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

const reasonOf = ({ error, error_description: text }: Record<string, unknown>): string =>
  typeof error === 'string'
    ? ` (${error.slice(0, 100)}${typeof text === 'string' ? `: ${text.slice(0, 300)}` : ''})`
    : '';
