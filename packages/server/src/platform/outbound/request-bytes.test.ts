import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutboundError } from './failures.ts';
import { requestBytes } from './request-bytes.ts';

const parts = { method: 'POST', path: '/hook?a=1', host: 'receiver.test:8080', headers: {} };

test('a request says where it goes, what it carries and where it ends', () => {
  assert.equal(
    requestBytes({ ...parts, headers: { 'content-type': 'application/json', 'X-Own': 'a b' }, body: '{"a":"ä"}' }),
    'POST /hook?a=1 HTTP/1.1\r\nhost: receiver.test:8080\r\ncontent-type: application/json\r\nX-Own: a b\r\n' +
      'connection: keep-alive\r\ncontent-length: 10\r\n\r\n{"a":"ä"}',
  );
  assert.equal(
    requestBytes({ ...parts, method: 'GET', headers: { connection: 'close' } }),
    'GET /hook?a=1 HTTP/1.1\r\nhost: receiver.test:8080\r\nconnection: close\r\n\r\n',
  );
  assert.match(String(requestBytes(parts)), /content-length: 0\r\n\r\n$/);
});

test('a header of Latin-1 keeps its bytes beside a body of UTF-8, and a body of bytes is sent as it is', () => {
  const sent = requestBytes({ ...parts, headers: { 'x-a': 'ü' }, body: 'ä' });
  assert.ok(Buffer.isBuffer(sent));
  assert.match(sent.toString('latin1'), /x-a: ü\r\n.*content-length: 2\r\n\r\nÃ¤$/s);
  const bytes = requestBytes({ ...parts, body: Buffer.from([0, 255]) }) as Buffer;
  assert.deepEqual([...bytes.subarray(-3)], [10, 0, 255]);
});

const hostile: Record<string, string>[] = [
  { 'x-a': 'b\r\nx-evil: 1' },
  { 'x-a': 'b\nc' },
  { 'x-a': 'b\u0000' },
  { 'x-a': '€' },
  { 'x a': 'b' },
  { 'x-a:': 'b' },
  { '': 'b' },
  { Host: 'other.test' },
  { 'Content-Length': '1' },
  { 'transfer-encoding': 'chunked' },
  { expect: '100-continue' },
  { connection: 'close\r\nx-evil: 1' },
];

for (const headers of hostile) {
  test(`nothing is sent with the header ${JSON.stringify(headers)}`, () => {
    assert.throws(() => requestBytes({ ...parts, headers }), OutboundError);
  });
}
