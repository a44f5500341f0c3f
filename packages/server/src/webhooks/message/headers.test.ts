import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinHeaders, joinNames, sentHeaders, splitHeaders } from './headers.ts';

test('stored headers are read back as they were; a line break in a value cannot add another header', () => {
  const headers = { 'content-type': 'text/plain', location: 'http://a: b', empty: '' };
  assert.deepEqual(splitHeaders(joinHeaders(headers)), headers);
  assert.deepEqual(splitHeaders(joinHeaders({})), {});
  assert.deepEqual(splitHeaders(joinHeaders({ a: 'x\r\nb: y' })), { a: 'x b: y' });
});

test('the history shows the names of the owner’s headers and never their values', () => {
  const attempt = { at: new Date(1_500), signature: 'v1,x', header_names: joinNames({ authorization: 'Bearer 1' }) };
  const sent = sentHeaders({ id: 'd', kind: 'test' }, attempt);
  assert.deepEqual(
    [sent.authorization, sent['webhook-id'], sent['webhook-timestamp'], sent['webhook-signature']],
    ['***', 'd', '1', 'v1,x'],
  );
  assert.deepEqual(sentHeaders({ id: 'd', kind: 'test' }, { ...attempt, signature: null }), {}, 'nothing was sent');
});
