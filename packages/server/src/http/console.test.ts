import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Answer, type Harness, request, startHarness, type TestOrg } from '../../test/harness.ts';

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('the console', () => {
  let harness: Harness;
  let org: TestOrg;
  let folder: string;
  const open = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
    request(harness.baseUrl, undefined, method, path, undefined, { accept: HTML, ...headers });

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'errand-console-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Errand</title>');
    await writeFile(join(folder, 'secret.txt'), 'not for the web');
    await writeFile(join(folder, 'assets', 'index-1a2b.js'), 'plain');
    await writeFile(join(folder, 'assets', 'index-1a2b.js.br'), 'brotli');
    await writeFile(join(folder, 'assets', 'index-1a2b.js.gz'), 'gzip');
    harness = await startHarness({ env: { ERRAND_CONSOLE_DIR: folder } });
    org = await harness.org();
  });
  after(async () => {
    await harness.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('is at / and at the address of every page', async () => {
    for (const path of [
      '/',
      '/agents',
      '/agents/x?tab=y',
      '/jobs/1',
      '/webhooks',
      '/webhooks/',
      '/policies/1',
      '/system/health',
    ]) {
      const answer = await open(path);
      assert.equal(answer.status, 200, path);
      assert.match(answer.headers.get('content-type')!, /^text\/html/);
      assert.match(answer.text, /<title>Errand/);
    }
  });

  test('is for people: a program at the door is told where the API is described', async () => {
    const { body, headers } = await request(harness.baseUrl, undefined, 'GET', '/', undefined, { accept: '*/*' });
    assert.deepEqual(body, { name: 'Errand', llms: '/llms.txt', openapi: '/openapi.json', docs: '/docs/' });
    assert.match(headers.get('link')!, /<\/openapi\.json>; rel="service-desc"/);
    for (const path of ['/v1/', '/v1/agent/', '/nothing']) {
      const lost = await request(harness.baseUrl, undefined, 'GET', path);
      assert.equal(lost.status, 404, path);
      assert.deepEqual(Object.keys(lost.body), ['detail', 'code']);
      assert.match(lost.body.detail, /\/llms\.txt/);
      assert.match(lost.headers.get('link')!, /<\/llms\.txt>; rel="help"/);
    }
    const missing = await org.request('GET', '/v1/agents/01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d/');
    assert.match(missing.headers.get('link')!, /service-doc/);
  });

  test('runs no script but its own, and is never shown inside another page', async () => {
    const policy = (await open('/agents')).headers.get('content-security-policy')!;
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.ok(!policy.includes('unsafe'));
  });

  test('hides nothing of the API', async () => {
    for (const path of ['/v1/nothing/', '/v2/nothing/', '/assets/nothing.js', '/assets/', '/v1/agents/']) {
      const { status, headers } = await open(path);
      assert.ok(status === 404 || status === 401, path);
      assert.match(headers.get('content-type')!, /json/, path);
    }
    assert.deepEqual((await open('/health/')).body, { status: 'ok' });
    assert.match((await open('/docs/')).text, /Errand documentation/);
    assert.equal((await open('/webhooks/', { authorization: `Bearer ${org.apiKey}` })).text, '[]');
    assert.equal((await request(harness.baseUrl, undefined, 'GET', '/webhooks/')).status, 401);
    assert.equal((await open('/agents', {}, 'POST')).status, 404);
    assert.equal((await request(harness.baseUrl, undefined, 'GET', '/agents')).status, 404);
  });

  test('sends its files compressed and for ever, and no others', async () => {
    const asked = async (encoding: string) => {
      const answer = await fetch(`${harness.baseUrl}/assets/index-1a2b.js`, {
        headers: { 'accept-encoding': encoding },
      });
      return [answer.status, answer.headers.get('content-encoding'), answer.headers.get('cache-control')];
    };
    const forEver = 'public, max-age=31536000, immutable';
    assert.deepEqual(await asked('identity'), [200, null, forEver]);
    assert.deepEqual(await asked('gzip;q=0.5, br;q=0'), [200, 'gzip', forEver]);
    assert.deepEqual(await asked('gzip, deflate, br'), [200, 'br', forEver]);
    for (const path of [
      '/assets/..%2Fsecret.txt',
      '/assets/../secret.txt',
      '/assets/index-1a2b.js.br',
      '/assets/x.txt',
    ]) {
      assert.equal((await open(path, { accept: '*/*' })).status, 404, path);
    }
  });

  test('that is not built says how to build it', async () => {
    await rm(join(folder, 'index.html'));
    const { status, text } = await open('/');
    assert.equal(status, 503);
    assert.match(text, /npm run build/);
  });
});
