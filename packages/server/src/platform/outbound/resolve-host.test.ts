import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createAddressPolicy, parseNetwork } from './addresses.ts';
import { OutboundError } from './failures.ts';
import { createResolve, resolvePermitted } from './resolve-host.ts';

const names: Record<string, string[]> = {
  'public.example': ['93.184.216.34', '2606:2800:220:1::1'],
  'private.example': ['10.0.0.1'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
  localhost: ['127.0.0.1', '::1'],
};
const resolve = async (host: string) => names[host] ?? Promise.reject(new Error('ENOTFOUND'));
const outside = createAddressPolicy();
const loopback = createAddressPolicy([parseNetwork('127.0.0.0/8')!]);

describe('a host', () => {
  test('with public addresses is dialled at exactly those', async () => {
    assert.deepEqual(await resolvePermitted('public.example', outside, resolve), names['public.example']);
    assert.deepEqual(await resolvePermitted('93.184.216.34', outside, resolve), ['93.184.216.34']);
  });

  for (const host of [
    'private.example',
    'mixed.example',
    '127.0.0.1',
    '169.254.169.254',
    '::ffff:10.0.0.1',
    'localhost',
  ]) {
    test(`${host} is refused`, () =>
      assert.rejects(
        resolvePermitted(host, outside, resolve),
        (error: unknown) => error instanceof OutboundError && error.failure.kind === 'address',
      ));
  }

  test('without an address cannot be resolved', () =>
    assert.rejects(
      resolvePermitted('nobody.example', outside, resolve),
      (error: unknown) => error instanceof OutboundError && error.failure.kind === 'dns',
    ));

  test('that is this machine may be allowed by one of its addresses; another name needs all of them', async () => {
    assert.deepEqual(await resolvePermitted('localhost', loopback, resolve), ['127.0.0.1']);
    assert.deepEqual(await resolvePermitted('mixed.example', loopback, resolve), names['mixed.example']);
    await assert.rejects(resolvePermitted('private.example', loopback, resolve), OutboundError);
  });
});

test('localhost and names below it are this machine, without asking anybody', async () => {
  const system = createResolve({ allowsPrivate: false, timeoutMs: 100 });
  assert.deepEqual(await system('localhost'), ['127.0.0.1', '::1']);
  assert.deepEqual(await system('app.localhost'), ['127.0.0.1', '::1']);
  assert.deepEqual(await system('intranet'), [], 'a bare name can only mean a private network');
});
