import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** Starts a proxy that can break: it can cut all connections at once, or hold responses back. */
export async function startProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isHolding: (request: string) => boolean = () => false;
  let connections = 0;
  const server = createServer((incoming) => {
    connections++;
    const outgoing = connect(Number(port), hostname);
    let asked = '';
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (from === incoming) asked = chunk.toString('latin1').split('\r\n', 1)[0]!;
        else if (isHolding(asked)) return;
        to.write(chunk);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    /** As if the network went away for a moment. */
    cut(): void {
      for (const socket of sockets) socket.destroy();
    },
    /** Matching requests get no response, as behind a proxy that buffers whole responses. */
    hold(which: (request: string) => boolean): void {
      isHolding = which;
    },
    stop(): void {
      this.cut();
      server.close();
    },
  };
}
