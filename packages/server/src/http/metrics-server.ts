import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { readBearer } from './bearer.ts';

// Metrics on a port of their own, for networks where only the collector may see them.

type Options = { port: number; host: string; token?: string | undefined; metrics(): Promise<string> };

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function createMetricsServer({ port, host, token, metrics }: Options) {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0]?.replace(/\/$/, '');
    if (path !== '/metrics' || !['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is only GET /metrics here.\n');
    } else if (!isMetricsToken(request.headers.authorization, token)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('ERRAND_METRICS_TOKEN is needed as a bearer.\n');
    } else {
      response.writeHead(200, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' }).end(await metrics());
    }
  });
  return {
    async start(): Promise<void> {
      server.listen(port, host);
      await once(server, 'listening');
    },
    address: () => server.address(),
    async stop(): Promise<void> {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** True when no token is configured. */
export function isMetricsToken(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return true;
  const given = Buffer.from(readBearer(authorization ?? '') ?? '');
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
