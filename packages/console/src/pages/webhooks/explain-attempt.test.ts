import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delivery, DeliveryAttempt, Webhook } from '@errand/sdk';
import { ATTEMPTS_MAX, deliveryWord, explainAttempt, stateOf } from './explain-attempt.ts';

const attempt = (failure: string | null, status: number | null = null) =>
  explainAttempt({ failure, response_status: status, error: 'what the server said' } as DeliveryAttempt);
const delivery = (status: Delivery['status'], attempts: number, isActive = true): string =>
  deliveryWord({ status, attempt: attempts } as Delivery, isActive);
const state = (more: Partial<Webhook>) =>
  stateOf({ is_active: true, disabled_reason: null, failure_count: 0, last_success_at: null, ...more } as Webhook);

test('every failure says what happened and what to do; success needs no words', () => {
  assert.equal(attempt(null, 204), undefined);
  for (const explained of [attempt('dns'), attempt('status', 404), attempt('status', 503), attempt('status', 302)])
    assert.ok(explained!.what !== '' && explained!.todo !== '');
  assert.equal(attempt('a new kind')?.what, 'what the server said');
  assert.notDeepEqual(attempt('status', 401), attempt('status', 403));
});

test('a delivery says which attempt it waits for', () => {
  assert.equal(delivery('pending', 2), `retrying 3/${ATTEMPTS_MAX}`);
  assert.notEqual(delivery('pending', 0), delivery('pending', 1));
  assert.notEqual(delivery('pending', 2, false), delivery('pending', 2), 'nothing is sent while the webhook is off');
  assert.equal(delivery('succeeded', 9, false), delivery('succeeded', 1));
});

test('a webhook switched off by a person differs from one that was disabled', () => {
  assert.equal(state({}), 'new');
  assert.equal(state({ last_success_at: '2026-01-05T00:00:00Z' }), 'healthy');
  assert.equal(state({ last_success_at: '2026-01-05T00:00:00Z', failure_count: 1 }), 'failing');
  assert.equal(state({ is_active: false, failure_count: 3 }), 'off');
  assert.equal(state({ is_active: false, disabled_reason: 'gone' as never }), 'disabled');
});
