import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../test/until.ts';
import { createMetrics } from './metrics.ts';

test('counters, histograms and gauges of one registry are reported in the text that Prometheus reads', async () => {
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

test('a live gauge is read at each scrape, and forgets labels that are gone', async () => {
  const metrics = createMetrics();
  let lines: [string, number][] = [
    ['a', 1],
    ['b', 2],
  ];
  metrics.live(
    'waiting',
    'Waiting',
    (set) => {
      for (const [org, value] of lines) set({ org }, value);
    },
    ['org'],
  );
  assert.match(await metrics.registry.metrics(), /^waiting\{org="b"\} 2$/m);
  lines = [['a', 7]];
  const text = await metrics.registry.metrics();
  assert.match(text, /^waiting\{org="a"\} 7$/m);
  assert.doesNotMatch(text, /org="b"/);
});

test('a scrape does not wait for a sample, and shows how old the last one is', async () => {
  const metrics = createMetrics();
  const sample = Promise.withResolvers<void>();
  let asked = 0;
  metrics.sampled('queue', 'Queue', async (set) => {
    asked += 1;
    await sample.promise;
    set({}, 5);
  });
  metrics.startSampling((error) => assert.fail(String(error)));
  assert.match(await metrics.registry.metrics(), /^queue 0$/m);
  sample.resolve();
  await until(async () => /^queue 5$/m.test(await metrics.registry.metrics()), 'the sample');
  assert.match(await metrics.registry.metrics(), /^errand_metrics_age_seconds \d/m);
  assert.equal(asked, 1);
  await metrics.stopSampling();
});

test('a sample that fails is reported, and the last values stay', async () => {
  const metrics = createMetrics();
  const errors: unknown[] = [];
  metrics.sampled('one', 'One', async (set) => set({}, 1));
  metrics.sampled('two', 'Two', () => Promise.reject(new Error('no answer')));
  metrics.startSampling((error) => errors.push(error));
  await until(async () => errors.length === 1, 'the error');
  assert.match(await metrics.registry.metrics(), /^one 1$/m);
  await metrics.stopSampling();
});
