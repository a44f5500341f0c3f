import { type IncomingMessage, maxHeaderSize, type ServerResponse } from 'node:http';
import type { SecureContextOptions } from 'node:tls';
import { errorTable } from '@errand/contract/errors.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Caller, Identity } from '#platform/caller.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { createShares, type Shares } from '#platform/main-thread/shares.ts';
import {
  failSpan,
  inContext,
  inTrace,
  openSpan,
  readTraceHeaders,
  recordsSpans,
  type Span,
  SpanKind,
  traceHeaders,
} from '#platform/tracing.ts';
import { acceptBodies } from './body.ts';
import type { ConsolePages } from './console.ts';
import { answerError, errorBody } from './error-answer.ts';
import { createForwardedNotice } from './forwarded-notice.ts';
import { createMethodTable } from './method-table.ts';
import { receiveLargeBodies } from './receive-body.ts';
import { readRequestId } from './request-id.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

export type AppOptions = {
  /** Of the main thread. By default they are those of this app alone. */
  shares?: Shares | undefined;
  log: Logger;
  identity: Identity;
  publicUrl?: string | undefined;
  bodyBytesMax: number;
  requestTimeoutMs: number;
  /** Returns the seconds to wait if the organization has exceeded its rate limit, otherwise 0. */
  takeRequest?: ((orgId: string) => number) | undefined;
  /** See endpoint.ts. */
  answerOnce?: FastifyInstance['answerOnce'];
  /** See endpoint.ts. */
  awaitDatabase?: ((isRead: boolean) => Promise<void> | undefined) | undefined;
  /** Peers whose X-Forwarded-* headers are trusted. */
  trustedProxies?: TrustedProxies | undefined;
  /** Set to serve HTTPS instead of HTTP. */
  secure?: { options: SecureContextOptions; hstsSeconds: number } | undefined;
  /** The console, served on paths without an endpoint. */
  pages?: ConsolePages | undefined;
  /** Called after every response. */
  onAnswer?: ((answer: { method: string; route: string; status: number; seconds: number }) => void) | undefined;
  /** While stopping, responses close their connections. */
  isStopping?: (() => boolean) | undefined;
};

/** Machines call these every few seconds. Logging them would bury the requests of users. */
const PROBES = new Set<string>(
  [operations.service.health, operations.service.ready, operations.service.metrics].map(({ path }) => path),
);

/** Creates the HTTP application without routes: request ids, bodies, errors, logging. Domains add their endpoints. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: childless(options.log) as never,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyBytesMax,
    requestTimeout: options.requestTimeoutMs,
    ...listenerOptions(options),
    // Idle connections are closed by stop().
    keepAliveTimeout: 72_000,
    rewriteUrl: (request) => originForm(request.url ?? '/'),
    genReqId: (request) => readRequestId(request.headers['x-request-id']),
    requestIdHeader: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    trustProxy: options.trustedProxies ?? false,
    return503OnClosing: false,
    // Fastify's own error pages are HTML; ours are JSON.
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    clientErrorHandler,
  }) as unknown as FastifyInstance;

  app.decorate('identity', options.identity);
  app.decorate('publicUrl', options.publicUrl);
  app.decorate('takeRequest', options.takeRequest);
  app.decorate('isStopping', options.isStopping ?? (() => false));
  app.decorate('answerOnce', options.answerOnce);
  app.decorate('awaitDatabase', options.awaitDatabase);
  app.decorate('shares', options.shares ?? createShares());
  app.decorate('endpoints', []);
  app.decorate('doorKey', newId());
  app.decorateRequest('credential', undefined);
  app.decorateRequest('payer', undefined);
  app.decorateRequest('caller', undefined as unknown as Caller);
  app.setErrorHandler(answerError);
  acceptBodies(app);
  receiveLargeBodies(app);
  const methodTable = createMethodTable(app);
  app.decorate('methodTable', methodTable);
  const noticeForwarded = createForwardedNotice(options.trustedProxies ?? false, options.log);
  const hsts = options.secure && options.secure.hstsSeconds > 0 && `max-age=${options.secure.hstsSeconds}`;
  // First, so that the errors of later hooks name their trace.
  addTracing(app);
  // Both hooks run for every request. They use callbacks, because a promise costs as much as the hook itself.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    // A response is valid for one moment and one caller. Cacheable ones set their own header.
    reply.header('cache-control', 'no-store');
    if (hsts) reply.header('strict-transport-security', hsts);
    noticeForwarded(request.raw);
    checkHost(request.raw);
    if (options.pages?.opens(request)) {
      void options.pages.send(request, reply);
      return;
    }
    // Refused here and not in the handler, so that an unknown path does not wait for its body.
    if (request.is404) refuseUnknown(request, reply);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // Node does not discard a partly read body, and the next request would wait behind it.
    if (request.raw.readableDidRead && !request.raw.readableEnded) request.raw.resume();
    const route = request.routeOptions.url;
    options.onAnswer?.({
      method: request.method,
      route: route ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    });
    if (route !== undefined && PROBES.has(route)) return done();
    logRequest(options.log, request, reply);
    done();
  });

  app.addHook('onSend', (_request, reply, payload, done) => {
    if (app.isStopping()) reply.header('connection', 'close');
    done(null, payload);
  });

  function refuseUnknown(request: FastifyRequest, reply: FastifyReply): never {
    methodTable.check(request, reply);
    throw new AppError('unknown_path');
  }
  app.setNotFoundHandler(refuseUnknown);
  app.server.on('checkExpectation', (_request, response: ServerResponse) => {
    const error = new AppError('expectation_failed');
    const { status, code } = errorTable[error.code];
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-request-id': newId(),
      'x-error-code': code,
    });
    response.end(JSON.stringify(errorBody(error)));
  });
  return app;
}

function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  log.info(
    {
      reqId: request.id,
      event: 'http.request',
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      org: request.caller?.orgId,
      key: request.caller?.keyId ?? undefined,
    },
    'request',
  );
}

function listenerOptions({ requestTimeoutMs, secure }: AppOptions) {
  const options = {
    // By default, Node checks for slow clients every 30 s and allows 60 s for headers, regardless of the request
    // timeout.
    headersTimeout: Math.min(60_000, requestTimeoutMs),
    connectionsCheckingInterval: 2_000,
    // We check it, because Node would respond without a body.
    requireHostHeader: false,
  };
  // A client that stalls in the handshake would otherwise hold a connection for longer than one that sends no headers.
  const handshakeTimeout = Math.min(30_000, requestTimeoutMs);
  return secure ? { https: { ...options, ...secure.options, handshakeTimeout } as never } : { http: options };
}

/**
 * Returns a logger whose children are itself. A logger per request would cost more than its one line, so log calls pass
 * the request id themselves. (With a logger factory, Fastify would check each method of the logger for every request.)
 */
