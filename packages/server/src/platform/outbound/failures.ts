import { errors } from 'undici';

// Explains why a request got no response, for the owner of the receiver. A refused address reveals nothing, because
// nothing is sent there. A refused port and a silent one are the same failure, so that callers cannot scan a network.

export const failureKinds = [
  'address',
  'dns',
  'connection',
  'tls',
  'timeout',
  'reset',
  'protocol',
  'too_large',
  'redirect',
  'status',
  'internal',
] as const;
export type FailureKind = (typeof failureKinds)[number];
export type Failure = {
  kind: FailureKind;
  message: string;
  /** Whether the request was sent, so that the other side may have acted on it. */
  maybeCarriedOut: boolean;
};

const messages: Record<FailureKind, string> = {
  address: 'This address is not on the public internet, so nothing was sent.',
  dns: 'The host name could not be resolved.',
  connection: 'No connection could be made to the host.',
  tls: 'The TLS handshake failed.',
  timeout: 'No complete response arrived in time.',
  reset: 'The connection was closed before the response was complete.',
  protocol: 'The response was not valid HTTP.',
  too_large: 'The response was too long.',
  redirect: 'The response was a redirect; redirects are not followed.',
  status: 'The response was not a 2xx status.',
  internal: 'The request could not be sent.',
};

export const failure = (kind: FailureKind, message = messages[kind], maybeCarriedOut = false): Failure => ({
  kind,
  message: maybeCarriedOut && ENDED_EARLY.has(kind) ? `${message} The request may have been carried out.` : message,
  maybeCarriedOut,
});

/** Failures after which the other side may or may not have acted. */
const ENDED_EARLY: ReadonlySet<FailureKind> = new Set(['timeout', 'reset']);

/** An error that carries its failure. */
export class OutboundError extends Error {
  readonly failure: Failure;

  constructor(kind: FailureKind, message?: string) {
    const known = failure(kind, message);
    super(known.message);
    this.failure = known;
  }
}

const certificateProblems: Record<string, string> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its chain contains a self-signed certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its issuer is unknown',
  UNABLE_TO_GET_ISSUER_CERT: 'its issuer is unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is unknown',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another host name',
};

export const proxyRefusal = (status: number | string): string =>
  `The egress proxy refused the connection with status ${status}.`;

/** Classifies an error of the client, a socket or TLS. `sent`: whether sending had begun. */
export function toFailure(error: unknown, sent = false): Failure {
  if (error instanceof OutboundError) return { ...error.failure, maybeCarriedOut: sent };
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  const refusal = /^Proxy (?:response|Authentication Required) \((\d+)\)/.exec((error as Error | null)?.message ?? '');
  if (refusal) return failure('connection', proxyRefusal(refusal[1]!));
  const certificate = certificateProblems[code];
  if (certificate !== undefined) return failure('tls', `The TLS certificate was not accepted: ${certificate}.`);
  const [, kind] = isNotHttp(error)
    ? [code, 'protocol' as const]
    : (kindsOfCodes.find(([codes]) => codes.test(code)) ?? []);
  // Nothing was sent yet, so the handshake was cut off.
  if (kind === 'reset' && !sent && code === 'ECONNRESET') return failure('tls');
  return failure(kind ?? 'internal', undefined, sent);
}

/** undici reports parser errors in several ways. */
const isNotHttp = (error: unknown): boolean =>
  error instanceof errors.HTTPParserError || (error instanceof errors.SocketError && /^bad /.test(error.message));

const kindsOfCodes: [RegExp, FailureKind][] = [
  [/^(ERR_TLS|ERR_SSL|EPROTO|CERT_)/, 'tls'],
  [/^(ECONNRESET|EPIPE|ERR_STREAM_WRITE_AFTER_END|ERR_STREAM_DESTROYED)$/, 'reset'],
  [/^UND_ERR_(SOCKET|DESTROYED|CLOSED|ABORTED)$/, 'reset'],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL|ETIMEDOUT|EACCES|EPERM|EINVAL)$/,
    'connection',
  ],
  [/^UND_ERR_CONNECT_TIMEOUT$/, 'connection'],
  [/^UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH)$/, 'protocol'],
  [/TIMEOUT/, 'timeout'],
];
