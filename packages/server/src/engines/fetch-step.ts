import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { isIdempotent, type Outbound } from '#platform/outbound/client.ts';
import type { Exchange } from '#platform/outbound/exchange.ts';
import type { Failure } from '#platform/outbound/failures.ts';
import { type EngineContext, EngineFailure, type Fetched, type FetchOptions } from './engine/engine.ts';
import type { StepContext } from './engine/step-context.ts';

// Sends the requests of engines. The guard checks the address and each redirect, as for every address that comes from a
// user. Each request is a step; large responses go to storage, so that the journal stays small.

const TIMEOUT_MS = 30_000;
const BYTES_MAX = 10 * 1024 * 1024;
const REDIRECTS_MAX = 5;
/** Larger bodies go to storage. */
const JOURNAL_BYTES_MAX = 32 * 1024;
/** Failures worth a retry: a host may recover, a wrong address stays wrong. */
const TRANSIENT = new Set(['dns', 'connection', 'timeout', 'reset', 'protocol']);

type Answer = Omit<Fetched, 'reopen'>;
type Recorded = Omit<Answer, 'body'> & ({ body: string } | { kept: string });

export function createFetch(outbound: Outbound, context: StepContext): EngineContext['fetch'] {
  return async (name, url, options = {}) => {
    const recorded = await context.step(
      name,
      async (usage): Promise<Recorded> => {
        usage.request = describeRequest(url, options);
        const { body: sent, ...answer } = await follow(outbound, url, options, context.signal);
        // The response may echo secrets of the request.
        const body = context.redact(sent);
        if (body.length <= JOURNAL_BYTES_MAX) return { ...answer, body: body.toString('base64') };
        return { ...answer, kept: await context.keep(body) };
      },
      { kind: 'fetch' },
    );
    const { url: at, status, headers } = recorded;
    const reopen = async (): Promise<Buffer> =>
      'kept' in recorded ? context.recall(recorded.kept) : Buffer.from(recorded.body, 'base64');
    return { url: at, status, headers, body: await reopen(), reopen };
  };
}

/** Headers without secrets. Of all others, only the names are recorded. */
const PLAIN_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'user-agent', 'if-none-match', 'range']);

function describeRequest(url: string, { method = 'GET', headers = {}, body }: FetchOptions): Record<string, unknown> {
  const shown = Object.entries(lowerCase(headers)).map(([name, value]) => [
    name,
    PLAIN_HEADERS.has(name) ? value : '[not kept]',
  ]);
  return { method, url, headers: Object.fromEntries(shown), ...(body !== undefined && { body }) };
}

async function follow(outbound: Outbound, from: string, options: FetchOptions, signal: AbortSignal): Promise<Answer> {
  const { timeoutMs = TIMEOUT_MS, bytesMax = BYTES_MAX } = options;
  const deadline = Date.now() + timeoutMs;
  let url = from;
  let { method = 'GET', body } = options;
  let headers = lowerCase(options.headers ?? {});
  for (let redirects = 0; ; redirects += 1) {
    refuseHost(url, options.hosts);
    const request = { method, ...(options.idempotent !== undefined && { idempotent: options.idempotent }) };
    const exchange = await outbound.request({
      ...request,
      url,
      headers: { 'user-agent': 'errand', accept: '*/*', 'accept-encoding': 'gzip, br', ...headers },
      ...(body !== undefined && { body }),
      limits: { totalMs: Math.max(1, deadline - Date.now()), answerBytesMax: bytesMax, keptBytesMax: bytesMax },
      signal,
    });
    signal.throwIfAborted();
    if (exchange.failure !== null) throw toFailure(url, exchange.failure, isIdempotent(request));
    const status = exchange.status!;
    const location = exchange.headers?.location;
    if (!isRedirect(status) || location === undefined) {
      return { url, status, headers: exchange.headers ?? {}, body: await decode(url, exchange, bytesMax) };
    }
    if (redirects >= REDIRECTS_MAX)
      throw new EngineFailure(`${show(from)} redirects more than ${REDIRECTS_MAX} times.`, {
        code: 'errand.web.unreachable',
      });
    if (!URL.canParse(location, url))
      throw new EngineFailure(`${show(url)} redirects to an invalid URL.`, { code: 'errand.web.invalid_address' });
    const next = new URL(location, url);
    // Credentials for one origin are not sent to another.
    if (next.origin !== new URL(url).origin) headers = withoutSecrets(headers);
    if (status === 303 || (method === 'POST' && status < 303)) {
      method = 'GET';
      body = undefined;
    }
    url = next.href;
  }
}

function refuseHost(url: string, hosts: readonly string[] | undefined): void {
  if (hosts === undefined || !URL.canParse(url) || hosts.includes(new URL(url).host)) return;
  throw new EngineFailure(`Requests to ${show(new URL(url).host)} are not allowed here.`, {
    code: 'errand.web.not_allowed',
  });
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

const lowerCase = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function withoutSecrets({ authorization: _, cookie: __, ...headers }: Record<string, string>): Record<string, string> {
  return headers;
}

/** A retry repeats the request. If it may have been carried out, it is retried only if it is idempotent. */
function toFailure(url: string, { kind, message, maybeCarriedOut }: Failure, idempotent: boolean): EngineFailure {
  const retry = TRANSIENT.has(kind) && (idempotent || !maybeCarriedOut);
  return new EngineFailure(`${show(url)} could not be fetched. ${message}`, { code: 'errand.web.unreachable', retry });
}

/** Decompresses at most `bytesMax` bytes, as a defence against compression bombs. */
async function decode(url: string, { headers, body }: Exchange, bytesMax: number): Promise<Buffer> {
  const encoding = (headers?.['content-encoding'] ?? 'identity').toLowerCase();
  const decoder = DECODERS[encoding];
  if (decoder === undefined || body.length === 0) return body;
  try {
    return await decoder(body, { maxOutputLength: bytesMax });
  } catch (cause) {
    throw new EngineFailure(
      `The response of ${show(url)} cannot be decompressed or is larger than ${bytesMax} bytes.`,
      {
        code: 'errand.web.unreachable',
        cause,
      },
    );
  }
}

const DECODERS: Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip) as never,
  'x-gzip': promisify(gunzip) as never,
  deflate: promisify(inflate) as never,
  br: promisify(brotliDecompress) as never,
};

const show = (url: string): string => (url.length > 200 ? `${url.slice(0, 197)}…` : url);
