import { FRAMING_HEADERS, HEADER_NAME, HEADER_VALUE } from '#platform/outbound/header-rules.ts';
import { traceHeaders } from '#platform/tracing.ts';
import { type ApiAnswer, type ApiRequest, DriverFailure, defineDriver, type System } from '../model/driver.ts';
import { integer, object, text, url } from '../model/schema.ts';
import { authHeaders, canRenew, findAuthProblems, httpAuthSchema } from './http-auth.ts';

// A team's own HTTP API. Requests stay below the base address. Redirects are not followed.

const TIMEOUT_SECONDS_DEFAULT = 30;
const BYTES_MAX = 10 * 1024 * 1024;
/** Headers that carry credentials. They belong in auth_config, where they are encrypted. */
const CREDENTIALS = /^(authorization|proxy-authorization|cookie|x-api-key|api-key|x-auth-token)$/i;

export const customApi = defineDriver({
  connector: {
    id: 'custom_api',
    display_name: 'Custom API',
    description: 'Calls an HTTP API of your own or of a provider.',
    icon: 'globe',
    category: 'Own systems',
    config_schema: object(
      {
        base_url: url(
          'Base address',
          'Requests are sent to paths below it. May contain ${placeholders} after the host.',
        ),
        headers: {
          type: 'object',
          title: 'Headers',
          description:
            'Sent with every request. Put credentials in the authentication settings, where they are encrypted.',
          additionalProperties: { type: 'string', maxLength: 4_000 },
          maxProperties: 50,
        },
        test_path: text('Test path', 'Requested with GET when you test the connection.', {
          default: '/',
          pattern: '^/',
        }),
        timeout_seconds: integer('Time limit in seconds', 1, 300, { default: TIMEOUT_SECONDS_DEFAULT }),
      },
      ['base_url'],
    ),
    auth_schema: httpAuthSchema,
    dynamic_input_fields: { config: ['base_url', 'headers'] },
    dynamic_input_test_fields: ['base_url', 'headers'],
    browser_session: null,
  },

  check(config, auth) {
    const problems = [...findAddressProblems(String(config.base_url)), ...findHeaderProblems(config.headers)];
    const authProblems = findAuthProblems(auth);
    return {
      ...(problems.length > 0 && { config: problems }),
      ...(authProblems.length > 0 && { auth_config: authProblems }),
    };
  },

  async test(system) {
    const path = String(system.config.test_path ?? '/');
    const { status } = await send(system, { method: 'GET', path, bytesMax: 65_536 });
    if (status >= 400) throw new DriverFailure(`GET ${path} answered with status ${status}${hint(status)}.`);
    return `GET ${path} answered with status ${status}.`;
  },

  request: send,

  deliveries: {
    request: {
      description: 'Sends one request below the base address.',
      params: {
        path: { description: 'The path below the base address. Begins with a slash.', required: true },
        method: { description: 'POST (default), PUT, PATCH or DELETE.' },
        body: { description: 'The body, usually JSON.' },
        content_type: { description: 'Default: application/json.' },
      },
      async run(system, params, key) {
        const method = (params.method ?? 'POST').toUpperCase();
        if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
          throw new DriverFailure(`'${method.slice(0, 20)}' is not allowed. Must be POST, PUT, PATCH or DELETE.`);
        const { status } = await send(system, {
          method: method as ApiRequest['method'],
          path: params.path!,
          headers: { 'content-type': params.content_type ?? 'application/json', 'idempotency-key': key },
          ...(params.body !== undefined && { body: params.body }),
          bytesMax: 65_536,
          // The receiver recognizes duplicates by the idempotency key.
          repeatable: true,
        });
        if (status >= 400)
          throw new DriverFailure(`${method} ${params.path} answered with status ${status}.`, {
            retry: status >= 500 || status === 429,
          });
        return `${method} ${params.path} answered with status ${status}.`;
      },
    },
  },
});

async function send(system: System, request: ApiRequest): Promise<ApiAnswer> {
  const first = await attempt(system, request, await authHeaders(system));
  if (first.status !== 401 || !canRenew(system)) return first;
  return attempt(system, request, await authHeaders(system, true));
}

