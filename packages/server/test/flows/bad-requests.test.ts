import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { testEngines } from '../engines.ts';
import { type Answer, startHarness, stopAtEnd } from '../harness.ts';
import { startPulse } from '../pulse.ts';
import { connectRaw } from '../raw-client.ts';
import { createWorld, fillPath, paramsOf } from '../world.ts';

// Requests that are wrong before their body: queries, paths, headers, sizes, and clients that take their time.

const BODY_BYTES_MAX = 4_096;

const harness = stopAtEnd(
  await startHarness({
    engines: testEngines,
    env: {
      ERRAND_BODY_BYTES_MAX: String(BODY_BYTES_MAX),
      ERRAND_REQUEST_TIMEOUT_SECONDS: '1',
      ERRAND_FILE_BYTES_MAX: '1024',
      ERRAND_FORM_PARTS_MAX: '10',
      ERRAND_JSON_DEPTH_MAX: '20',
      ERRAND_METADATA_BYTES_MAX: '100',
      ERRAND_BULK_ITEMS_MAX: '2',
      ERRAND_BATCH_ITEMS_MAX: '3',
      ERRAND_PAGE_SIZE: '1',
      ERRAND_PAGE_SIZE_MAX: '2',
      ERRAND_WEBHOOK_AGENTS_MAX: '1',
    },
  }),
);
const org = await harness.org();
const world = await createWorld(harness, org);
const endpoints = harness.service.app.endpoints;

const isObject = (body: unknown): boolean => typeof body === 'object' && body !== null;

