import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startSystem, systemOf } from '../../../test/connections/systems.ts';
import { answerMessage } from '../../../test/models/mcp-answers.ts';
import { customApi, joinUrl } from './custom-api.ts';
import { customMcp } from './custom-mcp.ts';
import { slack } from './slack.ts';

describe('custom_api', () => {
  test('sends the credentials of each kind', async (t) => {
    const api = await startSystem(() => ({ body: 'ok' }));
    t.after(api.close);
    const kinds: [object, Record<string, string>][] = [
      [{}, {}],
      [{ type: 'bearer', token: 't' }, { authorization: 'Bearer t' }],
      [{ type: 'basic', username: 'u', password: 'p' }, { authorization: 'Basic dTpw' }],
      [{ type: 'header', header: 'X-Key', value: 'v' }, { 'x-key': 'v' }],
    ];
    for (const [auth, expected] of kinds) {
      const system = systemOf({ base_url: `${api.url}/base`, headers: { 'X-Team': 'a' } }, auth);
      const answer = await customApi.request!(system, { method: 'GET', path: '/x', query: { q: '1 2' } });
      assert.equal(answer.body.toString(), 'ok');
      const { headers, url } = api.seen.at(-1)!;
      assert.deepEqual([url, headers['x-team']], ['/base/x?q=1+2', 'a']);
      assert.equal(headers.authorization, expected.authorization);
      assert.equal(headers['x-key'], expected['x-key']);
    }
  });

  test('gets one token for many requests, and a new one when the old is refused or over', async (t) => {
    let issued = 0;
    let refused = '';
    let life = 3_600;
    const api = await startSystem(({ url, headers }) => {
      if (url === '/token')
        return headers.authorization === `Basic ${Buffer.from('id:s%26cret').toString('base64')}`
          ? { body: JSON.stringify({ access_token: `token ${++issued}`, expires_in: life }) }
          : { status: 401, body: '{"error":"invalid_client"}' };
      return { status: headers.authorization === refused ? 401 : 200 };
    });
    t.after(api.close);
    const auth = {
      type: 'oauth2_client_credentials',
      token_url: `${api.url}/token`,
      client_id: 'id',
      client_secret: 's&cret',
      scope: 'read',
    };
    const system = systemOf({ base_url: api.url }, auth);
    const get = async () => (await customApi.request!(system, { method: 'GET', path: '/x' })).status;
    assert.deepEqual([await get(), await get(), issued], [200, 200, 1]);
    assert.match(api.seen[0]!.body, /scope=read/);
    refused = 'Bearer token 1';
    assert.deepEqual([await get(), issued], [200, 2]);
    life = 1;
    refused = 'Bearer token 2';
    assert.deepEqual([await get(), await get(), issued], [200, 200, 4], 'a token that is nearly over is not kept');
    const wrong = systemOf({ base_url: api.url }, { ...auth, client_secret: 'wrong' });
    await assert.rejects(customApi.test(wrong), /token request failed with status 401 \(invalid_client\)/);
  });

  test('never leaves its base address, and follows no redirect', async (t) => {
    for (const path of ['x', '/../x', '/a/%2e%2e/x', '/a\\b', '/a b', '/a#b', '//evil.example/../x'])
      assert.throws(() => joinUrl('https://example.com/base', path), /path/, path);
    assert.equal(
      joinUrl('https://example.com/base/?k=1', '//evil.example/x'),
      'https://example.com/base//evil.example/x?k=1',
    );
    const api = await startSystem(() => ({ status: 302, headers: { location: 'http://127.0.0.1:9/' } }));
    t.after(api.close);
    const answer = await customApi.request!(systemOf({ base_url: api.url }), { method: 'GET', path: '/' });
    assert.deepEqual([answer.status, api.seen.length], [302, 1]);
  });

  test('a slow, an endless and a private server end with a sentence', async (t) => {
    const api = await startSystem(({ url }) => (url === '/slow' ? undefined : { body: 'x'.repeat(200_000) }));
    t.after(api.close);
    const system = systemOf({ base_url: api.url, timeout_seconds: 1 });
    await assert.rejects(customApi.request!(system, { method: 'GET', path: '/slow' }), /within 1 s/);
    await assert.rejects(customApi.request!(system, { method: 'GET', path: '/', bytesMax: 1_000 }), /longer than/);
    await assert.rejects(customApi.test(systemOf({ base_url: 'http://10.0.0.1' })), /private network|public internet/);
  });

  test('a delivery is one request with a key that stays the same', async (t) => {
    let status = 503;
    const api = await startSystem(() => ({ status }));
    t.after(api.close);
    const { run } = customApi.deliveries!.request!;
    const params = { path: '/events', body: '{"a":1}' };
    await assert.rejects(run(systemOf({ base_url: api.url }), params, 'key-1'), { retry: true });
    status = 422;
    await assert.rejects(run(systemOf({ base_url: api.url }), params, 'key-1'), { retry: false });
    status = 204;
    assert.match(await run(systemOf({ base_url: api.url }), params, 'key-1'), /204/);
    const silent = await startSystem(() => undefined);
    t.after(silent.close);
    const slow = systemOf({ base_url: silent.url, timeout_seconds: 1 });
    await assert.rejects(run(slow, params, 'key-1'), { retry: true }, 'it may have been carried out; the key tells');
    for (const { method, headers, body } of api.seen)
      assert.deepEqual([method, headers['idempotency-key'], body], ['POST', 'key-1', '{"a":1}']);
  });
});

