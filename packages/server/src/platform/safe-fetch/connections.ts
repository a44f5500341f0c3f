import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { connect as connectTls } from 'node:tls';
import { Client } from 'undici';
import type { AddressPolicy } from './addresses.ts';
import { OutboundError } from './failures.ts';
import { type Resolve, resolvePermitted } from './resolve-host.ts';

// Connections that were checked: the name's addresses before connecting, exactly those are dialled, and the address at
// the other end before a byte is sent. Each connection carries one request at a time and is kept for the next one.

export type Opened = { dnsMs: number | null; connectMs: number };
export type Connection = {
  client: Client;
  origin: string;
  /** Set whenever the connection is made, also when a closed one is made again. */
  opened: Opened | undefined;
};

type Options = {
  policy: AddressPolicy;
  resolve: Resolve;
  /** For name, connection and handshake together. */
  connectMs: number;
  idleMax?: number;
  ca?: string | undefined;
};

export function createConnections(options: Options) {
  const { idleMax = 256 } = options;
  const idle = new Map<string, Connection[]>();
  const all = new Set<Connection>();
  let idleCount = 0;

  function open(origin: string): Connection {
    const connection: Connection = { origin, opened: undefined, client: undefined as unknown as Client };
    connection.client = new Client(origin, {
      pipelining: 1,
      allowH2: false,
      // The deadline of the whole request is kept by its sender.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 16_384,
      keepAliveTimeout: 10_000,
      keepAliveMaxTimeout: 30_000,
      connect: ({ hostname, protocol, port }, callback) => {
        dial(options, {
          host: hostname.replace(/\.+$/, ''),
          port: Number(port) || (protocol === 'https:' ? 443 : 80),
          protocol,
        }).then(
          ({ socket, opened }) => {
            connection.opened = opened;
            callback(null, socket);
          },
          (error) => callback(error, null),
        );
      },
    });
    all.add(connection);
    // An idle connection that the other side closed is not worth keeping.
    connection.client.on('disconnect', () => forget(connection));
    return connection;
  }

  function forget(connection: Connection): void {
    const list = idle.get(connection.origin);
    const index = list?.indexOf(connection) ?? -1;
    if (index < 0) return;
    list!.splice(index, 1);
    idleCount -= 1;
    if (list!.length === 0) idle.delete(connection.origin);
    drop(connection);
  }

  function drop(connection: Connection): void {
    all.delete(connection);
    void connection.client.destroy().catch(() => undefined);
  }

  return {
    /** `fresh`: never one that was used before. */
    take(origin: string, fresh = false): Connection {
      const list = fresh ? undefined : idle.get(origin);
      const known = list?.pop();
      if (known === undefined) return open(origin);
      idleCount -= 1;
      if (list!.length === 0) idle.delete(origin);
      known.opened = undefined;
      return known;
    },
    give(connection: Connection): void {
      if (connection.client.destroyed || connection.client.closed || idleCount >= idleMax) {
        drop(connection);
        return;
      }
      const list = idle.get(connection.origin);
      if (list) list.push(connection);
      else idle.set(connection.origin, [connection]);
      idleCount += 1;
    },
    drop,
    get size(): number {
      return all.size;
    },
    close(): void {
      for (const connection of all) drop(connection);
      idle.clear();
      idleCount = 0;
    },
  };
}

/** A connection to an address that may be reached, checked before and after it is made. `http:` gives the bare socket. */
export async function dial(
  options: Options,
  target: { host: string; port: number; protocol: string },
): Promise<{ socket: Socket; opened: Opened }> {
  const host = target.host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const startedAt = performance.now();
  let raw: Socket | undefined;
  let timedOut = false;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new OutboundError('connection'));
      raw?.destroy();
    }, options.connectMs);
  });
  const work = async () => {
    const addresses = await resolvePermitted(host, options.policy, options.resolve);
    const resolvedAt = performance.now();
    raw = await openTcp(host, target.port, addresses);
    // Believe the socket, not the answer of a name server.
    if (raw.remoteAddress === undefined || !options.policy.permits(raw.remoteAddress)) {
      raw.destroy();
      throw new OutboundError('address');
    }
    const socket = target.protocol === 'https:' ? await upgrade(raw, host, options.ca) : raw;
    const dnsMs = isIP(host) === 0 ? resolvedAt - startedAt : null;
    return { socket, opened: { dnsMs, connectMs: performance.now() - resolvedAt } };
  };
  const working = work();
  // When the deadline won, a connection that comes after it is of no use.
  working.then(
    ({ socket }) => timedOut && socket.destroy(),
    () => undefined,
  );
  try {
    return await Promise.race([working, late]);
  } catch (error) {
    timedOut = true;
    raw?.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function openTcp(host: string, port: number, addresses: string[]): Promise<Socket> {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  return new Promise((resolve, reject) => {
    const socket = connectTcp({
      // A name of our own: nothing but the pinned addresses can be meant by it.
      host: isIP(host) === 0 ? 'pinned.invalid' : host,
      port,
      lookup: (_host, { all }, callback) =>
        all ? callback(null, pinned) : callback(null, pinned[0]!.address, pinned[0]!.family),
      autoSelectFamily: true,
    });
    socket.setNoDelay(true);
    socket.once('connect', () => {
      socket.removeListener('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  }).catch((error: unknown) => {
    throw error instanceof OutboundError ? error : new OutboundError('connection');
  }) as Promise<Socket>;
}

function upgrade(raw: Socket, host: string, ca: string | undefined): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({
      socket: raw,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca !== undefined && { ca }),
      ALPNProtocols: ['http/1.1'],
    });
    const fail = (error: NodeJS.ErrnoException): void => {
      raw.destroy();
      // A connection that ends during the handshake is a failed handshake.
      reject(error.code === 'ECONNRESET' ? new OutboundError('tls') : error);
    };
    raw.once('error', fail);
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      raw.removeListener('error', fail);
      socket.removeListener('error', fail);
      resolve(socket);
    });
  });
}
