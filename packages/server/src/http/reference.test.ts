import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request, startHarness, stopAtEnd } from '../../test/harness.ts';

const harness = stopAtEnd(await startHarness());

const get = (path: string) => request(harness.baseUrl, undefined, 'GET', path);

test('the reference runs scripts of this server only, none of them inline', async () => {
  for (const path of ['/docs/api/', '/docs/api']) {
    const page = await get(path);
    assert.equal(page.status, 200);
    const policy = page.headers.get('content-security-policy')!;
    const rules = Object.fromEntries(policy.split('; ').map((rule) => [rule.split(' ')[0], rule]));
    assert.equal(rules['script-src'], "script-src 'self'");
    assert.equal(rules['default-src'], "default-src 'none'");
    assert.equal(rules['frame-ancestors'], "frame-ancestors 'none'");
    assert.equal(rules['base-uri'], "base-uri 'none'");
    assert.doesNotMatch(policy, /unsafe-eval|https?:|\*/);
    const scripts = [...page.text.matchAll(/<script\b([^>]*)>([^<]*)<\/script>/g)];
    assert.equal(scripts.length, 2);
    for (const [, attributes, content] of scripts) {
      assert.equal(content, '');
      const address = new URL(/src="([^"]+)"/.exec(attributes!)![1]!, `${harness.baseUrl}${path}`);
      const script = await get(address.pathname);
      assert.equal(script.status, 200, address.pathname);
      assert.match(script.headers.get('content-type')!, /^text\/javascript/);
    }
    assert.doesNotMatch(page.text, /\son[a-z]+=/i, 'no handlers in attributes');
  }
});
