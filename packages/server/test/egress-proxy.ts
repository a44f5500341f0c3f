import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { until } from './until.ts';

// An egress proxy on loopback, as companies have them: CONNECT for what is encrypted, whole addresses for what is not.

export type EgressProxy = {
  /** With credentials; without them it answers 407. */
  url: string;
  /** `CONNECT host:port` or `POST http://host/path`, in their order. */
  seen: string[];
  /** A connection from this port was made by this proxy and by nobody else. */
  connectedFrom(port: number): Promise<boolean>;
  /** Where a host is found that no name server knows: host:port → port on loopback. */
  routes: Map<string, number>;
  stop(): Promise<void>;
};

const USER = 'errand';
const PASSWORD = 'proxy secret';

export async function startEgressProxy(): Promise<EgressProxy> {
  const expected = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
  const seen: string[] = [];
  const ports = new Set<number>();
  const routes = new Map<string, number>();
  const sockets = new Set<Socket>();
  const isKnown = ({ headers }: IncomingMessage): boolean => headers['proxy-authorization'] === expected;
  const dial = (host: string): Socket => {
    const [name, port] = host.split(':') as [string, string];
    const socket = routes.has(host) ? connect(routes.get(host)!, '127.0.0.1') : connect(Number(port), name);
    socket.once('connect', () => ports.add(socket.localPort!));
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const server = createServer((request, response) => {
    if (!isKnown(request)) return void response.writeHead(407).end();
    seen.push(`${request.method} ${request.url}`);
    const target = new URL(request.url!);
    const { 'proxy-authorization': _, 'proxy-connection': __, ...headers } = request.headers;
    const onward = httpRequest(
      {
        method: request.method,
        path: target.pathname + target.search,
        headers,
        createConnection: () => dial(target.port === '' ? `${target.host}:80` : target.host),
      },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    client.on('error', () => client.destroy());
    if (!isKnown(request)) return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    seen.push(`CONNECT ${request.url}`);
    const onward = dial(request.url!);
    onward.once('connect', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(client).pipe(onward);
    });
    onward.once('close', () => client.destroy());
    client.once('close', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `http://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${ownPort}`,
    seen,
    routes,
    async connectedFrom(port) {
      // The receiver may hear of a connection before its maker does.
      return until(async () => ports.has(port), 'the proxy to know its connection', 2_000).then(
        () => true,
        () => false,
      );
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