function assertRefused(answer: Answer, what: string): void {
  assert.ok(answer.status < 500, `${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
  if (answer.status >= 400) {
    assert.ok(isObject(answer.body), `${what}: ${answer.text}`);
    assert.ok(answer.headers.get('x-request-id'), what);
  }
}

test("the operator's limits hold, each answer names its limit, and nothing is stored", async () => {
  const run = `/v1/agents/run/${world.agent_id}`;
  const jobs = async () => (await harness.database.system.query('select 1 from jobs')).length;
  const before = await jobs();
  const file = (size: number) => new File(['x'.repeat(size)], 'a.pdf');
  const form = (...files: File[]) => {
    const data = new FormData();
    for (const one of files) data.append('doc', one);
    return data;
  };
  const deep = JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`);
  const ids = [world.job_id, world.agent_id, world.webhook_id];
  const refusals: [path: string, body: unknown, status: number, message: RegExp][] = [
    [`${run}/async/`, form(file(1_025)), 413, /A file may have at most 1024 bytes/],
    [`${run}/async/`, form(...Array.from({ length: 11 }, () => file(1))), 400, /more than 10 parts/],
    [`${run}/async/`, { text: deep }, 400, /more than 20 levels/],
    [`${run}/async/`, { metadata: { a: 'x'.repeat(100) } }, 400, /"metadata":\["May have at most 100 bytes/],
    [`${run}/async/many/`, { inputs: [{}, {}, {}] }, 400, /"inputs":\["At most 2 items/],
    [`${run}/batches/`, { inputs: [{}, {}, {}, {}] }, 400, /"inputs":\["At most 3 items/],
    ['/v1/agents/jobs/statuses/', { job_ids: ids }, 400, /"job_ids":\["At most 2 ids/],
    ['/v1/agents/jobs/results/', { job_ids: ids }, 400, /"job_ids":\["At most 2 ids/],
    [
      `/webhooks/${world.webhook_id}/agents/`,
      { agent_ids: ids },
      400,
      /"agent_ids":\["A webhook can be linked to at most 1/,
    ],
  ];
  for (const [path, body, status, message] of refusals) {
    const answer = await org.request('POST', path, body);
    assert.equal(answer.status, status, `${path}: ${answer.text}`);
    assert.match(answer.text, message);
  }
  assert.equal(await jobs(), before);
  for (const [query, size] of Object.entries({ '': 1, 'page_size=2': 2, 'page_size=100': 2 })) {
    const { body } = await org.request('GET', `/v1/organizations/${org.orgId}/audit/?${query}`);
    assert.equal(body.results.length, size, query);
  }
});

describe('queries', () => {
  const values = [
    '%00',
    '%ff%fe',
    '%zz',
    '%',
    '-1',
    '9'.repeat(400),
    '1e999',
    'NaN',
    "';drop table jobs;--",
    '%7B%22a%22%3A%22%5Cu0000%22%7D',
    '%ed%a0%80',
    'x'.repeat(5_000),
    '[]',
    'null',
    // Moments that exist, and that neither PostgreSQL nor an id can hold.
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999Z',
    '1969-12-31T23:59:59.999Z',
    '2024-02-30T00:00:00-23:59',
  ];

  test('no value of any parameter is a 5xx; a 4xx has a body', async () => {
    const targets = endpoints.filter(({ method }) => method === 'GET');
    assert.ok(targets.length > 20);
    for (const endpoint of targets) {
      const path = fillPath(endpoint.path, world);
      const own = Object.keys(endpoint.query?.properties ?? {});
      const unread = ['page', 'page_size', 'unheard_of'].filter((name) => !own.includes(name));
      const query = (names: string[], value: string) => names.map((name) => `${name}=${value}`).join('&');
      const queries = [
        ...own.flatMap((name) => [...values, `1&${name}=2&${name}=`].map((value) => query([name], value))),
        ...[['organization_id'], unread].flatMap((names) => [
          ...values.map((value) => query(names, value)),
          `${query(names, '1')}&${query(names, '2')}&${query(names, '')}`,
        ]),
      ];
      const answers = await Promise.all(queries.map((query) => org.request('GET', `${path}?${query}`)));
      for (const [index, answer] of answers.entries()) assertRefused(answer, `${path}?${queries[index]!.slice(0, 60)}`);
    }
  });

  test('a NUL in a filter is a field error under its name', async () => {
    for (const name of ['search', 'job_inputs', 'metadata', 'version_name', 'job_id', 'verdict']) {
      const answer = await org.request('GET', `/v1/agents/${world.agent_id}/jobs/?${name}=a%00`);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, [name]]);
    }
  });

  test('a query of thousands of parameters is answered', async () => {
    const query = Array.from({ length: 3_000 }, () => 'a=1').join('&');
    assertRefused(await org.request('GET', `/v1/agents/?${query}`), 'many parameters');
  });
});

test('a path whose escapes are broken, or that is too long, leads nowhere: 404 {detail}', async () => {
  for (const bad of ['%', '%zz', '%c0%af', '%ff', '%ed%a0%80', 'a'.repeat(600), '..%2f..', '%2e%2e', '%00', '%0a']) {
    const targets = endpoints.filter((one) => paramsOf(one.path).length > 0);
    await Promise.all(
      targets.map(async ({ path, method }) => {
        const target = fillPath(path, { ...world, [paramsOf(path)[0]!]: '\u0000' }).replace('%00', bad);
        const answer = await sendRaw(
          `${method} ${target} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${org.apiKey}\r\ncontent-length: 0\r\n\r\n`,
        );
        // Names of tables, secrets and templates have rules of their own, and an error shape for them.
        if (/:(table|secret|template)_name/.test(path) && answer.status === 400) return;
        assert.ok([404, 405].includes(answer.status), `${method} ${target}: ${answer.text.slice(0, 300)}`);
        const detail = answer.body.detail ?? answer.body.error.message;
        assert.ok(answer.body.code ?? answer.body.error.code, `${method} ${target}: ${answer.text}`);
        assert.ok(!detail.includes('param'), detail);
        assert.match(answer.text, /^x-request-id: /im);
      }),
    );
  }
});

/** Sends these bytes and hangs up after the answer. */
async function sendRaw(...parts: (string | Uint8Array)[]) {
  const raw = await connectRaw(harness.baseUrl);
  for (const part of parts) await raw.send(part);
  const answer = await raw.answer();
  raw.destroy();
  return answer;
}

describe('sizes', () => {
  test('a body beyond the limit is 413 {detail} on every endpoint, with and without a length', async () => {
    for (const endpoint of endpoints.filter(({ body }) => body)) {
      const path = fillPath(endpoint.path, world);
      const isUpload = endpoint.accepts?.length === 1 && endpoint.accepts[0] === 'multipart';
      const type = isUpload ? 'multipart/form-data; boundary=x' : 'application/json';
      const content = isUpload
        ? `--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(5_000)}\r\n--x--\r\n`
        : `{"name": "${'x'.repeat(5_000)}"}`;
      const known = await org.request(endpoint.method, path, content, { 'content-type': type });
      const head = `${endpoint.method} ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${org.apiKey}\r\ncontent-type: ${type}\r\n`;
      const chunked = await sendRaw(
        `${head}transfer-encoding: chunked\r\n\r\n`,
        `${content.length.toString(16)}\r\n${content}\r\n0\r\n\r\n`,
      );
      for (const [what, { status, body, text }] of Object.entries({ known, chunked })) {
        assert.equal(status, 413, `${endpoint.method} ${path} ${what}: ${text}`);
        const { detail } = endpoint.path.startsWith('/openai/v1/') ? { detail: body.error.message } : body;
        assert.match(detail, /4 KiB|4096 bytes/, `${endpoint.method} ${path} ${what}`);
      }
    }
  });

  test('a body of exactly the limit is read', async () => {
    const start = '{"name": "Exactly", "engine_class_id": "EchoEngine", "description": "';
    const body = `${start}${'x'.repeat(BODY_BYTES_MAX - start.length - 2)}"}`;
    assert.equal(body.length, BODY_BYTES_MAX);
    assert.equal((await org.request('POST', '/v1/agents/', body)).status, 201);
    assert.equal((await org.request('POST', '/v1/agents/', `${body} `)).status, 413);
  });

  test('without a credential it is 401, whatever the size; an unknown path is 404', async () => {
    for (const [path, status] of [
      [`/v1/agents/run/${world.agent_id}/`, 401],
      ['/nothing/', 404],
    ] as const) {
      const answer = await sendRaw(
        `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99999999999\r\n\r\n{`,
      );
      assert.equal(answer.status, status);
    }
  });
});

describe('malformed HTTP', () => {
  const requests: Record<string, string> = {
    'a header of 100 KB': `GET /health/ HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`,
    'five thousand headers': `GET /health/ HTTP/1.1\r\nhost: a\r\n${'x-many: 1\r\n'.repeat(5_000)}\r\n`,
    'a path of 100 KB': `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
    'two hosts': 'GET /health/ HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n',
    'two lengths': 'POST /v1/agents/ HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
    'a length and chunks':
      'POST /v1/agents/ HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}',
    'a length that is none': 'POST /v1/agents/ HTTP/1.1\r\nhost: a\r\ncontent-length: -1\r\n\r\n',
    'a chunk size that is none':
      'POST /v1/auth/login/ HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
    'a NUL in a header': 'GET /health/ HTTP/1.1\r\nhost: a\r\nx-a: b\u0000c\r\n\r\n',
    'a method that is none': 'NONSENSE /health/ HTTP/1.1\r\nhost: a\r\n\r\n',
    'an expectation that nobody meets':
      'GET /health/ HTTP/1.1\r\nhost: a\r\nexpect: miracles\r\nconnection: close\r\n\r\n',
    'no host': 'GET /health/ HTTP/1.1\r\n\r\n',
    'a TLS hello': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'a poem': 'Shall I compare thee to a summer’s day?\r\n\r\n',
  };
  for (const [what, bytes] of Object.entries(requests)) {
    test(`${what} is a 4xx {detail}`, async () => {
      const answer = await sendRaw(Buffer.from(bytes, 'latin1'));
      assert.ok(answer.status >= 400 && answer.status < 500, answer.text.slice(0, 200));
      assert.deepEqual(Object.keys(answer.body ?? {}), ['detail', 'code'], answer.text);
      assert.match(answer.text, /^x-request-id: /im);
      assert.match(answer.text, /^cache-control: no-store/im);
    });
  }

  test('headers that are too long are refused, and the answer names the limit', async () => {
    const answer = await sendRaw(`GET /health/ HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`);
    assert.deepEqual(
      [answer.status, answer.body.detail],
      [431, 'The request line and headers are larger than 16 KiB.'],
    );
  });

  test('of an address in the request line only the path counts', async () => {
    const head = `\r\nhost: here.example\r\nauthorization: Bearer ${org.apiKey}\r\n\r\n`;
    await org.request('POST', '/v1/agents/', { name: 'second', engine_class_id: 'TemplateEngine' });
    const page = await sendRaw(`GET http://evil.example/v1/agents/?page_size=1 HTTP/1.1${head}`);
    assert.equal(page.body.next, 'http://here.example/v1/agents/?page_size=1&page=2');
    assert.equal((await sendRaw(`GET http://evil.example HTTP/1.1${head}`)).status < 500, true);
  });

  test('odd values of headers cause no 5xx', async () => {
    const headers: Record<string, string>[] = [
      { 'x-organization-id': 'x' },
      { 'x-organization-id': `${org.orgId}, ${org.orgId}` },
      { 'last-event-id': '9'.repeat(500) },
      { range: 'bytes=99999999999999999999-' },
      { range: 'bytes=--1' },
      { range: 'lines=1-2' },
      { 'if-none-match': '"'.repeat(100) },
      { 'x-request-id': 'x'.repeat(500) },
      { 'accept-encoding': 'nonsense' },
      { 'x-forwarded-host': 'evil.example' },
    ];
    const paths = [
      '/v1/agents/',
      `/v1/agents/jobs/${world.job_id}/events/`,
      `/v1/agents/jobs/${world.job_id}/references/${world.resource_id}/`,
    ];
    for (const header of headers) {
      for (const path of paths) {
        const [[name, value]] = Object.entries(header) as [[string, string]];
        const { status, text } = await sendRaw(
          `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\nauthorization: Bearer ${org.apiKey}\r\n${name}: ${value}\r\n\r\n`,
        );
        assert.ok(status >= 200 && status < 500, `${path} ${name}: ${text.slice(0, 200)}`);
        assert.ok(!text.includes('evil.example'), 'a proxy that nobody configured is not believed');
      }
    }
  });
});

describe('a slow client', () => {
  const head = (path: string, type: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${org.apiKey}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
  const slow: Record<string, () => string> = {
    'in its headers': () => `POST /v1/agents/ HTTP/1.1\r\nhost: a\r\nx-slow: ${'x'.repeat(1_000)}`,
    'in a JSON body': () => head('/v1/agents/', 'application/json', 1_000) + ' '.repeat(1_000),
    'in a form': () =>
      head(`/v1/agents/run/${world.agent_id}/`, 'application/x-www-form-urlencoded', 1_000) + 'a'.repeat(1_000),
    'in a multipart body': () =>
      `${head(`/v1/agents/run/${world.agent_id}/`, 'multipart/form-data; boundary=x', 2_000)}--x\r\nContent-Disposition: form-data; name="doc"; filename="a"\r\n\r\n${'x'.repeat(1_000)}`,
  };
  for (const [where, request] of Object.entries(slow)) {
    test(`${where} gets 408 {detail} and a closed connection, while others are served`, async () => {
      const text = request();
      const quick = text.indexOf('\r\n\r\n') + 4 || text.indexOf('x-slow');
      const raw = await connectRaw(harness.baseUrl);
      const pulse = startPulse(harness.baseUrl);
      await raw.send(text.slice(0, quick));
      // One byte at a time, slower than any limit allows.
      for (let at = Math.max(quick, 0); !raw.isClosed() && at < text.length; at += 1) {
        await raw.send(text[at]!);
        await delay(20);
      }
      const answer = await raw.answer();
      raw.destroy();
      assert.equal(answer.status, 408, answer.text);
      assert.deepEqual(Object.keys(answer.body), ['detail', 'code']);
      assert.ok((await pulse.stop()) > 10, 'others are served');
    });
  }

  test('that disconnects in the middle of its body leaves nothing behind', async () => {
    const files = async () =>
      (await harness.database.system.query<{ count: number }>('select count(*) as count from files'))[0]!.count;
    const before = await files();
    for (const request of [slow['in a JSON body']!(), slow['in a multipart body']!()]) {
      const raw = await connectRaw(harness.baseUrl);
      await raw.send(request.slice(0, request.length - 500));
      raw.destroy();
    }
    assert.equal((await org.request('GET', '/health/')).status, 200);
    assert.equal(await files(), before);
  });
});
