import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressPolicy, parseNetwork } from './addresses.ts';
import { checkUrl, hostOf } from './check-url.ts';

const publicOnly = createAddressPolicy();
const isTarget = (text: string, policy = publicOnly): boolean => 'url' in checkUrl(text, policy);

test('only http and https URLs with a host, and without credentials, are targets', () => {
  for (const text of [
    'https://example.com',
    'HTTP://example.com:8080/a?b#c',
    'https://1.1.1.1/',
    'https://example.com.',
  ])
    assert.ok(isTarget(text), text);
  for (const text of [
    '',
    'example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https:example.com',
    'https:///example.com/path',
    'https://user@example.com',
    'https://user:secret@example.com',
    'https://@example.com',
    'https://example.com:0',
  ])
    assert.ok(!isTarget(text), text);
});

test('characters that the URL parser drops are refused, so that the shown URL is the called one', () => {
  for (const text of [
    'https://exa\tmple.com',
    'https://example.com/a\nb',
    ' https://example.com',
    'https:\\\\example.com',
  ])
    assert.ok(!isTarget(text), JSON.stringify(text));
});

test('private addresses in any notation and local names are targets only when the operator allows a network', () => {
  const allowed = createAddressPolicy([parseNetwork('127.0.0.0/8')!]);
  for (const text of ['http://127.0.0.1', 'http://2130706433', 'http://0x7f.1', 'http://[::ffff:127.0.0.1]']) {
    assert.ok(!isTarget(text), text);
    assert.ok(isTarget(text, allowed), text);
  }
  for (const text of ['http://localhost', 'http://db', 'http://db.internal', 'http://printer.local.']) {
    assert.ok(!isTarget(text), text);
    assert.ok(isTarget(text, allowed), text);
  }
  assert.ok(!isTarget('http://10.0.0.1', allowed));
});

test('a host is given as sockets expect it', () => {
  assert.equal(hostOf(new URL('http://[2606:4700::1111]:80/')), '2606:4700::1111');
  assert.equal(hostOf(new URL('https://EXAMPLE.com./')), 'example.com');
});
