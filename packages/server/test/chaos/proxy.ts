import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * A way to PostgreSQL that can lose its answers: what is sent arrives, is done and committed, and nobody hears of it
 * before the connection breaks. The worst moment to lose a connection, every time.
 */
export async function startProxy(socketPath: string) {
  const links = new Set<{ client: Socket; upstream: Socket; deaf: boolean }>();
  const server = createServer((client) => {
    const link = { client, upstream: connect(socketPath), deaf: false };
    links.add(link);
    const { upstream } = link;
    client.setNoDelay(true);
    client.on('data', (data) => upstream.write(data));
    upstream.on('data', (data) => {
      if (!link.deaf) client.write(data);
    });
    client.on('error', () => undefined);
    upstream.on('error', () => undefined);
    // PostgreSQL ends what it is at before it notices that nobody listens.
    client.on('close', () => upstream.end());
    upstream.on('close', () => {
      client.destroy();
      links.delete(link);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async loseAnswers(ms: number): Promise<void> {
      const deaf = [...links];
      for (const link of deaf) link.deaf = true;
      await delay(ms);
      for (const { client } of deaf) client.destroy();
      await delay(3 * ms);
    },
    async stop(): Promise<void> {
      for (const { client, upstream } of links) {
        client.destroy();
        upstream.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
