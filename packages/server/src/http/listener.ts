import { once } from 'node:events';
import type { Server } from 'node:http';

/** Wraps a small additional server. It stops without waiting for open connections. */
export const createListener = (server: Server, { port, host }: { port: number; host: string }) => ({
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
});