async function attempt(
  { config, outbound, signal }: System,
  { method, path, query, headers, body, bytesMax = BYTES_MAX, repeatable = method !== 'POST' }: ApiRequest,
  auth: Record<string, string>,
): Promise<ApiAnswer> {
  const own = lowerCase((config.headers ?? {}) as Record<string, string>);
  const exchange = await outbound.request({
    method,
    url: joinUrl(String(config.base_url), path, query),
    headers: { 'user-agent': 'errand', accept: '*/*', ...traceHeaders(), ...own, ...lowerCase(headers ?? {}), ...auth },
    ...(body !== undefined && { body }),
    limits: {
      totalMs: Number(config.timeout_seconds ?? TIMEOUT_SECONDS_DEFAULT) * 1_000,
      answerBytesMax: bytesMax,
      keptBytesMax: bytesMax,
    },
    signal,
  });
  signal.throwIfAborted();
  const { failure } = exchange;
  if (failure !== null)
    throw new DriverFailure(`${method} ${path.slice(0, 200)} failed. ${failure.message}`, {
      retry: RETRIED.has(failure.kind) && (!failure.maybeCarriedOut || repeatable),
    });
  return { status: exchange.status!, headers: { ...exchange.headers }, body: exchange.body };
}

const RETRIED: ReadonlySet<string> = new Set(['dns', 'connection', 'timeout', 'reset']);

/** Appends the path, so that it cannot leave the host or the folder of the base address. */
export function joinUrl(base: string, path: string, query: Record<string, string> = {}): string {
  if (!path.startsWith('/')) throw new DriverFailure('The path must begin with a slash.');
  const target = new URL(base);
  const [pathname, search = ''] = path.split('?', 2) as [string, string?];
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    throw new DriverFailure('The path has an invalid percent-encoding.');
  }
  if (/[\s\p{Cc}\\#]/u.test(pathname) || decoded.split(/[/\\]/).some((part) => part === '..' || part === '.'))
    throw new DriverFailure(
      "The path must not contain '.' or '..' segments, spaces, control characters, backslashes or '#'.",
    );
  const joined = new URL(`${target.origin}${target.pathname.replace(/\/$/, '')}${pathname}`);
  for (const [name, value] of target.searchParams) joined.searchParams.append(name, value);
  for (const [name, value] of new URLSearchParams(search)) joined.searchParams.append(name, value);
  for (const [name, value] of Object.entries(query)) joined.searchParams.append(name, value);
  return joined.href;
}

function findAddressProblems(base: string): string[] {
  if (/^https?:\/\/[^/]*\$\{(?!secret\.)/i.test(base)) return ["'base_url' can only have placeholders after the host."];
  if (/^https?:\/\/[^/]*\$/i.test(base)) return [];
  const plain = base.replace(/\$\{[^}]*\}/g, 'x');
  if (!URL.canParse(plain) || !/^https?:$/.test(new URL(plain).protocol))
    return ["'base_url' must begin with http:// or https://."];
  const { username, password, hash } = new URL(plain);
  if (username !== '' || password !== '') return ["'base_url' must not contain credentials. Use auth_config."];
  return hash === '' ? [] : ["'base_url' must not contain a fragment."];
}

function findHeaderProblems(headers: unknown): string[] {
  return Object.entries((headers ?? {}) as Record<string, string>).flatMap(([name, value]) => {
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value)) return [`'headers': ${name} is not a valid header.`];
    if (FRAMING_HEADERS.has(name.toLowerCase()))
      return [`'headers': ${name} is set by the service and cannot be used.`];
    if (CREDENTIALS.test(name) && !/\$\{secret\.\w+\}/.test(value))
      return [`'headers': ${name} carries credentials. Put them in auth_config, or use \${secret.NAME}.`];
    return [];
  });
}

const lowerCase = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const hint = (status: number): string =>
  status === 401 || status === 403 ? ': the credentials were not accepted' : status === 404 ? ': set test_path' : '';
