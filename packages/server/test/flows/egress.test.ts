import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Type } from 'typebox';
import { defineEngine } from '#engines/engine/engine.ts';
import { startFilterProxy } from '#engines/web/browser/filter-proxy.ts';
import { parseNetwork } from '#platform/outbound/addresses.ts';
import { readProxySettings } from '#platform/outbound/proxy-settings.ts';
import { startEgressProxy } from '../egress-proxy.ts';
import { request, startHarness, until } from '../harness.ts';
import { answerMessage } from '../models/mcp-answers.ts';
import { createAgent, startJob, untilFinal, uploadFile } from '../runs.ts';
import { startS3 } from '../s3-server.ts';
import { createHook } from '../webhooks/fixtures.ts';

// A whole service behind an egress proxy. One server plays everything that lies outside; it looks at who connects.

const paths = new Set<string>();
/** Ports of those who connected. */
const connections: number[] = [];
const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'AWS_ENDPOINT_URL'] as const;
const earlier = variables.map((name) => process.env[name]);

const outsider = defineEngine<object>({
  id: 'OutsideEngine',
  name: 'Outside',
  description: 'Uses everything that leads outside.',
  inputs: [{ key: 'text', data_type: 'text/plain', description: 'Not used.' }],
  configSchema: Type.Object({}),
  async run(context) {
    await context.fetch('page', `${base}/page`);
    await context.fetch('tunnel', 'http://127.0.0.3/').catch(() => undefined);
    const { text: said } = await context.model('ask', { model: 'any', prompt: [{ type: 'text', text: 'Hello' }] });
    const tools = await context.tools();
    const value = `${said} ${tools.length}`;
    return { outputs: [{ key: 'output', data_type: 'text/plain', value }] };
  },
});

async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = incoming.url!.split('?')[0]!;
  paths.add(path);
  const body = await text(incoming);
  const json = (value: unknown): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  if (path === '/keys') return json({ keys: [jwk] });
  if (path === '/search') return json({ results: [{ url: 'https://a.example/', title: 'A' }] });
  if (path === '/v1/chat/completions') {
    const message = { role: 'assistant', content: 'Hi' };
    return json({ id: '1', model: 'any', choices: [{ index: 0, message, finish_reason: 'stop' }] });
  }
  if (path === '/mcp') {
    if (incoming.method !== 'POST') return void response.writeHead(405).end();
    const said = answerMessage(JSON.parse(body), 'outside');
    return said === undefined ? void response.writeHead(202).end() : json(said);
  }
  response.writeHead(200).end('ok');
}

const pair = await generateKeyPair('ES256');
const privateKey = pair.privateKey;
const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'ES256' };
const outside = createServer((incoming, response) => void answer(incoming, response));
outside.on('connection', (socket: Socket) => connections.push(socket.remotePort!));
await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
const folder = await mkdtemp(join(tmpdir(), 'errand-egress-'));
const proxy = await startEgressProxy();
const storage = await startS3(join(folder, 's3'), 'files');
const file = join(folder, 'mcp.json');
await writeFile(file, JSON.stringify({ mcpServers: { sea: { url: `${base}/mcp` } } }));
const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
// The storage reads its variables, as all of AWS, from the process.
Object.assign(process.env, env);
const harness = await startHarness({
  env: {
    ...env,
    ERRAND_OUTBOUND_ALLOW: '127.0.0.1/32',
    ERRAND_STORAGE: 's3://files/errand',
    ERRAND_JWKS_URL: `${base}/keys`,
    ERRAND_OIDC_ISSUER: 'https://issuer.example.com',
    ERRAND_OIDC_AUDIENCE: 'errand',
    ERRAND_MCP_FILE: file,
    ERRAND_SEARCH_URL: base,
    OPENAI_BASE_URL: `${base}/v1`,
    OPENAI_API_KEY: 'sk-test',
  },
  engines: [outsider],
});
const org = await harness.org();
after(async () => {
  await harness.stop();
  for (const [index, name] of variables.entries()) {
    if (earlier[index] === undefined) delete process.env[name];
    else process.env[name] = earlier[index];
  }
  await storage.close();
  outside.closeAllConnections();
  outside.close();
  await proxy.stop();
  await rm(folder, { recursive: true, force: true });
});

