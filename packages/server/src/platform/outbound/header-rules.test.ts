import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areSendable, keepHeaders } from './header-rules.ts';

test('a request cannot carry a line break, a broken name, or a header that frames it', () => {
  for (const headers of [
    { 'x-a': 'b\r\nhost: other' },
    { 'x-a': 'b\n' },
    { 'x-a': '€' },
    { 'x a': 'b' },
    { '': 'b' },
    { Host: 'other' },
    { 'content-length': '3' },
    { 'Transfer-Encoding': 'chunked' },
    { expect: '100-continue' },
    { 'keep-alive': 'timeout=1' },
  ] as Record<string, string>[])
    assert.equal(areSendable(headers), false, JSON.stringify(headers));
  assert.equal(areSendable({ 'x-a': 'grün\t~', connection: 'close' }), true);
});

test('60 headers of 1,000 characters are kept, repeated ones as one text', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x-${index}`, 'v'.repeat(2_000)]));
  const kept = keepHeaders({ 'set-cookie': ['a=1', 'b=2'], ...many });
  assert.equal(Object.keys(kept).length, 60);
  assert.equal(kept['set-cookie'], 'a=1, b=2');
  assert.equal(kept['x-0']!.length, 1_000);
});
