import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** Passes on what one side of a connection has sent, or does not. */
type Carry = (chunk: Buffer, to: Socket) => void;

export type DatabaseDoor = {
  /** The database behind the door, without its parameters. */
  url: string;
  /** Host and port. */
  address: string;
  open(): Promise<void>;
  /** Cuts all connections and refuses new ones. */
  shut(): Promise<void>;
};

/**
 * A TCP address that leads to the PostgreSQL of this URL, like a network that can fail. `onConnection` returns what
 * carries the bytes of a new connection, in both directions.
 */
export async function openDatabaseDoor(
  target: string,
  onConnection: () => Carry = () => (chunk, to) => to.write(chunk),
): Promise<DatabaseDoor> {
  const { host, port } = new pg.Client({ connectionString: target });
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const carry = onConnection();
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined).on('close', () => to.destroy());
      from.on('data', (chunk) => carry(chunk, to));
    }
  });
  const listen = (at: number): Promise<void> => new Promise((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const { port: own } = server.address() as { port: number };
  const url = new URL(target);
  url.search = '';
  url.host = `127.0.0.1:${own}`;
  return {
    url: url.href,
    address: url.host,
    open: () => listen(own),
    async shut() {
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
