import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toTarget } from './targets.ts';

const until = '2030-01-01T00:00:00Z';
const secrets = { headers: { 'X-Team': 'a' }, secret: 'new', previous: null, older: [] };

test('the current secret signs first, then those before it, the newest of them first', () => {
  assert.deepEqual(toTarget('https://h', secrets).secrets, ['new']);
  const previous = { secret: 'before', until };
  const older = ['first', 'second'].map((secret) => ({ secret, until }));
  const rotated = toTarget('https://h', { ...secrets, previous, older });
  assert.deepEqual(rotated.secrets, ['new', 'before', 'second', 'first']);
});

test('the names of headers are kept without their values', () => {
  const named = toTarget('https://h', { ...secrets, headers: { 'X-Team': 'secret' } });
  assert.doesNotMatch(String(named.headerNames), /secret/);
  assert.equal(toTarget('https://h', { ...secrets, headers: {} }).headerNames, null);
});
