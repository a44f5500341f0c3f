import { once } from 'node:events';
import { createServer } from 'node:http';

// Plain HTTP that leads to HTTPS. Nothing is read of a request but its address: a credential sent here has already
// been on the wire in the clear, so it is never used.

type Options = {
  port: number;
  host: string;
  /** Of the service, where the Host header does not tell. */
  publicUrl: string | undefined;
  /** Of HTTPS. */
  securePort(): number;
};

export function createRedirectServer({ port, host, publicUrl, securePort }: Options) {
  const server = createServer((request, response) => {
    const base = publicUrl ?? secureBase(request.headers.host, securePort());
    const path = /^\/(?!\/)/.test(request.url ?? '') ? request.url! : '/';
    if (base === undefined) {
      response.writeHead(400, { 'content-type': 'text/plain', connection: 'close' }).end('HTTPS is needed here.\n');
      return;
    }
    // 308 keeps method and body.
    response
      .writeHead(308, { location: `${base}${path}`, 'cache-control': 'no-store', connection: 'close' })
      .end('HTTPS is needed here.\n');
  });
  server.headersTimeout = 10_000;
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

function secureBase(host: string | undefined, port: number): string | undefined {
  const name = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:\d+)?$/.exec(host ?? '')?.[1];
  if (name === undefined) return undefined;
  return `https://${name}${port === 443 ? '' : `:${port}`}`;
}
