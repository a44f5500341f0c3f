import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { connect as connectTls } from 'node:tls';
import type { AddressPolicy } from './addresses.ts';
import { OutboundError } from './failures.ts';
import { type Resolve, resolvePermitted } from './resolve-host.ts';

// Connections that were checked: the name's addresses before connecting, exactly those are dialled, and the address at
// the other end before a byte is sent. Each connection carries one request at a time and is kept for the next one.

export type Opened = { dnsMs: number | null; connectMs: number };

/** Whoever has the connection hears what becomes of it. */
export type Holder = {
  onData(bytes: Buffer): void;
  /** The other side sends no more. */
  onEnd(): void;
  onClose(error: Error | undefined): void;
};

export type Connection = {
  origin: string;
  /** Undefined until the connection is made. */
  socket: Socket | undefined;
  /** While it is being made. */
  dialling: Socket | undefined;
  /** Set when the connection was made for the request that it carries now. */
  opened: Opened | undefined;
  holder: Holder | undefined;
  dropped: boolean;
  idleUntil: number;
};

type Options = {
  policy: AddressPolicy;
  resolve: Resolve;
  /** For name, connection and handshake together. */
  connectMs: number;
  idleMax?: number;
  ca?: string | undefined;
};

/** How long a connection is kept where the other side does not say how long it does, and where it says more. */
const IDLE_MS = 10_000;
const IDLE_MS_MAX = 30_000;
/** So long before the other side closes it, a connection is not used any more: a request would meet the end. */
const IDLE_MARGIN_MS = 2_000;
const SWEEP_MS = 1_000;

export function createConnections(options: Options) {
  const { idleMax = 256 } = options;
  const idle = new Map<string, Connection[]>();
  const all = new Set<Connection>();
  let idleCount = 0;
  let sweeping: NodeJS.Timeout | undefined;
  let closed = false;

  function open(origin: string): Connection {
    const connection: Connection = {
      origin,
      socket: undefined,
      dialling: undefined,
      opened: undefined,
      holder: undefined,
      dropped: false,
      idleUntil: 0,
    };
    all.add(connection);
    return connection;
  }

  async function connect(connection: Connection): Promise<Socket> {
    if (closed) throw new OutboundError('reset');
    const { hostname, protocol, port } = new URL(connection.origin);
    const target = {
      host: hostname.replace(/\.+$/, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      protocol,
    };
    const { socket, opened } = await dial(options, target, (dialling) => {
      connection.dialling = dialling;
      if (connection.dropped) dialling.destroy();
    });
    connection.dialling = undefined;
    if (connection.dropped) socket.destroy();
    // Who waits for an answer has a timer; nobody has to stay for the sake of an idle connection.
    socket.unref();
    let failed: Error | undefined;
    socket.on('data', (bytes) => {
      // Nobody asked for anything.
      if (connection.holder === undefined) discard(connection);
      else connection.holder.onData(bytes);
    });
    socket.on('end', () => connection.holder?.onEnd());
    socket.on('error', (error) => {
      failed = error;
    });
    socket.on('close', () => {
      if (connection.holder === undefined) discard(connection);
      else connection.holder.onClose(failed);
    });
    connection.socket = socket;
    connection.opened = opened;
    return socket;
  }

  function drop(connection: Connection): void {
    connection.dropped = true;
    connection.holder = undefined;
    all.delete(connection);
    connection.dialling?.destroy();
    connection.socket?.destroy();
  }

  /** An idle connection that is not worth keeping. */
  function discard(connection: Connection): void {
    const list = idle.get(connection.origin);
    const index = list?.indexOf(connection) ?? -1;
    if (index >= 0) {
      list!.splice(index, 1);
      idleCount -= 1;
      if (list!.length === 0) idle.delete(connection.origin);
    }
    drop(connection);
  }

  function sweep(): void {
    const now = performance.now();
    for (const list of [...idle.values()])
      for (const connection of [...list]) if (connection.idleUntil <= now) discard(connection);
    if (idleCount > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  }

  return {
    connect,
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
    /** Keeps it for the next request. */
    give(connection: Connection, keepSeconds: number | undefined): void {
      connection.holder = undefined;
      const said = keepSeconds === undefined ? IDLE_MS : keepSeconds * 1_000 - IDLE_MARGIN_MS;
      const keptMs = Math.min(said, IDLE_MS_MAX);
      // One that still sends its request, though the answer is there, would send the rest into the next one.
      const { destroyed, writableLength } = connection.socket!;
      if (closed || destroyed || writableLength > 0 || keptMs <= 0 || idleCount >= idleMax) {
        drop(connection);
        return;
      }
      connection.idleUntil = performance.now() + keptMs;
      const list = idle.get(connection.origin);
      if (list) list.push(connection);
      else idle.set(connection.origin, [connection]);
      idleCount += 1;
      sweeping ??= setInterval(sweep, SWEEP_MS).unref();
    },
    drop,
    get size(): number {
      return all.size;
    },
    /** What is under way fails at once. */
    close(): void {
      closed = true;
      for (const connection of all) {
        const { holder } = connection;
        drop(connection);
        holder?.onClose(undefined);
      }
      idle.clear();
      idleCount = 0;
      clearInterval(sweeping);
      sweeping = undefined;
    },
  };
}

/** A connection to an address that may be reached, checked before and after it is made. `http:` gives the bare socket. */
export async function dial(
  options: Options,
  target: { host: string; port: number; protocol: string },
  /** Hears of the socket while the connection is being made, to be able to end it. */
  onSocket?: (socket: Socket) => void,
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
    raw = await openTcp(host, target.port, addresses, (socket) => {
      raw = socket;
      if (timedOut) socket.destroy();
      else onSocket?.(socket);
    });
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

function openTcp(host: string, port: number, addresses: string[], onSocket: (socket: Socket) => void): Promise<Socket> {
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
      socket.removeListener('close', reject);
      resolve(socket);
    });
    socket.once('error', reject);
    socket.once('close', reject);
    onSocket(socket);
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
    const ended = (): void => reject(new OutboundError('tls'));
    raw.once('error', fail);
    raw.once('close', ended);
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      raw.removeListener('error', fail);
      raw.removeListener('close', ended);
      socket.removeListener('error', fail);
      resolve(socket);
    });
  });
}
