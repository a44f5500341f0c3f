import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from '#platform/metrics.ts';
import { createModelMetrics } from './metrics.ts';

test('calls are counted by provider and outcome, and their time in seconds', async () => {
  const metrics = createMetrics();
  const { asked } = createModelMetrics(metrics);
  asked('openai', 'answered', 700);
  asked('openai', 'answered', 300);
  asked('xai', 'broken', 1_500);
  const text = await metrics.registry.metrics();
  assert.match(text, /errand_model_calls_total\{provider="openai",outcome="answered"\} 2/);
  assert.match(text, /errand_model_calls_total\{provider="xai",outcome="broken"\} 1/);
  assert.match(text, /errand_model_call_seconds_bucket\{le="1"\} 2/);
  assert.match(text, /errand_model_call_seconds_sum 2\.5/);
});
