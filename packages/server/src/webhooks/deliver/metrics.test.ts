import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from '#platform/metrics.ts';
import { createWebhookMetrics } from './metrics.ts';

test('attempts are counted by outcome, failures by kind, and their time in seconds', async () => {
  const metrics = createMetrics();
  const { attempted } = createWebhookMetrics(metrics);
  attempted(null, 15);
  attempted('timeout', 15_000);
  attempted('status', 400);
  const text = await metrics.registry.metrics();
  assert.match(text, /errand_webhook_attempts_total\{outcome="succeeded"\} 1/);
  assert.match(text, /errand_webhook_attempts_total\{outcome="failed"\} 2/);
  assert.match(text, /errand_webhook_failures_total\{kind="timeout"\} 1/);
  assert.match(text, /errand_webhook_attempt_seconds_bucket\{le="0.5"\} 2/);
});
