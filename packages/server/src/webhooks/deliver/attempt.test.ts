import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Exchange, OutboundRequest } from '#platform/outbound/exchange.ts';
import { newSecret } from '../message/secret.ts';
import { performAttempt } from './attempt.ts';

const target = {
  url: 'https://h/hook',
  headers: { authorization: 'Bearer 1' },
  headerNames: 'authorization',
  secrets: [newSecret()],
};
const timing = { dns: null, connect: null, firstByte: 1, total: 250 };
const at = new Date('2026-01-05T09:00:00.500Z');

async function attempt(exchange: Partial<Exchange>, before = 0, to = target) {
  const sent: OutboundRequest[] = [];
  const outbound = {
    async request(request: OutboundRequest) {
      sent.push(request);
      return { failure: null, status: 200, headers: {}, body: Buffer.alloc(0), timing, ...exchange };
    },
  };
  const delivery = { id: 'd', kind: 'job' as const, claimId: 'c', orgId: 'o', webhookId: 'w', attempt: before };
  const outcome = await performAttempt(outbound, { delivery, body: '{}', target: to, at });
  return { ...outcome, sent: sent[0]! };
}

describe('an attempt', () => {
  test('is a POST with the headers of the owner and a signature of this moment', async () => {
    const { sent, record } = await attempt({});
    assert.deepEqual(
      [sent.method, sent.url, sent.body, sent.headers.authorization],
      ['POST', target.url, '{}', 'Bearer 1'],
    );
    assert.equal(sent.headers['webhook-timestamp'], String(Math.floor(at.getTime() / 1_000)));
    assert.equal(sent.headers['webhook-signature'], record.signature);
    assert.deepEqual([record.succeeded, record.endedAt.getTime() - at.getTime()], [true, 250]);
  });

  const statuses: [status: number, failure: string | null, gone: boolean][] = [
    [200, null, false],
    [204, null, false],
    [301, 'redirect', false],
    [404, 'status', false],
    [410, 'status', true],
    [500, 'status', false],
  ];
  for (const [status, failure, gone] of statuses) {
    test(`that is answered with ${status} ${failure === null ? 'succeeded' : `failed as ${failure}`}`, async () => {
      const { record } = await attempt({ status });
      assert.deepEqual([record.failure, record.succeeded, record.gone], [failure, failure === null, gone]);
    });
  }

  test("keeps a response without the values of the owner's headers, whole or as the credential alone", async () => {
    const owned = { ...target, headers: { authorization: 'Bearer canary-71f3d09b' } };
    const { record } = await attempt(
      { status: 200, headers: { 'x-was': 'canary-71f3d09b' }, body: Buffer.from('you sent Bearer canary-71f3d09b') },
      0,
      owned,
    );
    assert.deepEqual([record.answerHeaders, record.responseBody], ['x-was: ***', 'you sent ***']);
  });

  test('without an answer failed for its own reason', async () => {
    const failure = { kind: 'timeout', message: 'Too late.', maybeCarriedOut: true } as const;
    const { record } = await attempt({ failure, status: null, headers: null });
    assert.deepEqual([record.failure, record.error, record.responseBody], ['timeout', 'Too late.', null]);
  });
});

test('a pause counts only with 429 and 503', async () => {
  const headers = { 'retry-after': '120' };
  assert.equal((await attempt({ status: 429, headers })).retryAfterSeconds, 120);
  assert.equal((await attempt({ status: 503, headers })).retryAfterSeconds, 120);
  assert.equal((await attempt({ status: 500, headers })).retryAfterSeconds, null);
});

test('the body is stored with the first attempt, and answers only as text that can be stored', async () => {
  assert.deepEqual([(await attempt({})).record.body, (await attempt({}, 1)).record.body], ['{}', null]);
  const { record } = await attempt({ body: Buffer.from('a\u0000b') });
  assert.equal(record.responseBody, 'a\ufffdb');
});
