import { isTracingConfigured } from './tracing.ts';

// Traces, when the environment asks for them. Spans are made through @opentelemetry/api wherever work happens; without
// a started SDK they cost next to nothing, and with one they go where the OTEL_* variables say.

export type Telemetry = { stop(): Promise<void> };

/** A collector that does not answer must not hold up the end of the process. */
const flushMs = 3_000;

/** undefined when no OTEL_* variable names a destination; the SDK is not even loaded then. */
export async function startTelemetry(env: NodeJS.ProcessEnv = process.env): Promise<Telemetry | undefined> {
  if (!isTracingConfigured(env)) return undefined;
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const sdk = new NodeSDK({
    serviceName: env.OTEL_SERVICE_NAME || 'errand',
    // Metrics are at /metrics and logs on stderr; the SDK would send both to the traces' collector by default.
    metricReaders: [],
    logRecordProcessors: [],
  });
  sdk.start();
  return {
    async stop() {
      const { promise: waited, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, flushMs);
      await Promise.race([sdk.shutdown().catch(() => undefined), waited]);
      clearTimeout(timer);
    },
  };
}
