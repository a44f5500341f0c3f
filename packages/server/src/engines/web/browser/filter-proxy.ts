import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type AddressPolicy, createAddressPolicy, type Network } from '#platform/outbound/addresses.ts';
import { checkUrl, hostOf } from '#platform/outbound/check-url.ts';
import { OutboundError } from '#platform/outbound/failures.ts';
import { createGuard, openSocket } from '#platform/outbound/guard.ts';
import { createResolve } from '#platform/outbound/resolve-host.ts';

// The only way out for a browser. It holds every connection to the rules of the guarded fetch: the address as written,
// as resolved and as connected. Whatever a page asks for, a private network is not reached.

export type FilterProxy = {
  url: string;
  username: string;
  password: string;
  refused(): string[];
  stop(): Promise<void>;
};

const CONNECT_MS = 8_000;
/** All that one visit may load. */
const BYTES_MAX = 200 * 1024 * 1024;
const CONNECTIONS_MAX = 256;
const REFUSED_MAX = 20;
/** Headers that are about one connection, not about the message. */
const HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;

/** `hosts`: no other one is asked, with their port when it is not the usual one. Default: any. */
export async function startFilterProxy(allow: Network[], hosts?: readonly string[]): Promise<FilterProxy> {
  const policy = createAddressPolicy(allow);
  const resolve = createResolve({ allowsPrivate: policy.allowsPrivate, timeoutMs: CONNECT_MS / 2 });
  const guard = createGuard({ policy, resolve, connectMs: CONNECT_MS });
  // Other users of this machine can reach the port, so it asks who they are.
  const password = randomBytes(24).toString('hex');
  const expected = Buffer.from(`Basic ${Buffer.from(`browser:${password}`).toString('base64')}`);
  const sockets = new Set<Socket | Duplex>();
  const refused: string[] = [];
  let bytes = 0;

  const isKnown = ({ headers }: IncomingMessage): boolean => {
    const given = Buffer.from(headers['proxy-authorization'] ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  };

  /** A connection that was checked at every step, or why there is none. */
  async function connect(url: URL): Promise<Socket> {
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const socket = await openSocket(guard, hostOf(url), port);
    keep(socket);
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > BYTES_MAX) socket.destroy();
    });
    return socket;
  }

  function keep(socket: Socket | Duplex): void {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  function note(target: string, error: unknown): string {
    const reason = error instanceof OutboundError ? error.message : 'No connection could be made to the host.';
    if (refused.length < REFUSED_MAX) refused.push(`${target.slice(0, 200)}: ${reason}`);
    return reason;
  }

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isKnown(request)) return void response.writeHead(407, { 'proxy-authenticate': 'Basic realm="errand"' }).end();
    const checked = checkTarget(request.url ?? '', policy, hosts);
    if (typeof checked === 'string') {
      note(request.url ?? '', new OutboundError('address', checked));
      return void response.writeHead(403).end(checked);
    }
    try {
      const socket = await connect(checked);
      const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !HOP.test(name)));
      const onward = httpRequest(
        {
          createConnection: () => socket,
          method: request.method,
          path: checked.pathname + checked.search,
          headers: { ...headers, host: checked.host, connection: 'close' },
        },
        (answer) => {
          const answered = Object.entries(answer.headers).filter(([name]) => !HOP.test(name));
          response.writeHead(answer.statusCode ?? 502, Object.fromEntries(answered));
          answer.pipe(response);
          answer.on('error', () => response.destroy());
        },
      );
      onward.on('error', () => response.destroy());
      response.on('close', () => onward.destroy());
      request.pipe(onward);
    } catch (error) {
      response.writeHead(502).end(note(checked.href, error));
    }
  }

  async function tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    keep(client);
    const end = (line: string, more = ''): void =>
      void client.end(`HTTP/1.1 ${line}\r\n${more}content-length: 0\r\n\r\n`);
    if (!isKnown(request))
      return end('407 Proxy Authentication Required', 'proxy-authenticate: Basic realm="errand"\r\n');
    const checked = checkTunnel(request.url ?? '', policy, hosts);
    if (typeof checked === 'string') {
      note(request.url ?? '', new OutboundError('address', checked));
      return end('403 Forbidden');
    }
    try {
      const socket = await connect(checked);
      if (client.destroyed) return void socket.destroy();
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) socket.write(head);
      socket.pipe(client);
      client.pipe(socket);
      socket.on('close', () => client.destroy());
      client.on('close', () => socket.destroy());
    } catch (error) {
      note(checked.host, error);
      end('502 Bad Gateway');
    }
  }

  const server = createServer((request, response) => void forward(request, response));
  server.maxConnections = CONNECTIONS_MAX;
  server.on('connect', (request, client, head) => void tunnel(request, client, head));
  server.on('connection', keep);
  await new Promise<void>((resolved, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolved);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    username: 'browser',
    password,
    refused: () => [...refused],
    async stop() {
      const closed = new Promise<void>((resolved) => server.close(() => resolved()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** The target, or why it cannot be one. */
function checkTarget(text: string, policy: AddressPolicy, hosts: readonly string[] | undefined): URL | string {
  const checked = checkUrl(text, policy);
  if ('problem' in checked) return checked.problem;
  if (hosts !== undefined && !hosts.includes(checked.url.host)) return 'Is none of the hosts that may be asked here.';
  const host = hostOf(checked.url);
  return isIP(host) !== 0 && !policy.permits(host) ? 'May not point into a private network.' : checked.url;
}

/** Sockets of unencrypted pages are tunnels too; there, port 80 is the usual one. */
function checkTunnel(target: string, policy: AddressPolicy, hosts: readonly string[] | undefined): URL | string {
  const isPlain = target.endsWith(':80');
  const checked = checkTarget(`http${isPlain ? '' : 's'}://${target}/`, policy, hosts);
  return typeof checked === 'string' ? checked : new URL(`https://${target}/`);
}
