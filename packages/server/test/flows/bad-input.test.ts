import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BodyKind, Operation } from '@errand/contract/operation.ts';
import { limits } from '#platform/limits.ts';
import { testEngines } from '../engines.ts';
import { type Answer, startHarness, stopAtEnd, until } from '../harness.ts';
import { startPulse } from '../pulse.ts';
import { createWorld, fillPath } from '../world.ts';

// What clients send by mistake or on purpose, to every endpoint that takes a body or a query: always a 4xx in the right
// shape, never a 5xx, never a stall of other requests, and nothing is stored.

type Endpoint = Operation;

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const world = await createWorld(harness, org);
// Only the browser in which a program's request to sign in began may answer it: oauth/oauth.test.ts.
const endpoints = harness.service.app.endpoints.filter(({ path }) => !path.startsWith('/oauth/interactions/'));
// The first head of an audit log is signed soon, with a key that is made for it; the next one an hour later.
await until(async () => {
  const rows = await harness.database.system.query<{ count: number }>(
    'select count(*) as count from audit_log where org_id not in (select org_id from audit_seals)',
  );
  return rows[0]!.count === 0;
}, 'the first signed heads');
// What the world started must be over before rows are counted.
await until(async () => {
  const rows = await harness.database.system.query<{ count: number }>(
    'select count(*) as count from job_queue where wait_id is null',
  );
  return rows[0]!.count === 0;
}, 'the jobs of the world to end');

