import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { errorTable } from '@errand/contract/errors.ts';
import fastify from 'fastify';
import type { AppError } from '#platform/errors.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { until } from '../../test/harness.ts';
import { type Content, sendContent } from './send-content.ts';

const digits = '0123456789';

describe('sending content', () => {
  let folder: string;
  let storage: Storage;
  const app = fastify();
  /** The content that the next request asks for. */
  let content: Content;
  let opened: Readable | undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'errand-content-'));
    storage = await openStorage(folder);
    await storage.put('ten', Buffer.from(digits));
    await storage.put('none', Buffer.alloc(0));
    await storage.put('large', Buffer.alloc(20 * 1024 * 1024));
    const watched: Storage = {
      ...storage,
      async get(key, range) {
        const found = await storage.get(key, range);
        opened = found?.stream;
        return found;
      },
    };
    app.setErrorHandler<AppError>((error, _request, reply) =>
      reply.code(errorTable[error.code].status).send({ error: error.message }),
    );
    app.get('/', (request, reply) => sendContent(request, reply, watched, content));
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(async () => {
    await app.close();
    await storage.close();
    await rm(folder, { recursive: true });
  });

  function get(headers: Record<string, string> = {}, changes: Partial<Content> = {}, method: 'GET' | 'HEAD' = 'GET') {
    content = {
      ...{ storageKey: 'ten', size: 10, contentType: 'text/plain', fileName: 'ten.txt', download: false, etag: 'e1' },
      ...changes,
    };
    return app.inject({ method, url: '/', headers });
  }

  const ranges: [range: string, status: number, body: string, contentRange?: string][] = [
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=0-9', 206, digits, 'bytes 0-9/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=9-', 206, '9', 'bytes 9-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-10', 206, digits, 'bytes 0-9/10'],
    ['bytes=-99999999999999999999', 206, digits, 'bytes 0-9/10'],
    ['bytes=5-99999999999999999999', 206, '56789', 'bytes 5-9/10'],
    ['Bytes = 1-2', 206, '12', 'bytes 1-2/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=10-20', 416, '', 'bytes */10'],
    ['bytes=99999999999999999999-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=0-1,3-4', 200, digits],
    ['bytes=4-2', 200, digits],
    ['bytes=-', 200, digits],
    ['bytes=', 200, digits],
    ['bytes=a-b', 200, digits],
    ['bytes=1.5-2', 200, digits],
    ['bytes=+1-2', 200, digits],
    ['lines=1-2', 200, digits],
    ['nonsense', 200, digits],
  ];
  for (const [range, status, body, contentRange] of ranges) {
    test(`${range} gives ${status} ${contentRange ?? 'and everything'}`, async () => {
      const answer = await get({ range });
      assert.equal(answer.statusCode, status);
      assert.equal(answer.headers['content-range'], contentRange);
      if (status === 416) return assert.deepEqual(answer.json(), { error: errorTable.range_not_satisfiable.title });
      assert.equal(answer.body, body);
      assert.equal(answer.headers['content-length'], String(body.length));
      assert.equal(answer.headers['accept-ranges'], 'bytes');
    });
  }

  test('empty content has no ranges', async () => {
    const none = { storageKey: 'none', size: 0 };
    const expected: [range: string, status: number][] = [
      ['bytes=0-', 416],
      ['bytes=-5', 200],
      ['bytes=0-0', 416],
    ];
    for (const [range, status] of expected) assert.equal((await get({ range }, none)).statusCode, status, range);
    assert.equal((await get({}, none)).headers['content-length'], '0');
  });

  test('a range of content that changed since is everything', async () => {
    assert.equal((await get({ range: 'bytes=1-2', 'if-range': '"e1"' })).body, '12');
    assert.equal((await get({ range: 'bytes=1-2', 'if-range': '"old"' })).body, digits);
    assert.equal((await get({ range: 'bytes=1-2', 'if-range': 'Wed, 21 Oct 2015 07:28:00 GMT' })).body, digits);
  });

  test('content that the client has is not sent again', async () => {
    for (const tag of ['"e1"', 'W/"e1"', '"x", "e1"', '*']) {
      const answer = await get({ 'if-none-match': tag });
      assert.deepEqual([answer.statusCode, answer.body, answer.headers.etag], [304, '', '"e1"'], tag);
    }
    assert.equal((await get({ 'if-none-match': '"x"' })).statusCode, 200);
  });

  test('HEAD shows the length without opening the content', async () => {
    opened = undefined;
    const answer = await get({ range: 'bytes=1-2' }, {}, 'HEAD');
    assert.deepEqual([answer.statusCode, answer.headers['content-length'], answer.body], [200, '10', '']);
    assert.equal(opened, undefined);
  });

  test('a page cannot act in our origin, and is saved only when asked for', async () => {
    for (const contentType of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml']) {
      const { headers } = await get({}, { contentType });
      assert.equal(headers['content-type'], contentType);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.match(String(headers['content-security-policy']), /^sandbox; default-src 'none';/);
      assert.ok(!/allow-|script-src/.test(String(headers['content-security-policy'])));
      assert.equal(headers['content-disposition'], undefined);
    }
    const { headers } = await get({}, { download: true, fileName: 'a"b\\c\r\nx: y€.html' });
    assert.equal(
      headers['content-disposition'],
      `attachment; filename="a_b_c__x: y_.html"; filename*=UTF-8''a%22b%5Cc%0D%0Ax%3A%20y%E2%82%AC.html`,
    );
  });

  test('content that is gone is 410; content of another size is a storage failure', async () => {
    const gone = await get({}, { storageKey: 'gone' });
    assert.equal(gone.statusCode, 410);
    assert.deepEqual(gone.json(), { error: errorTable.content_lost.title });
    for (const changes of [{ size: 11 }, { storageKey: '../bad' }]) {
      const answer = await get({}, changes);
      assert.equal(answer.statusCode, 500);
      assert.deepEqual(answer.json(), { error: errorTable.storage_failed.title });
    }
  });

  test('a client that leaves closes the content', async () => {
    await get({}, { storageKey: 'large', size: 20 * 1024 * 1024 });
    opened = undefined;
    const { port } = app.server.address() as AddressInfo;
    const request = http.get({ port, host: '127.0.0.1', agent: false });
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    await once(answer, 'readable');
    assert.equal(opened!.destroyed, false);
    request.destroy();
    await until(async () => opened!.destroyed, 'the content to be closed');
  });
});
