import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { trace } from '@opentelemetry/api';
import { startEgressProxy } from '../../test/egress-proxy.ts';
import { createMetrics } from './metrics.ts';
import { startTelemetry } from './telemetry.ts';

test('nothing is started unless the environment names a destination', async () => {
  assert.equal(await startTelemetry({}), undefined);
  assert.equal(await startTelemetry({ OTEL_TRACES_EXPORTER: 'otlp', OTEL_SDK_DISABLED: 'true' }), undefined);
});

test('spans and metrics reach the collector by the time of the stop, and nothing else does', async () => {
  const paths: (string | undefined)[] = [];
  const bodies: Buffer[] = [];
  const collector = createServer((request, response) => {
    paths.push(request.url);
    request.on('data', (chunk) => bodies.push(chunk));
    request.on('end', () => response.end('{}'));
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  process.env.OTEL_EXPORTER_OTLP_PROTOCOL = 'http/json';
  const telemetry = await startTelemetry();
  trace.getTracer('test').startSpan('job.execute').end();
  const metrics = createMetrics();
  metrics.accepted.inc({ outcome: 'queued' }, 3);
  metrics.startSeconds.observe(0.004);
  telemetry!.exportMetrics(metrics.registry);
  await telemetry!.stop();
  collector.close();
  assert.deepEqual([...new Set(paths)].sort(), ['/v1/metrics', '/v1/traces']);
  const sent = Buffer.concat(bodies).toString();
  assert.match(sent, /"job\.execute"/);
  assert.match(sent, /"name":"errand_jobs_accepted_total"[^}]*"sum":\{[^}]*"isMonotonic":true/);
  assert.match(sent, /"service\.name","value":\{"stringValue":"errand"\}/);
});

test('spans leave through the egress proxy', async () => {
  const proxy = await startEgressProxy();
  const collector = createServer((request, response) => void request.resume().on('end', () => response.end()));
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const base = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  trace.disable();
  try {
    for (const protocol of ['http/json', 'http/protobuf']) {
      Object.assign(process.env, {
        OTEL_EXPORTER_OTLP_ENDPOINT: base,
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
        OTEL_METRICS_EXPORTER: 'none',
      });
      const telemetry = await startTelemetry(process.env, { HTTP_PROXY: proxy.url, NO_PROXY: '' });
      trace.getTracer('test').startSpan('job.execute').end();
      await telemetry!.stop();
      trace.disable();
    }
    assert.deepEqual(proxy.seen, Array(2).fill(`POST ${base}/v1/traces`));
  } finally {
    collector.close();
    await proxy.stop();
  }
});