const accepts = ({ accepts: kinds = ['json'] }: Endpoint): readonly BodyKind[] => kinds;
const withJson = (): Endpoint[] => endpoints.filter((endpoint) => endpoint.body && accepts(endpoint).includes('json'));
const isRun = ({ path }: Endpoint): boolean => path.startsWith('/v1/agents/run/');
const isOpenAi = ({ path }: Endpoint): boolean => path.startsWith('/openai/v1/');
/** Submitting a query has a shape of its own for every 400. */
const unreadableShape = (endpoint: Endpoint): string => {
  if (isRun(endpoint)) return 'error';
  if (isOpenAi(endpoint)) return 'openai';
  if (/^\/(mcp|a2a)\//.test(endpoint.path)) return 'json-rpc';
  return endpoint.path.startsWith('/v1/database/query/') ? 'message' : 'detail';
};
const named = ({ method, path }: Endpoint): string => `${method} ${path}`;

const send = (endpoint: Endpoint, body: string | Uint8Array, type = 'application/json'): Promise<Answer> =>
  org.request(endpoint.method, fillPath(endpoint.path, world), body, { 'content-type': type });

/** Which of the five shapes a body has. */
function shapeOf(body: any): string {
  if (Array.isArray(body)) return body.every((item) => typeof item === 'string') ? 'list' : 'none';
  if (typeof body !== 'object' || body === null) return 'none';
  // The door for MCP clients speaks their protocol.
  if (body.jsonrpc === '2.0' && typeof body.error?.message === 'string') return 'json-rpc';
  // So does the one for clients of OpenAI.
  if (typeof body.error?.message === 'string' && typeof body.error.type === 'string') return 'openai';
  const keys = Object.keys(body);
  for (const name of ['detail', 'error', 'message'])
    if (keys[0] === name && typeof body[name] === 'string') return name;
  const isText = (value: unknown) => typeof value === 'string';
  return keys.every((key) => isText(body[key]) || (Array.isArray(body[key]) && body[key].every(isText)))
    ? 'fields'
    : 'none';
}

/** Rows of every table, but for what goes on in the background: statistics are folded, deliveries tried again, the service notes its own state. */
async function countRows(): Promise<Record<string, number>> {
  const { system } = harness.database;
  const tables = await system.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and relname not in ('agent_job_deltas', 'agent_job_counts', 'job_figures', 'figure_sums', 'figure_changes',
        'figure_coverage', 'key_figures', 'model_figures', 'audit_heads',
        'webhook_queue', 'webhook_attempts', 'installation') order by 1`,
  );
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*) as count from "${name}"`);
  const rows = await system.query<{ name: string; count: number }>(counts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Without a credential, and about an object, less is received. */
function bytesMaxOf({ scope, content }: Operation): number {
  if (scope === 'none') return limits.anonymousBytes;
  return content === undefined ? limits.objectBytes : limits.bodyBytes;
}

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const unreadable: Record<string, string | Uint8Array> = {
  'an open brace': '{',
  'a truncated object': '{"name": "a", "inputs": [{"text": "b"}, ',
  'no JSON at all': 'name=a&inputs=b',
  'single quotes': "{'name': 'a'}",
  'a word that is none': '{"name": NaN}',
  'two objects': '{} {}',
  'a list': '[]',
  'a list of objects': '[{"name": "a"}]',
  'a string': '"name"',
  'a number': '7',
  'a null': 'null',
  'a long integer': '1'.repeat(200),
  'invalid UTF-8': new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  'an overlong encoding': new Uint8Array([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  'UTF-16': Buffer.from('\ufeff{"name": "a"}', 'utf16le'),
  'two byte order marks': '\ufeff\ufeff{}',
  'a raw NUL': '{"name": "a\u0000"}',
  'a raw line break in a string': '{"name": "a\n"}',
  'an escaped NUL': '{"name": "a\\u0000"}',
  'a NUL in a name': '{"na\\u0000me": "a"}',
  'half a surrogate pair': '{"name": "\\ud800"}',
  'half a surrogate pair in a name': '{"\\udc00": 1}',
  'a number beyond a double': '{"name": 1e999}',
  'an integer of ten thousand digits': `{"name": ${'9'.repeat(10_000)}}`,
  'a __proto__ member': '{"__proto__": {"name": "a"}}',
  'a __proto__ member deep inside': '{"inputs": [{"text": {"__proto__": 1}}]}',
  'lists nested ten thousand deep': `{"name": ${nested('[', ']', 10_000)}}`,
  'objects nested ten thousand deep': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'a million open brackets': '['.repeat(1_000_000),
  'as many names as hold everybody up while they are parsed': `{${Array.from({ length: 290_000 }, (_, index) => `"k${index}":1`).join()}}`,
};

describe('a body that cannot be read as a JSON object', () => {
  for (const [what, body] of Object.entries(unreadable)) {
    test(`${what} is 400, {error} on runs, {message} on queries, JSON-RPC on doors, {detail} elsewhere, and stores nothing`, async () => {
      const before = await countRows();
      const pulse = startPulse(harness.baseUrl);
      const targets = withJson();
      for (const endpoint of targets) {
        const answer = await send(endpoint, body);
        const expected = body.length > bytesMaxOf(endpoint) ? 413 : 400;
        assert.equal(answer.status, expected, `${named(endpoint)}: ${answer.status} ${answer.text.slice(0, 200)}`);
        assert.equal(shapeOf(answer.body), unreadableShape(endpoint), `${named(endpoint)}: ${answer.text}`);
      }
      assert.ok((await pulse.stop()) * 20 >= targets.length, 'others are served meanwhile');
      assert.deepEqual(await countRows(), before);
    });
  }
});

test('a content type that an endpoint does not take is 415 {detail}', async () => {
  const before = await countRows();
  const types: [string, BodyKind | undefined][] = [
    ['text/plain', undefined],
    ['application/xml', undefined],
    ['application/json-patch+json', undefined],
    ['nonsense', undefined],
    ['application/x-www-form-urlencoded', 'form'],
    ['multipart/form-data; boundary=x', 'multipart'],
    ['application/json', 'json'],
  ];
  for (const endpoint of endpoints.filter(({ body }) => body)) {
    for (const [type, kind] of types) {
      if (kind !== undefined && accepts(endpoint).includes(kind)) continue;
      const answer = await send(endpoint, 'name=a', type);
      assert.equal(answer.status, 415, `${named(endpoint)} ${type}: ${answer.status} ${answer.text}`);
      assert.equal(shapeOf(answer.body), isOpenAi(endpoint) ? 'openai' : 'detail', named(endpoint));
    }
  }
  assert.deepEqual(await countRows(), before);
});

const crlf = (...lines: string[]): string => lines.join('\r\n');
const part = 'Content-Disposition: form-data; name="doc"; filename="a.pdf"';
const multipart: Record<string, string> = {
  'no closing boundary': crlf('--x', part, '', 'content', ''),
  'no end of a part’s headers': crlf('--x', part),
  'a part without a name': crlf('--x', 'Content-Disposition: form-data', '', 'a', '--x--', ''),
  'a part without headers': crlf('--x', '', 'a', '--x--', ''),
  'another boundary': crlf('--y', part, '', 'a', '--y--', ''),
  'headers of 20 KB': crlf('--x', part, `X-Long: ${'x'.repeat(20_000)}`, '', 'a', '--x--', ''),
  'a name with NUL': crlf('--x', 'Content-Disposition: form-data; name="te\u0000xt"', '', 'a', '--x--', ''),
  'a text with NUL': crlf('--x', 'Content-Disposition: form-data; name="metadata"', '', 'a\u0000', '--x--', ''),
  'two thousand parts': `${crlf('--x', 'Content-Disposition: form-data; name="text"', '', 'a', '').repeat(2_000)}--x--\r\n`,
  'nothing but the start': '--x',
};

describe('a broken multipart body', () => {
  for (const [what, body] of Object.entries(multipart)) {
    test(`${what} is a 400 and keeps no file`, async () => {
      const before = await countRows();
      for (const endpoint of endpoints.filter((one) => one.body && accepts(one).includes('multipart'))) {
        const answer = await send(endpoint, body, 'multipart/form-data; boundary=x');
        assert.equal(answer.status, 400, `${named(endpoint)}: ${answer.status} ${answer.text}`);
        // A document of a case wants no metadata: it is the file that is missing there.
        const isOther = what === 'a text with NUL' && endpoint.path.endsWith('/documents/');
        const shape = isRun(endpoint) ? 'error' : isOther ? 'fields' : 'detail';
        assert.equal(shapeOf(answer.body), shape, `${named(endpoint)}: ${answer.text}`);
      }
      assert.deepEqual(await countRows(), before);
    });
  }

  test('without a boundary in the content type it is a 400', async () => {
    for (const endpoint of endpoints.filter((one) => one.body && accepts(one).includes('multipart'))) {
      const answer = await send(endpoint, '--x--', 'multipart/form-data');
      assert.equal(answer.status, 400, `${named(endpoint)}: ${answer.text}`);
    }
  });
});

/** Valid JSON objects that no endpoint asks for; what makes no sense to one may be ignored by another. */
const odd: Record<string, string> = {
  'members named like those of every object': '{"constructor": {"prototype": 1}, "hasOwnProperty": 1, "toString": "x"}',
  'long integers everywhere': `{"name": ${'9'.repeat(200)}, "inputs": ${'9'.repeat(200)}, "metadata": ${'9'.repeat(200)},
    "job_ids": [${'9'.repeat(200)}], "engine_config": ${'9'.repeat(200)}, "color": 1, "max_cost": ${'9'.repeat(200)}}`,
  'a member name of a megabyte': `{"${'x'.repeat(1_000_000)}": 1}`,
  'twenty thousand members': `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}": ${index}`).join()}}`,
  'a hundred thousand wrong ids': `{"job_ids": [${'"a",'.repeat(100_000)}"a"], "tag_ids": [${'7,'.repeat(100_000)}7]}`,
  'wrong types everywhere': `{"name": {}, "email": [], "password": 7, "role": {}, "inputs": 7, "metadata": 7, "tag_ids": 7,
    "agent_ids": {}, "job_ids": "x", "engine_class_id": null, "version_name": [], "description": 7, "color": 7, "url": 7,
    "disable_cache": "x", "agent_version_id": 7, "webhook_id": 7, "since": 7, "max_cost": "x", "timeout_seconds": []}`,
  'the smallest and largest numbers': '{"name": -0, "max_cost": 1e308, "timeout_seconds": 1e308, "inputs": [5e-324]}',
};

describe('a JSON object that makes no sense', () => {
  for (const [what, body] of Object.entries(odd)) {
    test(`${what}: no 5xx, and a 4xx has one of the five shapes or that of JSON-RPC`, async () => {
      const pulse = startPulse(harness.baseUrl);
      // Runs and creations that ignore what they do not know succeed, so nothing is said about rows here.
      const targets = withJson().filter(({ path }) => !path.includes('rotate-secret'));
      for (const endpoint of targets) {
        const answer = await send(endpoint, body);
        assert.ok(answer.status < 500, `${named(endpoint)}: ${answer.status} ${answer.text.slice(0, 200)}`);
        if (answer.status >= 400) assert.notEqual(shapeOf(answer.body), 'none', `${named(endpoint)}: ${answer.text}`);
      }
      assert.ok((await pulse.stop()) * 20 >= targets.length, 'others are served meanwhile');
    });
  }
});
