import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAddressPolicy, isWithin, parseNetwork } from './addresses.ts';

test('only public addresses are permitted', () => {
  const { permits } = createAddressPolicy();
  for (const address of ['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111']) assert.ok(permits(address), address);
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '168.63.129.16',
    '172.16.0.1',
    '192.168.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
    'fe80::1%eth0',
    '2001:db8::1',
    '2002:7f00:1::',
    '64:ff9b::a00:1',
    'example.com',
    '',
  ])
    assert.ok(!permits(address), address);
});

test('an allowed network opens its own addresses and no others', () => {
  const policy = createAddressPolicy([parseNetwork('10.0.0.0/8')!, parseNetwork('fd00::1')!]);
  assert.equal(policy.allowsPrivate, true);
  for (const address of ['10.255.0.1', '::ffff:10.0.0.1', 'fd00::1']) assert.ok(policy.permits(address), address);
  for (const address of ['172.16.0.1', '192.168.0.1', 'fd00::2']) assert.ok(!policy.permits(address), address);
});

test('a network is an address or a full CIDR; short forms are refused', () => {
  for (const text of ['10.0.0.0/8', '10.1.2.3', '::1', 'fd00::/8']) assert.ok(parseNetwork(text), text);
  for (const text of ['', '10/8', '10.0.0.0/33', '10.0.0/24', 'fd00::/129', 'localhost', '10.0.0.0/'])
    assert.equal(parseNetwork(text), undefined, text);
});

test('a name lies in no network', () => {
  assert.ok(isWithin(parseNetwork('127.0.0.0/8')!, '127.9.9.9'));
  assert.ok(!isWithin(parseNetwork('0.0.0.0/0')!, 'localhost'));
});
