import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type AddressPolicy, createAddressPolicy, type Network } from '#platform/outbound/addresses.ts';
import { checkUrl } from '#platform/outbound/check-url.ts';
import { createEgress, type Egress } from '#platform/outbound/egress.ts';
import { OutboundError } from '#platform/outbound/failures.ts';
import { noProxies, type ProxySettings } from '#platform/outbound/proxy-settings.ts';
import { createResolve } from '#platform/outbound/resolve-host.ts';

// The browser's only way to the network. The guard checks the address of every connection as written, as resolved and
// as connected, so that no page can reach a private network. Connections leave through the operator's egress proxy, if
// there is one.

/** A request that the proxy did not carry out: the address that the page requested, the reason, and whether it is forbidden. */
export type Refusal = { target: string; reason: string; isForbidden: boolean };

export type FilterProxy = {
  url: string;
  username: string;
  password: string;
  refused(): Refusal[];
  stop(): Promise<void>;
};

type Options = {
  allow: Network[];
  /** The only hosts that may be requested, with their port unless it is the default port. Default: any host. */
  hosts?: readonly string[] | undefined;
  proxies?: ProxySettings | undefined;
};

const CONNECT_MS = 8_000;
/** Bytes that one visit may load. */
const BYTES_MAX = 200 * 1024 * 1024;
const CONNECTIONS_MAX = 256;
const REFUSED_MAX = 200;
/** Hop-by-hop headers. */
const HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i;

export async function startFilterProxy(options: Options): Promise<FilterProxy> {
  const policy = createAddressPolicy(options.allow);
  const resolve = createResolve({ allowsPrivate: policy.allowsPrivate, timeoutMs: CONNECT_MS / 2 });
  const { proxies = noProxies } = options;
  const egress = createEgress({ policy, resolve, connectMs: CONNECT_MS, proxies });
  // Other users of this machine can reach the port, so it requires a password.
  const password = randomBytes(24).toString('hex');
  const isKnown = createDoor(`browser:${password}`);
  const sockets = new Set<Socket | Duplex>();
  const refused: Refusal[] = [];
  const budget = createBudget(BYTES_MAX);

  const visit: Visit = {
    egress,
    budget,
    check: (text) => checkTarget(text, policy, options.hosts),
    keep(socket) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => socket.destroy());
    },
    note(target, error) {
      const reason = error instanceof OutboundError ? error.message : 'No connection could be made to the host.';
      // Keeps the latest, since a page may request hundreds of addresses before it navigates to one.
      const isForbidden = error instanceof OutboundError && error.failure.kind === 'address';
      if (refused.push({ target, reason, isForbidden }) > REFUSED_MAX) refused.shift();
    },
  };
  const server = createServer((request, response) => {
    if (isKnown(request)) void forward(visit, request, response);
    else response.writeHead(407, { 'proxy-authenticate': 'Basic realm="errand"' }).end();
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.on('connect', (request, client, head) => {
    visit.keep(client);
    if (isKnown(request)) void tunnel(visit, request.url ?? '', client, head);
    else refuse(client, '407 Proxy Authentication Required', 'proxy-authenticate: Basic realm="errand"\r\n');
  });
  server.on('connection', visit.keep);
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
      egress.close();
      await closed;
    },
  };
}

type Visit = {
  egress: Egress;
  budget: { take(bytes: number): boolean };
  /** Returns the target, or the reason why it is refused. */
  check(text: string): URL | string;
  keep(socket: Socket | Duplex): void;
  note(target: string, error: unknown): void;
};

/** Forwards a request in absolute form, as browsers send it for unencrypted pages. */
async function forward(visit: Visit, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = visit.check(request.url ?? '');
  if (typeof target === 'string') {
    visit.note(request.url ?? '', new OutboundError('address', target));
    // No body, so that a refusal never becomes the content of a page.
    return void response.writeHead(403).end();
  }
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  try {
    const dispatcher = await visit.egress.dispatcherFor(target);
    const { statusCode, headers, body } = await dispatcher.request({
      origin: target.origin,
      path: target.pathname + target.search,
      method: request.method ?? 'GET',
      headers: { ...withoutHop(request.headers), host: target.host },
      body: hasBody(request) ? request : null,
      signal: gone.signal,
    });
    body.on('data', (chunk: Buffer) => {
      if (!visit.budget.take(chunk.length)) body.destroy();
    });
    response.writeHead(statusCode, withoutHop(headers));
    await pipeline(body, response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else {
      visit.note(target.href, error);
      response.writeHead(502).end();
    }
  }
}

async function tunnel(visit: Visit, to: string, client: Duplex, head: Buffer): Promise<void> {
  // WebSockets of unencrypted pages also use tunnels, with default port 80.
  const target = visit.check(`http${to.endsWith(':80') ? '' : 's'}://${to}/`);
  if (typeof target === 'string') {
    visit.note(to, new OutboundError('address', target));
    return refuse(client, '403 Forbidden');
  }
  try {
    const socket = await visit.egress.openTunnel(target);
    visit.keep(socket);
    if (client.destroyed) return void socket.destroy();
    socket.on('data', (chunk: Buffer) => {
      if (!visit.budget.take(chunk.length)) socket.destroy();
    });
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) socket.write(head);
    socket.pipe(client);
    client.pipe(socket);
    socket.on('close', () => client.destroy());
    client.on('close', () => socket.destroy());
  } catch (error) {
    visit.note(target.host, error);
    refuse(client, '502 Bad Gateway');
  }
}

function refuse(client: Duplex, status: string, headers = ''): void {
  client.end(`HTTP/1.1 ${status}\r\n${headers}content-length: 0\r\n\r\n`);
}

function createDoor(credentials: string): (request: IncomingMessage) => boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(credentials).toString('base64')}`);
  return ({ headers }) => {
    const given = Buffer.from(headers['proxy-authorization'] ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
}

function createBudget(bytesMax: number) {
  let taken = 0;
  return {
    take(bytes: number): boolean {
      taken += bytes;
      return taken <= bytesMax;
    },
  };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const withoutHop = <T>(headers: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(headers).filter(([name, value]) => !HOP.test(name) && value !== undefined));

function checkTarget(text: string, policy: AddressPolicy, hosts: readonly string[] | undefined): URL | string {
  const checked = checkUrl(text, policy);
  if ('problem' in checked) return checked.problem;
  const isAsked = hosts === undefined || hosts.includes(checked.url.host);
  return isAsked ? checked.url : 'Requests to this host are not allowed here.';
}
