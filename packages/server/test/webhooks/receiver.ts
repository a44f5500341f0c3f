import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// A real HTTP server on loopback that keeps what it gets and answers as it is told.

export type Received = { path: string; headers: IncomingHttpHeaders; body: string; at: number };

export type Receiver = {
  url: string;
  port: number;
  received: Received[];
  /** Default: 200 without a body. */
  answer: (response: ServerResponse, request: Received, index: number) => void;
  stop(): Promise<void>;
};

export async function startReceiver(answer?: Receiver['answer']): Promise<Receiver> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const got = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        at: Date.now(),
      };
      receiver.received.push(got);
      receiver.answer(response, got, receiver.received.length - 1);
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received: [],
    answer: answer ?? ((response) => response.writeHead(200).end('thanks')),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
