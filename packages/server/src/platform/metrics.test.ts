import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from './metrics.ts';

test('counters, histograms and gauges of one registry are told in the text that Prometheus reads', async () => {
  const metrics = createMetrics();
  metrics.accepted.inc({ outcome: 'miss' }, 2);
  metrics.counter('bench_total', 'A counter', ['kind']).inc({ kind: 'a' });
  metrics.histogram('bench_seconds', 'A histogram', [1, 5]).observe(3);
  const text = await metrics.registry.metrics();
  assert.match(text, /^errand_jobs_accepted_total\{outcome="miss"\} 2$/m);
  assert.match(text, /^bench_total\{kind="a"\} 1$/m);
  assert.match(text, /^bench_seconds_bucket\{le="5"\} 1$/m);
  assert.match(text, /^process_cpu_seconds_total/m);
});

test('a gauge is asked each time, and forgets labels that are gone', async () => {
  const metrics = createMetrics();
  let lines: [string, number][] = [
    ['a', 1],
    ['b', 2],
  ];
  const collect = async (set: (labels: Record<string, string>, value: number) => void) => {
    for (const [org, value] of lines) set({ org }, value);
  };
  metrics.gauge('waiting', 'Waiting', collect, ['org']);
  assert.match(await metrics.registry.metrics(), /^waiting\{org="b"\} 2$/m);
  lines = [['a', 7]];
  const text = await metrics.registry.metrics();
  assert.match(text, /^waiting\{org="a"\} 7$/m);
  assert.doesNotMatch(text, /org="b"/);
});