describe('custom_mcp', () => {
  test('is tested by its tools, and calls them', async (t) => {
    const server = await startSystem(({ method, headers, body }) => {
      if (headers.authorization !== 'Bearer t') return { status: 401 };
      if (method !== 'POST') return { status: 405 };
      const answer = answerMessage(JSON.parse(body), 'here');
      return answer === undefined
        ? { status: 202 }
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) };
    });
    t.after(server.close);
    const system = systemOf({ url: `${server.url}/mcp` }, { type: 'bearer', token: 't' });
    assert.match(await customMcp.test(system), /offers \d+ tools?/);
    const [tool] = await customMcp.tools!.list(system);
    assert.ok(tool!.name && tool!.inputSchema);
    await assert.rejects(customMcp.test(systemOf({ url: `${server.url}/mcp` })), /status 401/);
    await assert.rejects(customMcp.test(systemOf({ url: 'http://10.0.0.1/mcp' })), /private network|public internet/);
  });
});

describe('slack', () => {
  test('posts by a webhook, and tells one that works without posting', async (t) => {
    const server = await startSystem(({ url, body }) => {
      if (url !== '/good') return { status: 404, body: 'no_service' };
      return JSON.parse(body).text === undefined ? { status: 400, body: 'no_text' } : { body: 'ok' };
    });
    t.after(server.close);
    const good = systemOf({}, { webhook_url: `${server.url}/good` });
    assert.match(await slack.test(good), /accepts messages/);
    await assert.rejects(slack.test(systemOf({}, { webhook_url: `${server.url}/bad` })), /404 \(no_service\)/);
    await slack.deliveries!.post_message!.run(good, { text: 'Hello' }, 'key');
    assert.deepEqual(JSON.parse(server.seen.at(-1)!.body), { text: 'Hello' });
  });

  test('posts by the API with a bot token', async (t) => {
    const server = await startSystem(({ url, headers, body }) => {
      if (headers.authorization !== 'Bearer xoxb') return { body: '{"ok":false,"error":"invalid_auth"}' };
      if (url === '/api/auth.test') return { body: '{"ok":true,"user":"errand","team":"Acme"}' };
      return {
        body: JSON.parse(body).channel === '#gone' ? '{"ok":false,"error":"channel_not_found"}' : '{"ok":true}',
      };
    });
    t.after(server.close);
    const config = { api_url: `${server.url}/api`, channel: '#alerts' };
    const system = systemOf(config, { bot_token: 'xoxb' });
    assert.equal(await slack.test(system), 'Signed in as errand of Acme.');
    await assert.rejects(slack.test(systemOf(config, { bot_token: 'wrong' })), /invalid_auth/);
    const { run } = slack.deliveries!.post_message!;
    assert.equal(await run(system, { text: 'a' }, 'key'), 'Posted to #alerts.');
    await assert.rejects(run(system, { text: 'a', channel: '#gone' }, 'key'), {
      message: /channel_not_found/,
      retry: false,
    });
  });
});
