import assert from 'node:assert/strict';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { createServer as createTls } from 'node:tls';
import { makeCertificate } from '../../../test/certificate.ts';
import { until } from '../../../test/until.ts';
import { parseNetwork } from './addresses.ts';
import { createOutbound } from './client.ts';

// Receivers that misbehave. Each call must end within its deadline, with a failure that says what happened.

const TOTAL_MS = 1_000;
/** Extra time for a machine that is busy with other tests. */
const BUSY_MS = 5_000;
const allow = [parseNetwork('127.0.0.0/8')!];
const outbound = createOutbound({ allow, limits: { totalMs: TOTAL_MS, connectMs: 800 } });
const cleanups: (() => void)[] = [() => outbound.close()];
after(() => {
  for (const cleanup of cleanups) cleanup();
});

async function listen(server: {
  listen(port: number, host: string, done: () => void): unknown;
  address(): unknown;
  close(): unknown;
}): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

const tcp = (onSocket: (socket: Socket) => void): Promise<number> =>
  listen(
    createServer((socket) => {
      cleanups.push(() => socket.destroy());
      socket.on('error', () => undefined);
      onSocket(socket);
    }),
  );

async function post(url: string, client = outbound) {
  const startedAt = performance.now();
  const exchange = await client.request({ method: 'POST', url, headers: { 'x-a': 'b' }, body: '{"a":1}' });
  return { ...exchange, ms: performance.now() - startedAt };
}

