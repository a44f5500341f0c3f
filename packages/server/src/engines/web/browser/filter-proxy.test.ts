import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { parseNetwork } from '#platform/outbound/addresses.ts';
import { html, type Site, startSite } from '../../../../test/web/site.ts';
import { type FilterProxy, startFilterProxy } from './filter-proxy.ts';

describe('the proxy of the browser', () => {
  let site: Site;
  let open: FilterProxy;
  let closed: FilterProxy;
  before(async () => {
    site = await startSite({ '/': html('Start', '') });
    [open, closed] = await Promise.all([
      startFilterProxy({ allow: [parseNetwork('127.0.0.0/8')!] }),
      startFilterProxy({ allow: [] }),
    ]);
  });
  after(() => Promise.all([site.stop(), open.stop(), closed.stop()]));

  test('lets through what is allowed, and nothing into a private network', async () => {
    assert.equal((await through(open, `${site.url}/`)).status, 200);
    assert.equal((await through(closed, `${site.url}/`)).status, 403);
    for (const url of ['http://10.0.0.1/', 'http://0x7f000001/', 'http://[::ffff:127.0.0.1]/', 'http://2130706433/'])
      assert.equal((await through(closed, url)).status, 403, url);
    assert.match(closed.refused()[0]!.reason, /private network/);
    assert.ok(closed.refused().every(({ isForbidden }) => isForbidden));
  });

  test('tunnels are held to the same rules', async () => {
    assert.match(await tunnel(open, `127.0.0.1:${site.port}`), /^HTTP\/1\.1 200/);
    for (const target of [`127.0.0.1:${site.port}`, '10.0.0.1:443', 'localhost:443', '[::1]:443', '169.254.169.254:80'])
      assert.match(await tunnel(closed, target), /^HTTP\/1\.1 (403|502)/, target);
  });

  test('serves only the browser that it was made for', async () => {
    assert.equal((await through({ ...open, password: 'guessed' }, `${site.url}/`)).status, 407);
    assert.match(await tunnel({ ...open, password: '' }, `127.0.0.1:${site.port}`), /^HTTP\/1\.1 407/);
  });
});

function through({ url, username, password }: FilterProxy, target: string): Promise<{ status: number; body: string }> {
  const proxy = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: proxy.hostname,
        port: proxy.port,
        path: target,
        agent: false,
        headers: { 'proxy-authorization': basic(username, password), host: 'x' },
      },
      (response) => {
        let body = '';
        response.on('data', (chunk) => (body += chunk));
        response.on('end', () => resolve({ status: response.statusCode!, body }));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

function tunnel({ url, username, password }: FilterProxy, target: string): Promise<string> {
  const proxy = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(proxy.port), proxy.hostname, () => {
      socket.write(
        `CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\nproxy-authorization: ${basic(username, password)}\r\n\r\n`,
      );
    });
    socket.once('data', (chunk) => {
      socket.destroy();
      resolve(chunk.toString('latin1').split('\r\n')[0]!);
    });
    socket.on('error', reject);
  });
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
