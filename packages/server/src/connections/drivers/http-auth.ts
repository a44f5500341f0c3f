import { DriverFailure, type System } from '../model/driver.ts';
import { choice, object, secret, text, url } from '../model/schema.ts';
import { SIGN_IN_KIND } from '../sign-in/model.ts';

// Authenticates requests to an HTTP API or an MCP server. OAuth tokens are cached in memory until shortly before they
// expire, and renewed when the API refuses one.

const kinds = ['none', 'bearer', 'basic', 'header', 'oauth2_client_credentials'] as const;

/** The required members of each kind. */
const NEEDED: Record<string, string[]> = {
  none: [],
  bearer: ['token'],
  basic: ['username', 'password'],
  header: ['header', 'value'],
  oauth2_client_credentials: ['token_url', 'client_id', 'client_secret'],
  [SIGN_IN_KIND]: [],
};

const members = {
  type: choice('Kind', kinds, { default: 'none' }),
  token: secret('Token', 'For bearer.'),
  username: text('User name', 'For basic.'),
  password: secret('Password', 'For basic.'),
  header: text('Header', 'For header: its name, such as X-Api-Key.', { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" }),
  value: secret('Value', 'For header: its value.'),
  token_url: url('Token address', 'For oauth2_client_credentials.'),
  client_id: text('Client id', 'For oauth2_client_credentials.'),
  client_secret: secret('Client secret', 'For oauth2_client_credentials.'),
  scope: text('Scope', 'For oauth2_client_credentials, optional.'),
};

export const httpAuthSchema = object(members);

const optional = `For ${SIGN_IN_KIND}, optional`;
/** MCP servers say themselves where people sign in. */
export const mcpAuthSchema = object({
  ...members,
  type: choice('Kind', [...kinds, SIGN_IN_KIND], {
    default: 'none',
    description: `${SIGN_IN_KIND}: a person signs in after the connection is saved.`,
  }),
  client_id: text('Client id', `For oauth2_client_credentials. ${optional}: without it, Errand registers itself.`),
  client_secret: secret('Client secret', `For oauth2_client_credentials. ${optional}.`),
  scope: text('Scope', `For oauth2_client_credentials, optional. ${optional}: without it, what the server asks for.`),
});

export function findAuthProblems(auth: Record<string, unknown>): string[] {
  const kind = kindOf(auth);
  const missing = (NEEDED[kind] ?? []).filter((name) => typeof auth[name] !== 'string' || auth[name] === '');
  return missing.map((name) => `'${name}' is required for the kind '${kind}'.`);
}

const kindOf = (auth: Record<string, unknown>): string => String(auth.type ?? 'none');

/** A token is not used in its last seconds. */
const EARLY_SECONDS = 30;
const LIFE_SECONDS_DEFAULT = 300;
const TOKENS_MAX = 1_000;

/** `hidden` are the other secrets that came with it, such as a refresh token. */
type Token = { value: string; until: number; hidden: string[] };
const tokens = new Map<string, Promise<Token>>();

/** Returns the headers that carry the credentials. With `anew`, a cached token is not used. */
export async function authHeaders(system: System, anew = false): Promise<Record<string, string>> {
  const { auth } = system;
  const given = (name: string): string => String(auth[name] ?? '');
  switch (kindOf(auth)) {
    case 'bearer':
      return { authorization: `Bearer ${given('token')}` };
    case 'basic':
      return { authorization: `Basic ${hidden(system, toBase64(`${given('username')}:${given('password')}`))}` };
    case 'header':
      return { [given('header').toLowerCase()]: given('value') };
    case 'oauth2_client_credentials':
      return { authorization: `Bearer ${await findToken(system, anew)}` };
    case SIGN_IN_KIND:
      return { authorization: `Bearer ${await signedInToken(system)}` };
    default:
      return {};
  }
}

/** `refused` is a token that the other side no longer takes. */
export function signedInToken(system: System, refused?: string): Promise<string> {
  if (system.accessToken === undefined)
    throw new DriverFailure('Save the connection first. Then sign in, and test it.');
  return system.accessToken(String(system.config.url), refused);
}

export const canRenew = ({ auth }: System): boolean => kindOf(auth) === 'oauth2_client_credentials';

async function findToken(system: System, anew: boolean): Promise<string> {
  const known = await tokens.get(system.key)?.catch(() => undefined);
  // The other side may still repeat a token that is no longer used.
  for (const one of known?.hidden ?? []) system.hide(one);
  if (!anew && known !== undefined && known.until > Date.now()) return known.value;
  const asked = askToken(system);
  if (tokens.size >= TOKENS_MAX) tokens.clear();
  tokens.set(system.key, asked);
  asked.catch(() => tokens.delete(system.key));
  const token = await asked;
  for (const one of token.hidden) system.hide(one);
  return token.value;
}

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

function hidden(system: System, text: string): string {
  system.hide(text);
  return text;
}

async function askToken(system: System): Promise<Token> {
  const { auth, outbound, signal } = system;
  const given = (name: string): string => String(auth[name] ?? '');
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (given('scope') !== '') form.set('scope', given('scope'));
  // RFC 6749, 2.3.1: both parts are form-encoded before they are joined.
  const client = [given('client_id'), given('client_secret')].map(encodeURIComponent).join(':');
  const { failure, status, body } = await outbound.request({
    method: 'POST',
    url: given('token_url'),
    headers: {
      authorization: `Basic ${hidden(system, toBase64(client))}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: form.toString(),
    limits: { keptBytesMax: 65_536 },
    idempotent: true,
    signal,
  });
  if (failure !== null) throw new DriverFailure(`The token request failed. ${failure.message}`, { retry: true });
  const answer = readObject(body);
  const secrets = listTokens(answer);
  for (const one of secrets) system.hide(one);
  if (status !== 200 || typeof answer?.access_token !== 'string') {
    const reason = typeof answer?.error === 'string' ? ` (${answer.error.slice(0, 100)})` : '';
    throw new DriverFailure(`The token request failed with status ${status}${reason}.`, { retry: status! >= 500 });
  }
  const seconds = Number(answer.expires_in ?? LIFE_SECONDS_DEFAULT);
  const life = Number.isFinite(seconds) ? Math.max(0, seconds - EARLY_SECONDS) : LIFE_SECONDS_DEFAULT;
  return { value: answer.access_token, until: Date.now() + life * 1_000, hidden: secrets };
}

/** Members of a token answer that are no secrets; all other texts may be: access, refresh and identity tokens. */
const PUBLIC = new Set(['token_type', 'scope', 'error', 'error_description', 'error_uri', 'issued_token_type']);
const listTokens = (answer: Record<string, unknown> | undefined): string[] =>
  Object.entries(answer ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' && !PUBLIC.has(name) && !/^\d+$/.test(value) ? [value] : [],
  );

function readObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
