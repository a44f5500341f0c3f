import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { createMethodTable } from './method-table.ts';

function table(...routes: [method: string, url: string][]) {
  const app = fastify();
  const methods = createMethodTable(app);
  for (const [method, url] of routes) app.route({ method, url, handler: async () => null });
  return methods;
}

test('a path has the methods of its own route, literal segments before parameters', () => {
  const methods = table(
    ['POST', '/jobs/statuses/'],
    ['DELETE', '/jobs/:id/'],
    ['PUT', '/jobs/:id/tags/'],
    ['POST', '/:kind/statuses/'],
  );
  assert.deepEqual(methods.find('/jobs/statuses/'), ['POST']);
  assert.deepEqual(methods.find('/jobs/statuses?x=1'), ['POST']);
  assert.deepEqual(methods.find('/jobs/7'), ['DELETE']);
  assert.deepEqual(methods.find('/jobs/7/tags/'), ['PUT']);
  assert.deepEqual(methods.find('/other/statuses/'), ['POST']);
  assert.deepEqual(methods.find('/jobs/7/tags/8/'), []);
});

test('characters with a meaning in patterns are literal', () => {
  assert.deepEqual(table(['POST', '/a.b/']).find('/axb/'), []);
});
