import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { baseUrl } from './base-url.ts';

async function ask(host: string, publicUrl?: string): Promise<string> {
  const app = fastify();
  app.decorate('publicUrl', publicUrl);
  app.get('/', async (request) => baseUrl(request));
  const { body } = await app.inject({ url: '/', headers: { host } });
  await app.close();
  return body;
}

test('the address is the configured one, else the one that the request came to', async () => {
  assert.equal(await ask('a.example', 'https://errand.example/base'), 'https://errand.example/base');
  assert.equal(await ask('a.example:8000'), 'http://a.example:8000');
  assert.equal(await ask('[::1]:8000'), 'http://[::1]:8000');
});

test('a Host header that cannot stand in a URL is not repeated', async () => {
  for (const host of ['a b', 'a/b', 'a"b', 'a@b', '<script>']) assert.equal(await ask(host), 'http://localhost', host);
});
