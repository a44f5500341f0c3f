import { createServer } from 'node:http';
import { createListener } from './listener.ts';

// Redirects plain HTTP to HTTPS. Only the address of a request is read. A credential sent here was already transmitted
// in the clear, so it is never used.

type Options = {
  port: number;
  host: string;
  /** The configured address of the service. It wins over the Host header. */
  publicUrl: string | undefined;
  /** Returns the port of HTTPS. */
  securePort(): number;
};

export function createRedirectServer({ port, host, publicUrl, securePort }: Options) {
  const server = createServer((request, response) => {
    const base = publicUrl ?? secureBase(request.headers.host, securePort());
    const path = /^\/(?!\/)/.test(request.url ?? '') ? request.url! : '/';
    if (base === undefined) {
      response.writeHead(400, { 'content-type': 'text/plain', connection: 'close' }).end('Use HTTPS.\n');
      return;
    }
    // 308 keeps method and body.
    response
      .writeHead(308, { location: `${base}${path}`, 'cache-control': 'no-store', connection: 'close' })
      .end('Use HTTPS.\n');
  });
  server.headersTimeout = 10_000;
  return createListener(server, { port, host });
}

function secureBase(host: string | undefined, port: number): string | undefined {
  const name = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:\d+)?$/.exec(host ?? '')?.[1];
  if (name === undefined) return undefined;
  return `https://${name}${port === 443 ? '' : `:${port}`}`;
}
