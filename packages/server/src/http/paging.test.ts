import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { limits } from '#platform/limits.ts';
import { stopAtEnd } from '../../test/stop-at-end.ts';
import { envelope, readPaging } from './paging.ts';

// Each case is a real request, because `next` and `previous` are built from it.

const app = stopAtEnd(fastify());
app.decorate('publicUrl', undefined);
app.setErrorHandler((error: Error, _, reply) => reply.code(404).send({ code: (error as { code?: string }).code }));
app.get('/list/', async (request) => {
  const paging = readPaging(request);
  return { paging, ...envelope(request, paging, 95, ['x']) };
});

const get = async (query: string) => {
  const { statusCode, body } = await app.inject({ url: `/list/${query}`, headers: { host: 'errand.example:8000' } });
  return { status: statusCode, body: JSON.parse(body) };
};

test('a page has links to its neighbours that keep the rest of the query', async () => {
  const { body } = await get('?page=2&page_size=10&search=a%20b');
  assert.deepEqual(body.paging, { page: 2, size: 10, offset: 10 });
  assert.equal(body.count, 95);
  assert.equal(body.next, 'http://errand.example:8000/list/?page=3&page_size=10&search=a+b');
  assert.equal(body.previous, 'http://errand.example:8000/list/?page=1&page_size=10&search=a+b');
});

test('the first page has no previous one, the last no next one', async () => {
  assert.equal((await get('?page_size=50')).body.previous, null);
  assert.equal((await get('?page_size=50&page=2')).body.next, null);
});

test('a size that cannot be used falls back to the usual one, and none is above the limit', async () => {
  for (const size of ['', '0', '-1', 'x', '1.5'])
    assert.equal((await get(`?page_size=${size}`)).body.paging.size, limits.pageSize, size);
  assert.equal((await get('?page_size=999999999')).body.paging.size, limits.pageSizeMax);
});

test('a page that is not there is not found', async () => {
  for (const page of ['0', '-1', 'x', '1.5', '99999', '9'.repeat(20)]) {
    assert.deepEqual(await get(`?page=${page}`), { status: 404, body: { code: 'not_found' } }, page);
  }
});
