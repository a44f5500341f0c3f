import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFault } from './faults.ts';

// What providers really send, in the shape of the library's errors.

const fault = (statusCode: number, body: unknown, responseHeaders: Record<string, string> = {}) => {
  const { kind, retryAfterMs, message } = toFault('p', {
    statusCode,
    responseBody: JSON.stringify(body),
    responseHeaders,
  });
  return { kind, retryAfterMs, message };
};

test('a minute’s requests that are used up are waited for, also where the provider speaks of billing', () => {
  const google = {
    error: {
      code: 429,
      message: 'You exceeded your current quota, please check your plan and billing details. Please retry in 32.9s.',
      status: 'RESOURCE_EXHAUSTED',
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '32.9s' }],
    },
  };
  assert.deepEqual(fault(429, google), {
    kind: 'busy',
    retryAfterMs: 32_900,
    message: 'p accepts no more requests for now (429).',
  });
  assert.equal(fault(429, { error: { message: 'Rate limit reached' } }, { 'retry-after': '7' }).retryAfterMs, 7_000);
  assert.equal(fault(429, {}, { 'retry-after-ms': '250', 'retry-after': '7' }).retryAfterMs, 250);
});

test('a fault that waiting does not fix is refused', () => {
  for (const body of [
    { error: { code: 'insufficient_quota', message: 'You exceeded your current quota.' } },
    { error: { code: 'billing_hard_limit_reached', message: 'Billing hard limit has been reached.' } },
    { error: { message: 'Quota exceeded for metric: free_tier_requests, limit: 0, model: m' } },
  ]) {
    assert.deepEqual(
      [fault(429, body).kind, fault(429, body).message],
      ['refused', 'The account at p has no quota left.'],
    );
  }
  const large = {
    error: { code: 'rate_limit_exceeded', message: 'Request too large for m: Limit 10000, Requested 12000.' },
  };
  assert.equal(fault(429, large).kind, 'refused');
  assert.match(fault(429, large).message, /Requested 12000/);
});

test('a provider that is unavailable is distinguished from one that stumbles over the request', () => {
  assert.deepEqual(
    [503, 529, 500, 408, 400, 404].map((status) => fault(status, {}).kind),
    ['down', 'down', 'broken', 'broken', 'refused', 'refused'],
  );
});
