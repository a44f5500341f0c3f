import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '@errand/contract/operation.ts';
import { type TSchema, Type } from 'typebox';
import { readOperation } from './operations.ts';

const read = (more: Partial<Operation>) =>
  readOperation('get', {
    method: 'GET',
    path: '/v1/a/',
    summary: 'A',
    tag: 'a',
    responses: { 200: Type.String() },
    ...more,
  });
const content = (type: string, schema: object): TSchema => Type.Unsafe({ content: { [type]: { schema } } });

test('the path with the prefix is called, and ids are distinguished from names', () => {
  const { path, params } = read({ path: '/a/:a_id/:name/', aliases: ['/v1/a/:a_id/:name/'] });
  assert.equal(path, '/v1/a/:a_id/:name/');
  assert.deepEqual(params, [
    { name: 'a_id', isUuid: true },
    { name: 'name', isUuid: false },
  ]);
  assert.equal(read({ path: '/v1/:m_id/', textParams: ['m_id'] }).params[0]!.isUuid, false);
});

test('a body without required members may be left out; one that is only a form is sent as a form', () => {
  assert.equal(read({ body: Type.Object({ a: Type.Optional(Type.String()) }) }).body?.isOptional, true);
  assert.equal(read({ body: Type.Object({ a: Type.String() }) }).body?.isOptional, false);
  assert.equal(read({ accepts: ['multipart'], bodies: { multipart: Type.Object({}) } }).body?.isForm, true);
  assert.equal(read({}).body, undefined);
});

test('the result of a call follows from its successful response', () => {
  const gives = (schema: TSchema | null) => read({ responses: { 200: schema, 404: Type.String() } }).gives;
  assert.equal(gives(null), 'nothing');
  assert.equal(gives(Type.Object({})), 'json');
  assert.equal(read({ responses: { 200: Type.Object({}), 204: null } }).mayBeEmpty, true);
  assert.equal(gives(content('text/plain', { type: 'string' })), 'text');
  assert.equal(gives(content('text/csv', { type: 'string' })), 'bytes');
  assert.equal(gives(content('application/x-ndjson', { contentSchema: { type: 'string' } })), 'lines');
  assert.equal(gives(content('text/event-stream', { contentSchema: { type: 'string' } })), 'events');
});

test('keys and the cache are options only where the operation has their headers', () => {
  const headers = Type.Object({ 'Idempotency-Key': Type.Optional(Type.String()) });
  assert.deepEqual(
    [read({ headers }).takesKey, read({ headers }).takesSkipCache, read({}).takesKey],
    [true, false, false],
  );
});

test('lists by page or by cursor are paged, if they take parameters', () => {
  const query = Type.Object({ page: Type.Optional(Type.String()) });
  const paged = (schema: TSchema, more: Partial<Operation> = { query }) =>
    read({ responses: { 200: schema }, ...more }).isPaged;
  const results = Type.Array(Type.String());
  assert.equal(paged(Type.Object({ results, next: Type.String() })), true);
  assert.equal(paged(Type.Object({ results, next_cursor: Type.String() })), true);
  assert.equal(paged(Type.Object({ results })), false);
  assert.equal(paged(results), false);
  assert.equal(paged(Type.Object({ results, next: Type.String() }), {}), false);
});
