import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { parseNetwork } from '#platform/outbound/addresses.ts';
import { createOutbound } from '#platform/outbound/client.ts';
import type { System } from '../../src/connections/model/driver.ts';

/** A connection that is ready for use, on a way out that reaches loopback only. */
export const systemOf = (config: object, auth: object = {}, more: Partial<System> = {}): System => ({
  key: crypto.randomUUID(),
  name: 'test',
  config: { ...config },
  auth: { ...auth },
  outbound: createOutbound({ allow: [parseNetwork('127.0.0.0/8')!] }),
  signal: new AbortController().signal,
  hide: () => undefined,
  ...more,
});

export type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

/** A server on loopback that keeps what it was asked, and takes `afterMs` to answer. */
export async function startSystem(
  answer: (seen: Seen) => { status?: number; headers?: Record<string, string>; body?: string } | undefined,
  afterMs = 0,
) {
  const seen: Seen[] = [];
  const listener: RequestListener = async (request, response) => {
    const one = { method: request.method!, url: request.url!, headers: request.headers, body: await text(request) };
    seen.push(one);
    const said = answer(one);
    if (afterMs > 0) await delay(afterMs);
    // Undefined: never answers.
    if (said !== undefined) response.writeHead(said.status ?? 200, said.headers ?? {}).end(said.body ?? '');
  };
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    seen,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The PostgreSQL of the tests listens on a socket of the file system; connections go to a host and a port. */
export async function startDatabasePort(url: string) {
  const given = new URL(url);
  const folder = given.searchParams.get('host');
  const target = folder?.startsWith('/') ? `${folder}/.s.PGSQL.${given.port || 5432}` : undefined;
  const open = new Set<Socket>();
  const server = createTcpServer((socket) => {
    const behind = target === undefined ? connect(Number(given.port || 5432), given.hostname) : connect(target);
    for (const one of [socket, behind]) {
      open.add(one);
      one.on('close', () => open.delete(one));
      one.on('error', () => {
        socket.destroy();
        behind.destroy();
      });
    }
    socket.pipe(behind).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    config: {
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
      database: given.pathname.slice(1),
      ssl_mode: 'disable',
    },
    auth: { username: decodeURIComponent(given.username), password: decodeURIComponent(given.password) },
    close(): void {
      server.close();
      for (const one of open) one.destroy();
    },
  };
}
