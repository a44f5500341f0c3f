import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { connect as connectPlain, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { connect } from 'node:tls';
import { type Authority, makeAuthority } from '../test/authority.ts';
import { type Harness, request, startHarness, until } from '../test/harness.ts';
import { createAgent } from '../test/runs.ts';

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

describe('HTTPS', () => {
  let authority: Authority | undefined;
  let harness: Harness;
  let folder: string;
  let internal: string;
  let redirectPort: number;
  let port: number;
  before(async () => {
    authority = makeAuthority();
    if (authority === undefined) return;
    folder = mkdtempSync(join(tmpdir(), 'errand-https-'));
    put('localhost', 'first.example');
    const internalPort = await freePort();
    redirectPort = await freePort();
    internal = `http://127.0.0.1:${internalPort}`;
    harness = await startHarness({
      env: {
        ERRAND_TLS_CERT: join(folder, 'cert.pem'),
        ERRAND_TLS_KEY: join(folder, 'key.pem'),
        ERRAND_REDIRECT_PORT: String(redirectPort),
        ERRAND_INTERNAL_PORT: String(internalPort),
      },
    });
    port = Number(new URL(harness.baseUrl).port);
  });
  after(async () => {
    await harness?.stop();
    authority?.remove();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  function put(...names: string[]): void {
    const { cert, key } = authority!.issue({ names });
    writeFileSync(join(folder, 'key.pem'), key);
    writeFileSync(join(folder, 'cert.pem'), cert);
  }
  const secure = (host = 'localhost') => ({ host: '127.0.0.1', port, servername: host, ca: authority!.root });
  /** Returns the names in the certificate that a new connection gets. */
  async function namesServed(host?: string): Promise<string> {
    const socket = connect(secure(host));
    await once(socket, 'secureConnect');
    const names = socket.getPeerCertificate().subjectaltname ?? '';
    socket.destroy();
    return names;
  }
  async function get(path: string, agent?: Agent) {
    const sent = httpsRequest({ ...secure(), path, ...(agent && { agent }) }).end();
    const [response] = await once(sent, 'response');
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  test('is served with the certificate of its files, from TLS 1.2 on, and browsers are told to insist on it', async (t) => {
    if (authority === undefined) return t.skip('openssl is not installed');
    assert.match(harness.baseUrl, /^https:/);
    assert.match(await namesServed(), /first\.example/);
    const { status, headers } = await get('/health/');
    assert.deepEqual([status, headers['strict-transport-security']], [200, 'max-age=31536000']);
    const old = connect({ ...secure(), minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' });
    await assert.rejects(once(old, 'secureConnect'), /alert protocol version|unsupported protocol/i);
  });

  test('takes new files over: open connections continue, new ones get the new certificate', async (t) => {
    if (authority === undefined) return t.skip('openssl is not installed');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    t.after(() => agent.destroy());
    await get('/health/', agent);
    const [open] = Object.values(agent.freeSockets)[0]!;
    put('localhost', 'second.example');
    await until(async () => (await namesServed()).includes('second.example') || undefined, 'the new certificate');
    assert.equal((await get('/health/', agent)).status, 200);
    assert.equal(Object.values(agent.freeSockets)[0]![0], open, 'over the connection from before');
    const metrics = await (await fetch(`${internal}/metrics`)).text();
    assert.match(metrics, /^errand_tls_certificate_reloads 1$/m);
    const days = Number(/^errand_tls_certificate_expiry_seconds (\S+)$/m.exec(metrics)![1]) / 86_400;
    assert.ok(days > 85 && days < 91, String(days));
  });

  test('keeps the certificate that works when the files are broken, and says so', async (t) => {
    if (authority === undefined) return t.skip('openssl is not installed');
    const before = await namesServed();
    writeFileSync(join(folder, 'key.pem'), 'no key');
    const ready = await until(async () => {
      const { status, body } = await request(internal, undefined, 'GET', '/ready/');
      return body.problems.length > 0 ? { status, body } : undefined;
    }, 'the problem in /ready/');
    assert.deepEqual([ready.status, ready.body.status], [200, 'degraded']);
    assert.match(ready.body.problems[0], /ERRAND_TLS_KEY.*The previous certificate is still served/);
    assert.match(await (await fetch(`${internal}/metrics`)).text(), /^errand_tls_certificate_refused 1$/m);
    assert.equal(await namesServed(), before);
    put('localhost', 'third.example');
    await until(async () => (await namesServed()).includes('third.example') || undefined, 'the repaired files');
  });

  test('closes the connection of who speaks no TLS, and continues', async (t) => {
    if (authority === undefined) return t.skip('openssl is not installed');
    const socket = connectPlain(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET /health/ HTTP/1.1\r\nhost: localhost\r\n\r\n');
    socket.resume();
    await once(socket, 'close');
    assert.equal((await get('/health/')).status, 200);
  });

  test('is where the redirect leads, with path and query, and never elsewhere', async (t) => {
    if (authority === undefined) return t.skip('openssl is not installed');
    const plain = async (path: string, host: string) => {
      const sent = httpRequest({
        host: '127.0.0.1',
        port: redirectPort,
        path,
        headers: { host },
        method: 'POST',
      }).end();
      const [response] = await once(sent, 'response');
      response.resume();
      return [response.statusCode, response.headers.location];
    };
    assert.deepEqual(await plain('/v1/agents/?page=2', 'errand.example'), [
      308,
      `https://errand.example:${port}/v1/agents/?page=2`,
    ]);
    assert.deepEqual(await plain('//evil.example/', 'errand.example:80'), [308, `https://errand.example:${port}/`]);
    assert.deepEqual(await plain('/', 'evil.example/x'), [400, undefined]);
  });

  test('files that cannot be served stop a start with what to do', async (t) => {
    if (authority === undefined) return t.skip('openssl is not installed');
    const env = { ERRAND_TLS_CERT: join(folder, 'none.pem'), ERRAND_TLS_KEY: join(folder, 'key.pem') };
    await assert.rejects(startHarness({ env }), /ERRAND_TLS_CERT is ".*none\.pem", but this file cannot be read/);
  });
});

describe('a listener of its own for what is internal', () => {
  test('has metrics and readiness, which the public one has not; liveness is on both', async (t) => {
    const port = await freePort();
    const token = 'a-token-of-the-collector';
    const harness = await startHarness({ env: { ERRAND_INTERNAL_PORT: String(port), ERRAND_METRICS_TOKEN: token } });
    t.after(() => harness.stop());
    const statuses = async (base: string) =>
      Promise.all(
        ['/metrics', '/ready/', '/health/', '/v1/agents/'].map(
          async (path) => (await request(base, token, 'GET', path)).status,
        ),
      );
    assert.deepEqual(await statuses(harness.baseUrl), [404, 404, 200, 401]);
    assert.deepEqual(await statuses(`http://127.0.0.1:${port}`), [200, 200, 200, 404]);
    assert.equal((await request(`http://127.0.0.1:${port}`, undefined, 'GET', '/metrics')).status, 401);
  });
});

describe('headers of a proxy', () => {
  const forwarded = (address: string) => ({
    'x-forwarded-for': address,
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'errand.example',
  });
  const signIn = (base: string, address: string) => {
    const body = { email: 'victim@example.com', password: 'guess' };
    return request(base, undefined, 'POST', '/v1/auth/login/', body, forwarded(address));
  };
  async function linkOf(harness: Harness): Promise<string> {
    const org = await harness.org();
    await createAgent(org, 'MultimodalExtractionEngine');
    await createAgent(org, 'MultimodalExtractionEngine');
    return (await org.request('GET', '/v1/agents/?page_size=1', undefined, forwarded('192.0.2.1'))).body.next;
  }

  test('have no effect when anybody else sends them: no other address, no links elsewhere', async (t) => {
    const harness = await startHarness({
      env: { ERRAND_TRUSTED_PROXIES: '10.0.0.0/8', ERRAND_SIGN_IN_TRIES: '3' },
    });
    t.after(() => harness.stop());
    assert.ok((await linkOf(harness)).startsWith(`${harness.baseUrl}/`));
    const statuses: number[] = [];
    for (let at = 0; at < 5; at += 1) statuses.push((await signIn(harness.baseUrl, `192.0.2.${at}`)).status);
    assert.deepEqual(statuses, [401, 401, 401, 429, 429], 'all come from one address');
  });

  test('of a trusted one count: the last address that no trusted proxy has is the caller', async (t) => {
    const env = { ERRAND_TRUSTED_PROXIES: '127.0.0.0/8, 10.0.0.0/8', ERRAND_SIGN_IN_TRIES: '3' };
    const harness = await startHarness({ env });
    t.after(() => harness.stop());
    assert.match(await linkOf(harness), /^https:\/\/errand\.example\/v1\/agents\//);
    const statuses: number[] = [];
    // Addresses that the caller made up are to the left of the one that the first proxy saw.
    for (let at = 0; at < 5; at += 1)
      statuses.push((await signIn(harness.baseUrl, `192.0.2.${at}, 198.51.100.7, 10.0.0.1`)).status);
    assert.deepEqual(statuses, [401, 401, 401, 429, 429]);
    assert.equal((await signIn(harness.baseUrl, '198.51.100.8')).status, 401);
  });
});