const hostile: [string, (socket: Socket) => void, string][] = [
  ['never answers', () => undefined, 'timeout'],
  ['does not even read', (socket) => socket.pause(), 'timeout'],
  [
    'answers one byte at a time, for ever',
    (socket) => {
      const timer = setInterval(() => socket.write('H'), 50);
      socket.on('close', () => clearInterval(timer));
    },
    'protocol|timeout',
  ],
  [
    'sends its header one byte at a time',
    (socket) => {
      const text = 'HTTP/1.1 200 OK\r\nX-Very: long header that never ends ';
      let at = 0;
      const timer = setInterval(() => socket.write(text[at++ % text.length]!), 30);
      socket.on('close', () => clearInterval(timer));
    },
    'timeout',
  ],
  [
    'answers 200 and then one byte a minute',
    (socket) => socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nx')),
    'timeout',
  ],
  ['closes at once', (socket) => socket.end(), 'reset'],
  ['resets', (socket) => socket.once('data', () => socket.resetAndDestroy()), 'reset'],
  [
    'closes in the middle of its answer',
    (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')),
    'reset|protocol',
  ],
  [
    'answers something that is not HTTP',
    (socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9\r\n')),
    'protocol',
  ],
  [
    'answers HTTP with broken headers',
    (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nbad header\r\n\r\n')),
    'protocol',
  ],
  [
    'answers with a status that does not exist',
    (socket) => socket.once('data', () => socket.end('HTTP/1.1 banana OK\r\n\r\n')),
    'protocol',
  ],
  [
    'sends a megabyte of headers',
    (socket) =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(1000)}\r\n`)),
    'protocol',
  ],
  [
    'sends both a length and chunks (request smuggling)',
    (socket) =>
      socket.once('data', () =>
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
      ),
    'protocol',
  ],
];

for (const [what, onSocket, expected] of hostile) {
  test(`a receiver that ${what} is a failure within the deadline`, async () => {
    const port = await tcp(onSocket);
    const { failure, ms } = await post(`http://127.0.0.1:${port}/`);
    assert.match(failure?.kind ?? 'none', new RegExp(`^(${expected})$`), failure?.message);
    assert.ok(ms < TOTAL_MS + BUSY_MS, `took ${ms} ms`);
  });
}

test('10 GB are not read: the call ends at 64 KiB and keeps the first 4', async () => {
  let sent = 0;
  const chunk = Buffer.alloc(65_536, 'a');
  const port = await listen(
    createHttp((_request, response) => {
      response.writeHead(200, { 'content-length': String(10 * 1024 ** 3) });
      const more = (): void => {
        while (response.write(chunk) && sent < 64 * 1024 * 1024) sent += chunk.length;
      };
      response.on('drain', more);
      more();
    }),
  );
  const before = process.memoryUsage().rss;
  const { failure, status, body } = await post(`http://127.0.0.1:${port}/`);
  assert.deepEqual([failure?.kind, status, body.length], ['too_large', 200, 4_096]);
  assert.ok(sent < 32 * 1024 * 1024, `${sent} bytes were taken`);
  assert.ok(process.memoryUsage().rss - before < 64 * 1024 * 1024);
});

test('redirects are an answer like any other and are not followed', async () => {
  let calls = 0;
  const port = await listen(
    createHttp((_request, response) => {
      calls += 1;
      response.writeHead(302, { location: `http://127.0.0.1:${port}/again` }).end();
    }),
  );
  const { failure, status } = await post(`http://127.0.0.1:${port}/`);
  assert.deepEqual([failure, status, calls], [null, 302, 1]);
});

test('a port nobody listens on and one that is silent are one and the same failure', async () => {
  const port = await tcp(() => undefined);
  const closed = createServer();
  const closedPort = await listen(closed);
  await new Promise((resolve) => closed.close(resolve));
  const { failure } = await post(`http://127.0.0.1:${closedPort}/`);
  assert.equal(failure?.kind, 'connection');
  // A TLS connection to a socket that never completes the handshake ends with the connection's deadline.
  const silent = await post(`https://127.0.0.1:${port}/`);
  assert.equal(silent.failure?.kind, 'connection');
  assert.equal(silent.failure?.message, failure?.message);
});

test('a certificate that nobody vouches for, or for another name, is refused', async (t) => {
  const made = makeCertificate('hook.example');
  if (made === undefined) return t.skip('openssl is not installed');
  const server = createTls(made, (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
  });
  server.on('tlsClientError', () => undefined);
  const port = await listen(server);
  const resolve = async (): Promise<string[]> => ['127.0.0.1'];
  const strict = createOutbound({ allow, resolve, limits: { totalMs: 2_000, connectMs: 1_500 } });
  const trusting = createOutbound({
    allow,
    resolve,
    ca: made.cert,
    limits: { totalMs: 2_000, connectMs: 1_500 },
  });
  cleanups.push(strict.close, trusting.close);
  const unknown = await post(`https://hook.example:${port}/`, strict);
  assert.deepEqual([unknown.failure?.kind, unknown.status], ['tls', null]);
  assert.match(unknown.failure!.message, /self-signed/);
  const otherName = await post(`https://other.example:${port}/`, trusting);
  assert.match(otherName.failure!.message, /another host name/);
  const good = await post(`https://hook.example:${port}/`, trusting);
  assert.deepEqual([good.failure, good.status], [null, 204]);
  assert.ok(good.timing.dns !== null && good.timing.connect !== null && good.timing.firstByte !== null);
  const plain = await tcp((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\n')));
  assert.equal((await post(`https://hook.example:${plain}/`, strict)).failure?.kind, 'tls');
});

test('a connection is reused, and one that was closed is replaced without a failure', async () => {
  let connections = 0;
  let drop: Socket | undefined;
  const server = createHttp((_request, response) => response.writeHead(200).end('ok'));
  server.on('connection', (socket) => {
    connections += 1;
    drop = socket;
  });
  const port = await listen(server);
  const first = await post(`http://127.0.0.1:${port}/`);
  const second = await post(`http://127.0.0.1:${port}/`);
  assert.equal(connections, 1);
  assert.ok(first.timing.connect !== null);
  assert.deepEqual([second.timing.dns, second.timing.connect], [null, null]);
  drop!.destroy();
  // Works whether or not the client has noticed the end by then, because repeating a GET is harmless.
  const third = await outbound.request({ method: 'GET', url: `http://127.0.0.1:${port}/`, headers: {} });
  assert.deepEqual([third.failure, third.status, connections], [null, 200, 2]);
});

describe('a kept connection that is reset before the response', () => {
  /** Carries out every request that it reads. The first one on a connection gets a response, the next a reset. */
  async function startPayments() {
    const carriedOut: string[] = [];
    const port = await tcp((socket) => {
      let requests = 0;
      socket.on('data', (bytes) => {
        requests += 1;
        carriedOut.push(bytes.toString('latin1').split('\r\n\r\n')[1]!);
        if (requests === 1) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\npaid');
        else socket.resetAndDestroy();
      });
    });
    const call = (method: 'POST' | 'PUT', body: string, idempotent?: boolean) =>
      outbound.request({
        method,
        url: `http://127.0.0.1:${port}/`,
        headers: {},
        body,
        ...(idempotent !== undefined && { idempotent }),
      });
    return { carriedOut, call };
  }

  test('ends a POST with a failure that says it may have been carried out, and it was carried out once', async () => {
    const { carriedOut, call } = await startPayments();
    assert.equal((await call('POST', 'pay 1')).status, 200);
    const { failure, status, timing } = await call('POST', 'pay 2');
    assert.equal(timing.connect, null, 'the connection was a kept one');
    assert.deepEqual([failure?.kind, failure?.maybeCarriedOut, status], ['reset', true, null]);
    assert.match(failure!.message, /may have been carried out/);
    // A repeated 'pay 2' would arrive before this one.
    assert.equal((await call('POST', 'pay 3')).status, 200);
    assert.deepEqual(carriedOut, ['pay 1', 'pay 2', 'pay 3']);
  });

  test('repeats a request that is idempotent, or that the caller says is', async () => {
    const { carriedOut, call } = await startPayments();
    assert.equal((await call('POST', 'pay 1')).status, 200);
    assert.equal((await call('PUT', 'set 2')).status, 200);
    assert.deepEqual(carriedOut, ['pay 1', 'set 2', 'set 2']);
    assert.equal((await call('POST', 'pay 3 with a key', true)).status, 200);
    assert.deepEqual(carriedOut.slice(3), ['pay 3 with a key', 'pay 3 with a key']);
    assert.equal((await call('PUT', 'set 4', false)).failure?.kind, 'reset');
  });
});

test('a request that never left is not said to be carried out', async () => {
  const closed = createServer();
  const port = await listen(closed);
  await new Promise((resolve) => closed.close(resolve));
  const { failure } = await post(`http://127.0.0.1:${port}/`);
  assert.deepEqual([failure?.kind, failure?.maybeCarriedOut], ['connection', false]);
});

test('an answer in chunks of one byte costs no more memory than it has bytes', async () => {
  const chunks = Buffer.from('1\r\nx\r\n'.repeat(20_000));
  const port = await tcp((socket) =>
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n');
      for (let index = 0; index < 25; index += 1) socket.write(chunks);
      socket.write('0\r\n\r\n');
    }),
  );
  const before = process.memoryUsage().heapUsed;
  const limits = { totalMs: 20_000, answerBytesMax: 1_000_000, keptBytesMax: 1_000_000 };
  const { failure, body } = await outbound.request({
    method: 'GET',
    url: `http://127.0.0.1:${port}/`,
    headers: {},
    limits,
  });
  assert.deepEqual([failure, body.length, body.every((byte) => byte === 0x78)], [null, 500_000, true]);
  assert.ok(process.memoryUsage().heapUsed - before < 40 * 1024 * 1024);
});

test('a request whose answer has begun is not sent again, however the answer ends', async () => {
  let requests = 0;
  const port = await tcp((socket) =>
    socket.on('data', () => {
      requests += 1;
      if (requests === 1) socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      else socket.end('HTTP/1.1 100 Continue\r\n\r\n');
    }),
  );
  assert.equal((await post(`http://127.0.0.1:${port}/`)).status, 204);
  assert.equal((await post(`http://127.0.0.1:${port}/`)).failure?.kind, 'protocol');
  assert.equal(requests, 2);
});

test('requests in progress fail at once when the client is closed, and nothing is dialled after it', async () => {
  const port = await tcp(() => undefined);
  const patient = createOutbound({ allow, limits: { totalMs: 600_000 } });
  const { promise: dialled, resolve: startDialling } = Promise.withResolvers<string[]>();
  const late = createOutbound({ allow, resolve: () => dialled, limits: { totalMs: 600_000 } });
  const waiting = [post(`http://127.0.0.1:${port}/`, patient), post(`http://slow.example:${port}/`, late)];
  await until(async () => patient.connections === 1 && late.connections === 1, 'both requests are in progress');
  patient.close();
  late.close();
  startDialling(['127.0.0.1']);
  for (const exchange of await Promise.all(waiting)) assert.match(exchange.failure!.kind, /^(reset|connection)$/);
  assert.equal((await post(`http://127.0.0.1:${port}/`, patient)).failure?.kind, 'reset');
});

test('a name server that never answers costs no more than the deadline', async () => {
  const slow = createOutbound({
    resolve: () => new Promise(() => undefined),
    limits: { totalMs: 300, connectMs: 200 },
  });
  const { failure, ms } = await post('http://slow.example/', slow);
  assert.equal(failure?.kind, 'connection');
  assert.ok(ms < 700);
  slow.close();
});

test('nothing is left open after failures', async () => {
  // Idle connections are closed after a few seconds.
  await until(async () => outbound.connections === 0, 'no connection is left');
});
