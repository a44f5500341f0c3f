import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { makeCertificate } from '../../../test/certificate.ts';
import { type EgressProxy, startEgressProxy } from '../../../test/egress-proxy.ts';
import { parseNetwork } from './addresses.ts';
import { createOutbound } from './client.ts';
import { readProxySettings } from './proxy-settings.ts';
import { createServiceFetch } from './service-fetch.ts';

describe('with an egress proxy', () => {
  let proxy: EgressProxy;
  let outside: ReturnType<typeof createServer>;
  let port: number;
  let received: string[];
  const names: Record<string, string[]> = {
    'hook.example': ['93.184.216.34'],
    'inside.example': ['10.0.0.7'],
    'mixed.example': ['93.184.216.34', '127.0.0.1'],
  };
  const open = (env: Record<string, string> = {}, options: Parameters<typeof createOutbound>[0] = {}) =>
    createOutbound({
      resolve: async (host) => names[host] ?? [],
      proxies: readProxySettings({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, ...env }),
      limits: { totalMs: 5_000, connectMs: 2_000 },
      ...options,
    });
  const post = (outbound: ReturnType<typeof createOutbound>, url: string) =>
    outbound.request({ method: 'POST', url, headers: {}, body: 'x' }).finally(() => outbound.close());

  before(async () => {
    proxy = await startEgressProxy();
    outside = createServer((request, response) => {
      received.push(`${request.headers.host} ${request.url}`);
      response.end('here');
    });
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
    port = (outside.address() as AddressInfo).port;
    for (const host of ['hook.example:80', 'hook.example:443', 'unknown.example:80']) proxy.routes.set(host, port);
  });
  beforeEach(() => {
    received = [];
    proxy.seen.length = 0;
  });
  after(async () => {
    outside.closeAllConnections();
    outside.close();
    await proxy.stop();
  });

  test('an unencrypted request goes through it by its whole address, an encrypted one by a tunnel', async () => {
    const { failure, status, body } = await post(open(), 'http://hook.example/a?b=1');
    assert.deepEqual([failure, status, body.toString()], [null, 200, 'here']);
    assert.deepEqual(received, ['hook.example /a?b=1']);
    // The other end is not a TLS server. Only the tunnel matters here.
    assert.equal((await post(open(), 'https://hook.example/')).failure?.kind, 'tls');
    assert.deepEqual(proxy.seen, ['POST http://hook.example/a?b=1', 'CONNECT hook.example:443']);
  });

  test('the certificate of the destination is checked through the tunnel, and its tunnel is used again', async (t) => {
    const made = makeCertificate('hook.example');
    if (made === undefined) return t.skip('openssl is not installed');
    const server = createHttps(made, (_request, response) => response.end('encrypted'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port: tlsPort } = server.address() as AddressInfo;
    for (const host of ['hook.example', 'other.example']) proxy.routes.set(`${host}:8443`, tlsPort);
    const known = { resolve: async () => ['93.184.216.34'] };
    try {
      const outbound = open({}, { ...known, ca: made.cert });
      for (let round = 0; round < 2; round += 1) {
        const { failure, body } = await outbound.request({
          method: 'POST',
          url: 'https://hook.example:8443/',
          headers: {},
        });
        assert.deepEqual([failure, body.toString()], [null, 'encrypted']);
      }
      assert.deepEqual(proxy.seen, ['CONNECT hook.example:8443']);
      assert.match((await post(outbound, 'https://other.example:8443/')).failure!.message, /another host name/);
      assert.equal((await post(open({}, known), 'https://hook.example:8443/')).failure?.kind, 'tls');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('a destination in a private network is refused before the proxy hears of it', async () => {
    for (const url of [
      'http://inside.example/',
      'https://inside.example/',
      'http://mixed.example/',
      'http://10.0.0.7/',
    ])
      assert.equal((await post(open(), url)).failure?.kind, 'address', url);
    assert.equal((await post(open(), `http://127.0.0.1:${port}/`)).failure?.kind, 'address', 'also that of the proxy');
    assert.equal((await post(open(), 'http://unknown.example/')).failure?.kind, 'dns');
    assert.deepEqual(proxy.seen, []);
    const allowed = open({}, { allow: [parseNetwork('127.0.0.0/8')!] });
    assert.equal((await post(allowed, `http://127.0.0.1:${port}/`)).status, 200);
    assert.deepEqual(proxy.seen, [`POST http://127.0.0.1:${port}/`]);
  });

  test('a destination of the operator needs no name that is known here', async () => {
    assert.equal((await post(open({}, { trusted: true }), 'http://unknown.example/')).status, 200);
    const fetch = createServiceFetch(readProxySettings({ http_proxy: proxy.url }));
    assert.equal(await (await fetch('http://unknown.example/models')).text(), 'here');
    assert.deepEqual(proxy.seen, ['POST http://unknown.example/', 'GET http://unknown.example/models']);
  });

  test('NO_PROXY leads past it', async () => {
    const direct = open({ NO_PROXY: '127.0.0.0/8' }, { allow: [parseNetwork('127.0.0.0/8')!] });
    assert.equal((await post(direct, `http://127.0.0.1:${port}/`)).status, 200);
    const fetch = createServiceFetch(readProxySettings({ HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' }));
    assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 200);
    assert.deepEqual(proxy.seen, []);
  });

  test('a proxy that refuses or is unavailable is a failure that names no credentials', async () => {
    const stranger = proxy.url.replace('errand:', 'somebody:');
    const refused = await post(open({ HTTPS_PROXY: stranger }), 'https://hook.example/');
    assert.deepEqual(
      [refused.failure?.kind, refused.failure?.message, refused.failure?.maybeCarriedOut],
      ['connection', 'The egress proxy refused the connection with status 407.', false],
    );
    const closed = createTcp();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const away = `http://errand:secret@127.0.0.1:${(closed.address() as AddressInfo).port}`;
    await new Promise((resolve) => closed.close(resolve));
    for (const url of ['http://hook.example/', 'https://hook.example/']) {
      const { failure } = await post(open({ HTTP_PROXY: away, HTTPS_PROXY: away }), url);
      assert.equal(failure?.kind, 'connection', url);
      assert.doesNotMatch(failure!.message, /secret/);
    }
  });
});
