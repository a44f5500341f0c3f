import { isJsonObject } from '#platform/json.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import { DriverFailure } from '../model/driver.ts';
import type { Server } from './model.ts';

// Finds out who signs people in for an MCP server: its refusal names the document of the resource (RFC 9728), which
// names the authorization server, which describes itself (RFC 8414). Servers of the first revisions with OAuth are
// their own authorization server.

export type Discovered = { server: Server; resource: string; scopes: string[] };

const BYTES_MAX = 65_536;

export async function discover(outbound: Outbound, url: string, signal: AbortSignal): Promise<Discovered> {
  const read = (address: string) => readJson(outbound, address, signal);
  const refused = await askWithoutToken(outbound, url, signal);
  const challenge = refused['www-authenticate'] ?? '';
  const named = parameter(challenge, 'resource_metadata');
  const { origin, pathname } = new URL(url);
  const path = pathname === '/' ? '' : pathname;
  const places = [
    `${origin}/.well-known/oauth-protected-resource${path}`,
    `${origin}/.well-known/oauth-protected-resource`,
  ];
  const document = await firstOf(named === undefined ? places : [named], read);
  if (document === undefined && named !== undefined)
    throw new DriverFailure(`The server names ${named} as its description, but that cannot be read.`, { retry: true });
  const resource = document === undefined ? withoutFragment(url) : checkResource(document.resource, url);
  const servers = Array.isArray(document?.authorization_servers) ? document.authorization_servers : [origin];
  const server = await readServer(String(servers[0] ?? origin), read);
  const asked = parameter(challenge, 'scope')?.split(' ').filter(Boolean) ?? texts(document?.scopes_supported);
  return { server, resource, scopes: asked };
}

/** The headers of the refusal. A server that does not refuse needs no sign-in, which is told. */
async function askWithoutToken(outbound: Outbound, url: string, signal: AbortSignal): Promise<Record<string, string>> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'errand', version: '1' } };
  const { failure, status, headers } = await outbound.request({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    longAnswer: 'cut',
    idempotent: true,
    signal,
  });
  if (failure !== null) throw new DriverFailure(`The server cannot be reached. ${failure.message}`, { retry: true });
  if (status === 401) return headers ?? {};
  if (status! < 300)
    throw new DriverFailure("The server asks nobody to sign in. Choose the kind 'none' for its credentials.");
  throw new DriverFailure(`The server answered with status ${status} instead of asking for a sign-in.`);
}

/** Refuses a document that is about somebody else: tokens for it would open another door. */
function checkResource(resource: unknown, url: string): string {
  const named = typeof resource === 'string' && URL.canParse(resource) ? new URL(resource) : undefined;
  const own = new URL(url);
  const isOurs = named?.origin === own.origin && `${own.pathname}/`.startsWith(named.pathname.replace(/\/*$/, '/'));
  if (!isOurs)
    throw new DriverFailure(
      `The description of the server is about ${String(resource).slice(0, 200)}, not about ${url}.`,
    );
  return resource as string;
}

async function readServer(issuer: string, read: (address: string) => Promise<Json | undefined>): Promise<Server> {
  if (!URL.canParse(issuer)) throw new DriverFailure('The server names no valid authorization server.');
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    ...(path === '' ? [] : [`${origin}${path}/.well-known/openid-configuration`]),
  ];
  const found = await firstOf(places, read);
  if (found === undefined)
    throw new DriverFailure(`The authorization server ${issuer} does not describe itself (RFC 8414).`, { retry: true });
  if (typeof found.issuer !== 'string' || withoutSlash(found.issuer) !== withoutSlash(issuer))
    throw new DriverFailure(`The authorization server ${issuer} calls itself ${String(found.issuer).slice(0, 200)}.`);
  for (const name of ['authorization_endpoint', 'token_endpoint'])
    if (typeof found[name] !== 'string' || !isSafe(found[name], issuer))
      throw new DriverFailure(`The authorization server ${issuer} has no usable ${name}.`);
  if (!texts(found.code_challenge_methods_supported).includes('S256'))
    throw new DriverFailure(`The authorization server ${issuer} does not support PKCE with S256.`);
  return found as Server;
}

/** Codes and tokens go over TLS, except where the server itself is reached without. */
const isSafe = (endpoint: string, issuer: string): boolean =>
  URL.canParse(endpoint) &&
  (endpoint.startsWith('https:') || (issuer.startsWith('http:') && endpoint.startsWith('http:')));

type Json = Record<string, unknown>;

async function firstOf(
  places: string[],
  read: (address: string) => Promise<Json | undefined>,
): Promise<Json | undefined> {
  for (const place of places) {
    const found = await read(place);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function readJson(outbound: Outbound, url: string, signal: AbortSignal): Promise<Json | undefined> {
  const headers = { accept: 'application/json' };
  const { failure, status, body } = await outbound.request({
    method: 'GET',
    url,
    headers,
    limits: { keptBytesMax: BYTES_MAX, answerBytesMax: BYTES_MAX },
    signal,
  });
  if (failure !== null) throw new DriverFailure(`${url} cannot be read. ${failure.message}`, { retry: true });
  if (status !== 200) return undefined;
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const parameter = (challenge: string, name: string): string | undefined =>
  new RegExp(`${name}="([^"]+)"`).exec(challenge)?.[1];
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
const withoutSlash = (text: string): string => text.replace(/\/$/, '');
const withoutFragment = (url: string): string => url.replace(/#.*$/, '');
