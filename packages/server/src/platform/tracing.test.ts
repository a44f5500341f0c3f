import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createTracing, isTracingConfigured } from './tracing.ts';

describe('traces are sent', () => {
  const environments: [env: NodeJS.ProcessEnv, wanted: boolean][] = [
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318' }, true],
    [{ OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }, false],
    [{ OTEL_SERVICE_NAME: 'errand' }, false],
  ];
  for (const [env, wanted] of environments)
    test(`${wanted ? 'with' : 'not with'} ${JSON.stringify(env)}`, () =>
      assert.equal(isTracingConfigured(env), wanted));
});

test('work inside of a span gives its result and its error as they are', async () => {
  const tracing = createTracing();
  assert.equal(await tracing.span('work', {}, async () => 5), 5);
  await assert.rejects(
    tracing.span('work', {}, async () => {
      throw new RangeError('mine');
    }),
    RangeError,
  );
});
