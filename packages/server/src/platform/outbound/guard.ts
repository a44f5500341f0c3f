import { AsyncLocalStorage } from 'node:async_hooks';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { buildConnector } from 'undici';
import type { AddressPolicy } from './addresses.ts';
import { OutboundError } from './failures.ts';
import { type Resolve, resolvePermitted } from './resolve-host.ts';

// Opens undici's connections and checks each of them three times: the host as written, the addresses that its name
// resolves to (exactly those are dialled), and the address at the other end.

export type GuardOptions = {
  policy: AddressPolicy;
  resolve: Resolve;
  /** The time limit for look-up, connection and handshake together. */
  connectMs: number;
  ca?: string | undefined;
};

/** How long a request waited for its connection. Both stay null if it reused an open one. */
export type ConnectTiming = { dnsMs: number | null; connectMs: number | null };

/**
 * The timing of the request that a connection is opened for. This works because the client calls the connector while it
 * handles that request.
 */
export const connectTiming = new AsyncLocalStorage<ConnectTiming>();

export type Guard = ReturnType<typeof createGuard>;

export function createGuard({ policy, resolve, connectMs, ca }: GuardOptions) {
  let connections = 0;
  let isClosed = false;

  const lookup: LookupFunction = (host, { all }, callback) => {
    const startedAt = performance.now();
    const timing = connectTiming.getStore();
    resolvePermitted(host, policy, resolve).then(
      (addresses) => {
        if (isClosed) return callback(new OutboundError('reset'), '');
        if (timing) timing.dnsMs = performance.now() - startedAt;
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all) callback(null, found);
        else callback(null, found[0]!.address, found[0]!.family);
      },
      (error) => callback(error, ''),
    );
  };
  const dial = buildConnector({
    allowH2: false,
    timeout: connectMs,
    autoSelectFamily: true,
    lookup,
    ...(ca !== undefined && { ca }),
  } as buildConnector.BuildOptions);

  const connect: buildConnector.connector = (target, callback) => {
    const host = target.hostname.replace(/\.+$/, '').toLowerCase();
    const isName = isIP(host) === 0;
    if (!isName && !policy.permits(host)) return callback(new OutboundError('address'), null);
    const timing = connectTiming.getStore();
    const startedAt = performance.now();
    connections += 1;
    let isLate = false;
    // Our own timer, because the library's may be late by half a second. Either one destroys the socket.
    const timer = setTimeout(() => {
      isLate = true;
      connections -= 1;
      callback(new OutboundError('connection'), null);
    }, connectMs);
    dial({ ...target, hostname: host, ...(isName && { servername: host }) }, (error, socket) => {
      clearTimeout(timer);
      if (isLate) return void socket?.destroy();
      const isRefused = !error && !policy.permits(socket?.remoteAddress ?? '');
      // The check trusts the socket, not the name server's response.
      if (isRefused) socket?.destroy();
      if (!socket || isRefused) {
        connections -= 1;
        return callback(error ?? new OutboundError('address'), null);
      }
      socket.once('close', () => {
        connections -= 1;
      });
      if (timing) timing.connectMs = performance.now() - startedAt - (timing.dnsMs ?? 0);
      callback(null, socket);
    });
  };

  return {
    connect,
    /** The number of connections that are open or being opened. */
    get connections(): number {
      return connections;
    },
    /** Prevents further connections. */
    close(): void {
      isClosed = true;
    },
  };
}

/** Opens a raw connection through the guard. */
export function openSocket(guard: Guard, host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    guard.connect({ hostname: host, protocol: 'http:', port: String(port) }, (error, socket) =>
      socket ? resolve(socket) : reject(error),
    );
  });
}