test('every request to the outside goes through the proxy, and nothing else reaches it', async () => {
  const engine = await createAgent(org, 'OutsideEngine');
  await createHook(org, [engine.id], { url: `${base}/hook` });
  const job = await untilFinal(org, await startJob(org, engine.id, { text: 'x' }), 60_000);
  assert.equal(job.status_code, 3, job.error_message);
  assert.equal(job.outputs[0].value, 'Hi 3');
  const remote = await createAgent(org, 'HttpEngine', { config: { url: `${base}/agent`, secret: 'x'.repeat(20) } });
  await untilFinal(org, await startJob(org, remote.id, { text: 'x' }), 60_000);
  const finder = await createAgent(org, 'URLFinderEngine');
  await untilFinal(org, await startJob(org, finder.id, { search_term: 'a' }), 60_000);
  const token = await new SignJWT({ sub: '1', exp: Date.now() / 1_000 + 60 })
    .setProtectedHeader({ alg: 'ES256', kid: 'one' })
    .sign(privateKey);
  await request(harness.baseUrl, token, 'GET', '/v1/agents/');
  await until(async () => paths.has('/hook'), 'the webhook');
  assert.deepEqual(
    ['/agent', '/hook', '/keys', '/mcp', '/page', '/search', '/v1/chat/completions'].filter((path) => !paths.has(path)),
    [],
  );
  for (const port of connections) assert.ok(await proxy.connectedFrom(port), 'a connection past the proxy');

  await uploadFile(org, 'content');
  const { host } = new URL(process.env.AWS_ENDPOINT_URL!);
  assert.ok(
    proxy.seen.some((line) => line.includes(host)),
    'the storage',
  );
});

test('a private destination stays refused, and the proxy is not even asked', async () => {
  const secret = 'http://127.0.0.3/';
  const hook = await org.request('POST', '/webhooks/', { name: 'Inside', url: secret });
  assert.deepEqual([hook.status, Object.keys(hook.body)], [400, ['url']]);
  assert.ok(!proxy.seen.some((line) => line.includes('127.0.0.3')), proxy.seen.join('\n'));
});

test('the browser uses it, too', async () => {
  const proxies = readProxySettings({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
  const filter = await startFilterProxy({ allow: [parseNetwork('127.0.0.1/32')!], proxies });
  try {
    const { hostname, port } = new URL(filter.url);
    const authorization = `Basic ${Buffer.from(`browser:${filter.password}`).toString('base64')}`;
    const { request: send } = await import('node:http');
    const ask = (method: string, path: string) =>
      new Promise<{ status: number }>((resolve, reject) => {
        const sent = send({ hostname, port, method, path, headers: { 'proxy-authorization': authorization } });
        sent.on('response', (response) => resolve({ status: response.resume().statusCode! }));
        sent.on('connect', (response, socket) => {
          socket.destroy();
          resolve({ status: response.statusCode! });
        });
        sent.on('error', reject).end();
      });
    assert.equal((await ask('GET', `${base}/browsed`)).status, 200);
    assert.ok(proxy.seen.includes(`GET ${base}/browsed`));
    const target = new URL(base).host;
    assert.equal((await ask('CONNECT', target)).status, 200);
    assert.ok(proxy.seen.includes(`CONNECT ${target}`));
    const seen = proxy.seen.length;
    assert.equal((await ask('GET', 'http://127.0.0.3/')).status, 403);
    assert.equal((await ask('CONNECT', '127.0.0.3:443')).status, 403);
    assert.equal(proxy.seen.length, seen);
  } finally {
    await filter.stop();
  }
});
