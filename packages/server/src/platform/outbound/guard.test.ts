import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { createAddressPolicy, parseNetwork } from './addresses.ts';
import { OutboundError } from './failures.ts';
import { connectTiming, createGuard, openSocket } from './guard.ts';

let connections = 0;
const server = stopAtEnd(
  createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1'),
);
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

const loopback = createAddressPolicy([parseNetwork('127.0.0.0/8')!]);
const guardWith = (over: Partial<Parameters<typeof createGuard>[0]> = {}) =>
  createGuard({ policy: loopback, resolve: async () => ['127.0.0.1'], connectMs: 5_000, ...over });
const refused = (error: unknown): boolean => error instanceof OutboundError && error.failure.kind === 'address';

test('a permitted host is reached, and its connection is counted until it closes', async () => {
  const guard = guardWith();
  const timing = { dnsMs: null, connectMs: null };
  const socket = await connectTiming.run(timing, () => openSocket(guard, 'shop.example', port));
  assert.equal(guard.connections, 1);
  assert.ok(timing.dnsMs !== null && timing.connectMs !== null);
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
  assert.equal(guard.connections, 0);
});

test('a private address is refused as it is written and as a name resolves, and nothing is dialled', async () => {
  const before = connections;
  const guard = guardWith({ policy: createAddressPolicy() });
  await assert.rejects(openSocket(guard, '127.0.0.1', port), refused);
  await assert.rejects(openSocket(guard, 'shop.example', port), refused);
  assert.deepEqual([connections, guard.connections], [before, 0]);
});

test('a guard that is closed makes no connection', async () => {
  const guard = guardWith();
  guard.close();
  await assert.rejects(openSocket(guard, 'shop.example', port));
  assert.equal(guard.connections, 0);
});

test('a name that never resolves is given up', async () => {
  const guard = guardWith({ resolve: () => new Promise(() => undefined), connectMs: 20 });
  await assert.rejects(openSocket(guard, 'slow.example', port));
  assert.equal(guard.connections, 0);
});
