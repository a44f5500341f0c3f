import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceOf } from './source-of.ts';

test('all addresses of an IPv6 network are one source, and those of another network another', () => {
  assert.equal(sourceOf('2a01:4f8:1:2:aaaa::1'), sourceOf('2a01:4f8:1:2::ffff'));
  assert.equal(sourceOf('fe80::1%eth0'), sourceOf('fe80::2%eth0'));
  assert.notEqual(sourceOf('2a01:4f8:1:2::1'), sourceOf('2a01:4f8:1:3::1'));
});

test('an IPv4 address is one source in every notation, and its neighbour another', () => {
  assert.equal(sourceOf('::ffff:192.0.2.7'), '192.0.2.7');
  assert.equal(sourceOf('192.0.2.7'), '192.0.2.7');
  assert.notEqual(sourceOf('192.0.2.7'), sourceOf('192.0.2.8'));
});

test('what is no address stays what it is', () => {
  assert.equal(sourceOf('unix:'), 'unix:');
});
