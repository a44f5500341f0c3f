import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

// The address under which processes reach another server: it stands for a virtual address or a balancer. It can move to
// another server, go silent as a broken network does, and lose answers: what is sent arrives, is done and committed, and
// nobody hears of it before the connection breaks.

/** The path of a socket, or a port on loopback. */
export type Target = string | number;

type Link = {
  client: Socket;
  upstream: Socket;
  /** Answers are thrown away. */
  deaf: boolean;
  /** Its server is gone, and nobody is told. */
  stranded: boolean;
};

export type Address = Awaited<ReturnType<typeof startProxy>>;

export async function startProxy(first: Target) {
  const links = new Set<Link>();
  let target = first;
  let silent = false;

  const server = createServer((client) => {
    const upstream = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target);
    const link: Link = { client, upstream, deaf: false, stranded: false };
    links.add(link);
    client.setNoDelay(true);
    upstream.setNoDelay(true);
    client.on('data', (data) => upstream.write(data));
    upstream.on('data', (data) => {
      if (!link.deaf) client.write(data);
    });
    client.on('error', () => undefined);
    upstream.on('error', () => undefined);
    // The server ends what it is at before it notices that nobody listens.
    client.on('close', () => {
      links.delete(link);
      upstream.end();
    });
    // The end of a server behind a silent network is not heard either.
    upstream.on('close', () => !silent && !link.stranded && client.destroy());
    if (silent) hold(link);
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

    /** Nothing passes any more, in either direction, and nobody is told. */
    silence(): void {
      silent = true;
      for (const link of links) hold(link);
    },

    /** What was held back passes; connections whose server has gone meanwhile are cut. */
    speak(): void {
      silent = false;
      for (const { client, upstream, stranded } of links) {
        if (stranded) continue;
        client.resume();
        upstream.resume();
        if (upstream.destroyed) client.destroy();
      }
    },

    /** New connections lead to another server from now on, and those to the old one are cut. */
    moveTo(next: Target): void {
      target = next;
      for (const { client, upstream } of links) {
        client.destroy();
        upstream.destroy();
      }
    },

    /** New connections lead to another server from now on, and those to the old one stay silent for ever. */
    leave(next: Target): void {
      target = next;
      silent = false;
      for (const link of links) {
        link.stranded = true;
        hold(link);
      }
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

function hold({ client, upstream }: Link): void {
  client.pause();
  upstream.pause();
}
