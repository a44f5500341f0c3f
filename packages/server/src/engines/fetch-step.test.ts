import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { after, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Type } from 'typebox';
import { pluck, startHarness } from '../../test/harness.ts';
import { createAgent, startJob, untilFinal } from '../../test/runs.ts';
import { defineEngine, EngineFailure } from './engine/engine.ts';

// ctx.fetch: what an engine may reach, how much of it, and that a later attempt has it already.

const LARGE = Buffer.alloc(300_000, 'abcdefg');
const hash = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex');

let requests: { path: string; authorization: string | undefined }[] = [];

const fetching = defineEngine<{ fails?: boolean; method?: 'POST'; idempotent?: boolean }>({
  id: 'FetchEngine',
  name: 'Fetch',
  description: 'Fetches an address.',
  inputs: [{ key: 'url', data_type: 'text/plain', description: 'What to fetch.' }],
  configSchema: Type.Object({
    fails: Type.Optional(Type.Boolean()),
    method: Type.Optional(Type.Literal('POST')),
    idempotent: Type.Optional(Type.Boolean()),
  }),
  async run(context, { inputs, config }) {
    const headers = { Authorization: 'Bearer secret' };
    const { fails, ...options } = config;
    const { url, status, body } = await context.fetch('fetch', inputs.url!, {
      ...options,
      headers,
      bytesMax: 1_000_000,
    });
    if (fails && context.attempt === 1) throw new EngineFailure('Once more.', { retry: true });
    const value = JSON.stringify({ url, status, hash: hash(body) });
    return { outputs: [{ key: 'output', data_type: 'application/json', value }] };
  },
});

const handle: RequestListener = (request, response) => {
  const path = request.url!;
  requests.push({ path, authorization: request.headers.authorization });
  const { port } = server.address() as { port: number };
  const moves: Record<string, string> = {
    '/moved': '/large',
    '/circle': '/circle',
    '/inside': `http://127.0.0.2:${port}/secret`,
    '/metadata': 'http://169.254.169.254/latest/',
    '/elsewhere': `http://127.0.0.1:${(other.address() as { port: number }).port}/large`,
  };
  if (moves[path]) return void response.writeHead(302, { location: moves[path] }).end();
  if (path === '/large') return void response.writeHead(200).end(LARGE);
  if (path === '/packed') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(LARGE));
  if (path === '/bomb')
    return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000)));
  if (path === '/reset') return void request.socket.resetAndDestroy();
  if (path === '/endless') return void response.writeHead(200).end(Buffer.alloc(2_000_000));
  response.writeHead(404).end('no');
};
const server = createServer(handle);
const other = createServer(handle);
for (const one of [server, other]) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
const harness = await startHarness({ env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.1/32' }, engines: [fetching] });
const org = await harness.org();
beforeEach(() => {
  requests = [];
});
after(async () => {
  await harness.stop();
  for (const one of [server, other]) {
    one.closeAllConnections();
    one.close();
  }
});

async function run(path: string, config: Record<string, unknown> = {}): Promise<any> {
  const { id } = await createAgent(org, 'FetchEngine', { config });
  return untilFinal(org, await startJob(org, id, { url: path.startsWith('/') ? base + path : path }), 60_000);
}
const outputOf = (job: any): any => JSON.parse(job.outputs[0]?.value ?? assert.fail(job.error_message));

test('a large answer, packed or after a redirect, arrives whole; a status is an answer', async () => {
  assert.deepEqual(outputOf(await run('/moved')), { url: `${base}/large`, status: 200, hash: hash(LARGE) });
  assert.equal(outputOf(await run('/packed')).hash, hash(LARGE));
  assert.equal(outputOf(await run('/nothing')).status, 404);
});

test('a later attempt has the answer without asking again, byte for byte', async () => {
  const job = await run('/large', { fails: true });
  assert.equal(outputOf(job).hash, hash(LARGE));
  assert.equal(job.attempt, 2);
  assert.equal(requests.length, 1);
  assert.equal(job.steps[0].kind, 'fetch');
});

test('redirects into private networks are refused like addresses, and lead nowhere', async () => {
  for (const path of ['/inside', '/metadata', 'http://127.0.0.2/secret', 'http://[::1]/', 'file:///etc/passwd']) {
    const job = await run(path);
    assert.equal(job.status_code, 4, path);
    assert.match(job.error_message, /private network|http/, path);
  }
  assert.ok(!requests.some(({ path }) => path === '/secret'));
  assert.match((await run('/circle')).error_message, /redirects more than 5 times/);
});

test('a response larger than allowed fails, also when it is small on the wire', async () => {
  assert.match((await run('/endless')).error_message, /longer than/);
  assert.match((await run('/bomb')).error_message, /cannot be decompressed or is larger/);
});

test('another host is not told what was meant for the first', async () => {
  assert.equal(outputOf(await run('/elsewhere')).hash, hash(LARGE));
  assert.deepEqual(pluck(requests, 'authorization'), ['Bearer secret', undefined]);
});

test('a POST that may have been carried out is not sent again by another attempt, unless the engine says it may be', async () => {
  const job = await run('/reset', { method: 'POST' });
  assert.equal(job.status_code, 4);
  assert.match(job.error_message, /may have been carried out/);
  assert.deepEqual([requests.length, job.attempt], [1, 1]);
  const repeated = await run('/reset', { method: 'POST', idempotent: true });
  assert.equal(repeated.status_code, 4);
  assert.ok(requests.length > 2, `${requests.length} requests`);
});