function childless(log: Logger): Logger {
  const logger = Object.create(log) as Logger;
  logger.child = (() => logger) as never;
  return logger;
}

/**
 * Continues the trace of the caller, and records a span for the request if spans are exported. The response names the
 * trace, so that a caller without one can find it.
 */
function addTracing(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, reply, done) => {
    const carrier = readTraceHeaders(request.headers);
    const route = request.routeOptions.url ?? 'unknown';
    const isRecorded = recordsSpans() && !PROBES.has(route);
    if (carrier === undefined && !isRecorded) return done();
    const goOn = (): void => {
      for (const [name, value] of Object.entries(traceHeaders())) reply.header(name, value);
      done();
    };
    inTrace(carrier, () => {
      if (!isRecorded) return goOn();
      const { span, context } = openSpan(`${request.method} ${route}`, {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'url.path': request.url.split('?', 1)[0]!,
          'url.scheme': request.protocol,
          'errand.request.id': request.id,
        },
      });
      spans.set(request, span);
      inContext(context, goOn);
    });
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (span !== undefined) {
      span.setAttribute('http.response.status_code', reply.statusCode);
      const { orgId } = request.caller ?? {};
      if (orgId) span.setAttribute('errand.organization.id', orgId);
      if (reply.statusCode >= 500) failSpan(span, String(reply.getHeader('x-error-code') ?? reply.statusCode));
      span.end();
    }
    done();
  });
}

/** Refuses requests without a Host header, and with two: a proxy could check one of them while we use the other. */
function checkHost({ headers, httpVersion, rawHeaders }: IncomingMessage): void {
  if (headers.host === undefined) {
    if (httpVersion === '1.1') throw new AppError('bad_request', { detail: 'The Host header is missing.' });
    return;
  }
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]!.length === HOST.length && rawHeaders[at]!.toLowerCase() === HOST) hosts += 1;
  if (hosts > 1) throw new AppError('bad_request', { detail: 'The request has more than one Host header.' });
}

const HOST = 'host';

/** Reduces `GET http://host/path`, a form for proxies that servers must accept, to its path. */
function originForm(url: string): string {
  if (url.startsWith('/') || !/^https?:\/\//i.test(url)) return url;
  return url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');
}

const HEADERS_TOO_LARGE = `The request line and headers are larger than ${maxHeaderSize / 1024} KiB.`;

/** Handles bytes that are not HTTP. There is no request object, so the response goes to the raw socket. */
function clientErrorHandler(error: NodeJS.ErrnoException, socket: import('node:net').Socket): void {
  // The TLS handshake failed, so no response can be sent.
  if (/^(ERR_SSL_|ERR_TLS_)/.test(error.code ?? '')) return void socket.destroy();
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const timeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const status = timeout ? '408 Request Timeout' : tooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const answer = timeout
    ? new AppError('request_timeout')
    : new AppError('bad_request', { detail: tooLarge ? HEADERS_TOO_LARGE : 'This is not a valid HTTP request.' });
  const body = JSON.stringify(errorBody(answer));
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\ncache-control: no-store\r\nx-request-id: ${newId()}\r\nx-error-code: ${errorTable[answer.code].code}\r\n\r\n${body}`,
    // Otherwise a client that keeps its side open would leave the request waiting for the rest of its body.
    () => socket.destroy(),
  );
}
