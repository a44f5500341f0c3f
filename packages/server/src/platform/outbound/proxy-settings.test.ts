import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProxySettings } from './proxy-settings.ts';

const proxyOf = (env: Record<string, string>, url: string): string | undefined =>
  readProxySettings(env).proxyFor(new URL(url))?.href;

test('each protocol has its proxy; small letters win; a scheme may be left out', () => {
  const env = { HTTP_PROXY: 'http://one:3128', HTTPS_PROXY: 'two:3128', https_proxy: 'https://three' };
  assert.equal(proxyOf(env, 'http://a.example/'), 'http://one:3128/');
  assert.equal(proxyOf(env, 'https://a.example/'), 'https://three/');
  assert.equal(proxyOf({ HTTPS_PROXY: 'two:3128' }, 'https://a.example/'), 'http://two:3128/');
  assert.equal(proxyOf({ HTTPS_PROXY: 'two:3128' }, 'http://a.example/'), undefined);
  assert.equal(readProxySettings({ HTTPS_PROXY: ' ' }).env, undefined);
});

test('NO_PROXY takes hosts with the names below them, ports, addresses, networks and everything', () => {
  const env = {
    HTTP_PROXY: 'http://proxy:3128',
    NO_PROXY: 'corp.example, .dot.example *.star.example,port.example:8080,10.0.0.0/8 ::1,192.0.2.7',
  };
  for (const host of [
    'corp.example',
    'CORP.example.',
    'a.b.corp.example',
    'dot.example',
    'a.dot.example',
    'a.star.example',
    'port.example:8080',
    '10.1.2.3',
    '[::1]',
    '192.0.2.7',
  ])
    assert.equal(proxyOf(env, `http://${host}/`), undefined, host);
  for (const host of ['notcorp.example', 'port.example', 'port.example:80', '11.0.0.1', '192.0.2.8', 'example'])
    assert.ok(proxyOf(env, `http://${host}/`), host);
  assert.equal(proxyOf({ ...env, NO_PROXY: '*' }, 'http://a.example/'), undefined);
});

test('a wrong value is refused without repeating it, and credentials are not shown', () => {
  for (const value of ['socks5://user:secret@proxy', 'ftp://user:secret@proxy', 'http://user:secret@'])
    assert.throws(
      () => readProxySettings({ HTTPS_PROXY: value }),
      (error: Error) => !/secret/.test(error.message),
    );
  const { shown, env } = readProxySettings({ HTTPS_PROXY: 'http://user:secret@proxy:3128', NO_PROXY: 'a.example:80' });
  assert.deepEqual(shown, ['http://proxy:3128']);
  assert.deepEqual(env, { HTTPS_PROXY: 'http://user:secret@proxy:3128/', NO_PROXY: 'a.example:80,.a.example:80' });
});
