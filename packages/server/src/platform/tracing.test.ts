import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  currentCarrier,
  currentTraceId,
  inSpan,
  inTrace,
  isExported,
  isTracingConfigured,
  readTraceHeaders,
  siblingOf,
  traceHeaders,
  traceIdOf,
  withTraceHeaders,
} from './tracing.ts';

describe('traces are sent', () => {
  const environments: [env: NodeJS.ProcessEnv, wanted: boolean][] = [
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318' }, true],
    [{ OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://collector:4318' }, false],
    [{ OTEL_SERVICE_NAME: 'errand' }, false],
  ];
  for (const [env, wanted] of environments)
    test(`${wanted ? 'with' : 'not with'} ${JSON.stringify(env)}`, () =>
      assert.equal(isTracingConfigured(env), wanted));
});

test("metrics are sent beside traces unless their exporter is 'none'", () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';
  assert.equal(isExported({ OTEL_EXPORTER_OTLP_ENDPOINT }, 'METRICS'), true);
  assert.equal(isExported({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_METRICS_EXPORTER: 'none' }, 'METRICS'), false);
  assert.equal(isExported({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318' }, 'METRICS'), false);
});

test('work inside of a span gives its result and its error as they are', async () => {
  assert.equal(await inSpan('work', {}, async () => 5), 5);
  await assert.rejects(
    inSpan('work', {}, async () => {
      throw new RangeError('mine');
    }),
    RangeError,
  );
});

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('a trace is passed on without an exporter', async () => {
  const carrier = readTraceHeaders({ traceparent, tracestate: 'vendor=1' })!;
  assert.equal(carrier, `${traceparent} vendor=1`);
  await inTrace(carrier, async () => {
    await Promise.resolve();
    assert.deepEqual(traceHeaders(), { traceparent, tracestate: 'vendor=1' });
    assert.equal(currentCarrier(), carrier);
    assert.equal(currentTraceId(), '0af7651916cd43dd8448eb211c80319c');
    await inTrace(null, async () => assert.deepEqual(traceHeaders(), {}));
  });
  assert.equal(currentCarrier(), null);
  assert.equal(traceIdOf(carrier), '0af7651916cd43dd8448eb211c80319c');
  assert.equal(siblingOf(carrier, '00f067aa0ba902b7'), `${traceparent.slice(0, 36)}00f067aa0ba902b7-01 vendor=1`);
});

test('a fetch sends the trace and keeps its own headers', async () => {
  const seen: unknown[] = [];
  const fetch = withTraceHeaders(async (_input, init) => {
    seen.push(init?.headers);
    return new Response();
  });
  await fetch('http://example.com', { headers: { a: '1' } });
  await inTrace(traceparent, () => fetch('http://example.com', { headers: { a: '1' } }));
  assert.deepEqual(seen, [{ a: '1' }, { a: '1', traceparent }]);
});

describe('a traceparent counts as none if it is', () => {
  const wrong: Record<string, string> = {
    'no such header': 'hello',
    'of version ff': traceparent.replace(/^00/, 'ff'),
    'in capitals': traceparent.toUpperCase(),
    'all zeros in its trace': `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    'all zeros in its span': `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
    'longer than version 00 allows': `${traceparent}-more`,
  };
  for (const [name, value] of Object.entries(wrong))
    test(name, () => assert.equal(readTraceHeaders({ traceparent: value }), undefined));
  test('but a later version may be longer', () =>
    assert.equal(readTraceHeaders({ traceparent: `${traceparent.replace(/^00/, 'cc')}-more` }), traceparent));
});
