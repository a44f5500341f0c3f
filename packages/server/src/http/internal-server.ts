import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Readiness } from '@errand/contract/service.ts';
import type { Static } from 'typebox';
import { readBearer } from './bearer.ts';
import { createListener } from './listener.ts';

// Serves metrics and probes on a separate port, for operators and networks that API callers do not reach. Always plain
// HTTP, because collectors and probes run on the same machine or network.

type Options = {
  port: number;
  host: string;
  token?: string | undefined;
  metrics(): Promise<string>;
  /** Set to also serve the probes. */
  readiness?: (() => Static<typeof Readiness>) | undefined;
};

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function createInternalServer({ port, host, token, metrics, readiness }: Options) {
  const paths = readiness ? ['/metrics', '/health', '/ready'] : ['/metrics'];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0]?.replace(/\/$/, '') ?? '';
    if (!paths.includes(path) || !['GET', 'HEAD'].includes(request.method ?? '')) {
      const known = paths.map((one) => `GET ${one}`).join(', ');
      response.writeHead(404, { 'content-type': 'text/plain' }).end(`Unknown path. This port serves ${known}.\n`);
    } else if (path === '/health') {
      sendJson(response, 200, { status: 'ok' });
    } else if (path === '/ready' && readiness) {
      const view = readiness();
      sendJson(response, view.status === 'unavailable' ? 503 : 200, view);
    } else if (!isMetricsToken(request.headers.authorization, token)) {
      response
        .writeHead(401, { 'www-authenticate': 'Bearer' })
        .end('Send the value of ERRAND_METRICS_TOKEN as a bearer token.\n');
    } else {
      response.writeHead(200, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' }).end(await metrics());
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });
  return createListener(server, { port, host });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(status === 503 && { 'retry-after': '5' }),
    })
    .end(JSON.stringify(body));
}

/** Checks the bearer token in constant time. Always true if no token is configured. */
export function isMetricsToken(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return true;
  const given = Buffer.from(readBearer(authorization ?? '') ?? '');
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
