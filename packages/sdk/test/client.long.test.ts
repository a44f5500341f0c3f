import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import {
  AuthenticationError,
  type CallOptions,
  ConflictError,
  ConnectionError,
  createErrand,
  ForbiddenError,
  InsufficientCreditsError,
  NotFoundError,
  RateLimitError,
  ServerError,
  ValidationError,
} from '@errand/sdk';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

describe('the client', () => {
  let handler: Handler;
  let baseUrl: string;
  const server = createServer((request, response) => handler(request, response));
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => void server.close());

  const client = () => createErrand({ baseUrl, credential: 'key', organizationId: 'org' });
  const answer =
    (status: number, body: unknown, headers: Record<string, string> = {}): Handler =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

  test('sends credential, organization and filters, and reads the answer', async () => {
    let seen: IncomingMessage | undefined;
    handler = (request, response) => {
      seen = request;
      answer(200, { count: 0, next: null, previous: null, results: [] })(request, response);
    };
    await client().agents.list({ search: 'a b', engine_class_id: ['One', 'Two'], page: undefined });
    assert.equal(seen!.url, '/v1/agents/?search=a+b&engine_class_id=One&engine_class_id=Two');
    assert.equal(seen!.headers.authorization, 'Bearer key');
    assert.equal(seen!.headers['x-organization-id'], 'org');
  });

  test('gives every shape of error a class, a message for people and its fields', async () => {
    const cases: [number, unknown, new (...args: never[]) => Error, RegExp][] = [
      [400, ["Required input 'a' was not supplied."], ValidationError, /^Required input 'a'/],
      [400, { name: ['May not be blank.'] }, ValidationError, /^name: May not be blank\.$/],
      [400, { error: 'The page could not be fetched.' }, ValidationError, /^The page/],
      [400, { message: 'No such table.' }, ValidationError, /^No such table\.$/],
      [401, { detail: 'Credential is missing or not valid.' }, AuthenticationError, /^Credential/],
      [403, { detail: 'This needs the role admin; yours is viewer.' }, ForbiddenError, /role admin/],
      [403, { detail: 'None left.', code: 'errand.credits.insufficient' }, InsufficientCreditsError, /None left/],
      [404, { detail: 'No agent with this id.' }, NotFoundError, /^No agent/],
      [409, { error: 'Policy is still referenced.' }, ConflictError, /referenced/],
      [418, {}, Error, /status 418/],
    ];
    for (const [status, body, kind, message] of cases) {
      handler = answer(status, body, { 'x-request-id': 'r-1' });
      const error = await client()
        .agents.create({ name: '', engine_class_id: 'x' })
        .catch((one: unknown) => one as ValidationError);
      assert.ok(error instanceof kind, `${status} ${error}`);
      assert.match(error.message, message);
      if (status === 400 && !Array.isArray(body)) assert.equal((error as ValidationError).requestId, 'r-1');
    }
    handler = answer(400, { name: ['One.', 'Two.'], organization_id: 'Not a UUID.' });
    const error = (await client()
      .agents.get('x')
      .catch((one: unknown) => one)) as ValidationError;
    assert.deepEqual(error.fields, { name: ['One.', 'Two.'], organization_id: ['Not a UUID.'] });
  });

  test('distinguishes causes by their code, not by the message', async () => {
    handler = answer(403, { detail: 'Not now.' }, { 'x-error-code': 'errand.credits.insufficient' });
    const error = await client()
      .runs.start('a')
      .catch((one: unknown) => one as ForbiddenError);
    assert.ok(error instanceof InsufficientCreditsError);
    assert.equal(error.code, 'errand.credits.insufficient');
    handler = answer(403, { detail: 'Only admins see credits.', code: 'errand.access.role' });
    const other = await client()
      .runs.start('a')
      .catch((one: unknown) => one as ForbiddenError);
    assert.ok(other instanceof ForbiddenError && !(other instanceof InsufficientCreditsError));
    assert.equal(other.code, 'errand.access.role');
  });

  test('a path without its id is refused before anything is sent', () => {
    assert.throws(() => client().agents.delete(''), /agents\.delete: agent_id is missing/);
  });

  test('a key is sent, and the call repeated, only where the service honours it', async () => {
    let calls = 0;
    const keys: unknown[] = [];
    handler = (request, response) => {
      calls++;
      keys.push(request.headers['idempotency-key']);
      answer(503, { detail: 'Later.' })(request, response);
    };
    await assert.rejects(client().jobs.cancel('a', { idempotencyKey: 'k' } as CallOptions), ServerError);
    assert.deepEqual([calls, keys], [1, [undefined]]);
    await assert.rejects(client().batches.create('a', { inputs: [{}] }, { idempotencyKey: 'k' }), ServerError);
    assert.deepEqual([calls, keys], [4, [undefined, 'k', 'k', 'k']]);
  });

  test('waits for a job by asking when its events cannot be had', async () => {
    let asked = 0;
    handler = (request, response) => {
      if (request.url!.endsWith('/events/')) answer(405, { detail: 'No streams here.' })(request, response);
      else if (request.url!.endsWith('/status/')) answer(200, { status: ++asked < 2 ? 1 : 3 })(request, response);
      else answer(200, { id: 'j', status_code: 3 })(request, response);
    };
    assert.equal((await client().jobs.wait('j')).status_code, 3);
    assert.equal(asked, 2);
  });

  test('gives JSON lines as they come, also cut anywhere', async () => {
    handler = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      response.write('{"index":0}\n{"ind');
      setImmediate(() => response.end('ex":1}\n{"index":2}'));
    };
    const lines = await Array.fromAsync(client().batches.results('b'));
    assert.deepEqual(lines, [{ index: 0 }, { index: 1 }, { index: 2 }]);
  });

  test('repeats reads that may succeed later, and never a write that may have been done', async () => {
    let calls = 0;
    handler = (request, response) => {
      calls++;
      answer(calls < 3 ? 503 : 200, { id: 'a' })(request, response);
    };
    await client().agents.get('a');
    assert.equal(calls, 3);
    calls = 0;
    await assert.rejects(client().bulk.start('a'), ServerError);
    assert.equal(calls, 1);
    calls = 0;
    await client().agents.create({ name: 'a', engine_class_id: 'b' });
    assert.equal(calls, 3, 'what creates something has a key');
    calls = 0;
    assert.deepEqual(await client().runs.start('a', { inputs: {} }, { idempotencyKey: 'k' }), { id: 'a' });
    assert.equal(calls, 3);
    handler = answer(429, { detail: 'Too many requests.' }, { 'retry-after': '30' });
    const error = (await client()
      .agents.get('a')
      .catch((one: unknown) => one)) as RateLimitError;
    assert.ok(error instanceof RateLimitError && error.retryAfterSeconds === 30 && error.retryable);
    assert.equal(error.message, 'Too many requests. Try again in 30 seconds.');
    calls = 0;
    handler = (request, response) => {
      calls++;
      answer(calls < 2 ? 429 : 201, { id: 'a' })(request, response);
    };
    await client().bulk.start('a');
    assert.equal(calls, 2, 'what was refused was not carried out');
    const gone = createErrand({ baseUrl: 'http://127.0.0.1:9', retriesMax: 0 });
    await assert.rejects(gone.agents.get('a'), ConnectionError);
  });

  test('follows events through a broken connection, from where it stopped, until the end', async () => {
    const asked: (string | undefined)[] = [];
    handler = (request, response) => {
      asked.push(request.headers['last-event-id'] as string | undefined);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (asked.length === 1) {
        response.write(': hello\n\nevent: status\nid: 1.0.0\ndata: {"status_code":0}\n\nevent: step\nid: 1.1.0\nda');
        setTimeout(() => response.destroy(), 20);
      } else {
        response.end('event: step\nid: 1.1.0\ndata: {"key":"a"}\n\nevent: end\nid: 2.1.0.end\ndata: {"status":3}\n\n');
      }
    };
    const seen: string[] = [];
    for await (const { event, data } of client().jobs.events('j')) seen.push(`${event} ${JSON.stringify(data)}`);
    assert.deepEqual(asked, [undefined, '1.0.0']);
    assert.deepEqual(seen, [
      'connection "live"',
      'status {"status_code":0}',
      'connection "reconnecting"',
      'connection "live"',
      'step {"key":"a"}',
      'end {"status":3}',
    ]);
  });
});
