import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { noProxies } from './proxy-settings.ts';
import { createServiceFetch } from './service-fetch.ts';

const servers: Server[] = [];
const listen = async (name: string): Promise<{ url: string; asked: string[] }> => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    response.end(name);
  });
  // The proxy refuses tunnels, but records that it was asked for one.
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
};
const service = await listen('service');
const proxy = await listen('proxy');
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

test('services of the operator are asked directly, private addresses included', async () => {
  const fetch = createServiceFetch(noProxies);
  assert.equal(await (await fetch(`${service.url}/a`)).text(), 'service');
});

test('where the operator has a proxy for a host, nothing goes past it', async () => {
  const proxied = {
    ...noProxies,
    proxyFor: (url: URL) => (url.href.startsWith(service.url) ? new URL(proxy.url) : undefined),
  };
  const before = service.asked.length;
  await createServiceFetch(proxied)(`${service.url}/b`).catch(() => undefined);
  assert.equal(service.asked.length, before);
  assert.equal(proxy.asked.length, 1);
});
