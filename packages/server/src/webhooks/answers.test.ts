import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliveryDetail } from './answers.ts';
import type { AttemptRow, DeliveryRow } from './deliveries-store.ts';
import { joinHeaders, joinNames, splitHeaders } from './message/headers.ts';

const at = new Date('2026-01-05T09:12:44.120Z');
const delivery = { id: 'd', kind: 'job', created_at: at, next_attempt_at: null, delivered_at: at } as DeliveryRow;
const attempt: AttemptRow = {
  attempt: 1,
  at,
  url: 'https://example.com/hook',
  request_headers: null,
  signature: 'v1,abc=',
  header_names: 'X-Key,X-Other',
  body: '{}',
  response_status: 200,
  response_headers: null,
  answer_headers: 'date: today\nx-empty: ',
  response_body: 'ok',
  dns_ms: null,
  connect_ms: null,
  first_byte_ms: 1.26,
  total_ms: 1.31,
  failure: null,
  error: null,
};

test('an attempt shows all headers that were sent, those of the owner masked', () => {
  const { request, attempts } = deliveryDetail(delivery, [attempt]);
  const sent = {
    'content-type': 'application/json',
    'user-agent': 'errand-webhook/1',
    'webhook-id': 'd',
    'webhook-timestamp': '1767604364',
    'webhook-signature': 'v1,abc=',
    'webhook-event': 'job_completed',
    'X-Key': '***',
    'X-Other': '***',
  };
  assert.deepEqual(request?.headers, sent);
  assert.deepEqual(attempts[0]!.request_headers, sent);
  assert.deepEqual(attempts[0]!.response_headers, { date: 'today', 'x-empty': '' });
});

test('an attempt for which nothing was sent shows no headers', () => {
  const nothing = { ...attempt, signature: null, header_names: null, response_status: null, answer_headers: null };
  const { attempts } = deliveryDetail(delivery, [nothing]);
  assert.deepEqual([attempts[0]!.request_headers, attempts[0]!.response_headers], [{}, null]);
});

test('attempts of an older version show the headers that were stored with them', () => {
  const [request_headers, response_headers] = [{ 'webhook-id': 'old' }, { server: 'old' }];
  const old = {
    ...attempt,
    request_headers,
    response_headers,
    signature: null,
    header_names: null,
    answer_headers: null,
  };
  const { request, attempts } = deliveryDetail(delivery, [old]);
  assert.deepEqual([request?.headers, attempts[0]!.response_headers], [request_headers, response_headers]);
});

test('headers of an answer come back as they were, whatever they hold', () => {
  const headers = { server: 'x: y', etag: '"a"', 'set-cookie': 'a=1, b=2', __proto__x: 'z', empty: '' };
  assert.deepEqual(splitHeaders(joinHeaders(headers)), headers);
  assert.deepEqual(splitHeaders(joinHeaders({})), {});
  assert.deepEqual(splitHeaders(joinHeaders({ a: 'folded\r\n b' })), { a: 'folded  b' });
  assert.equal(joinNames({}), null);
});
