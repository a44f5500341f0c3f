import { randomBytes } from 'node:crypto';
import type { Registry } from 'prom-client';
import { createMetricReader, createMetricSource, type ProxyEnv } from './otlp-metrics.ts';
import { isExported, isTracingConfigured, recordSpans, takeChosenId } from './tracing.ts';

// Exports traces and metrics if the environment configures it. Code creates spans through tracing.ts. Without a started
// SDK they cost next to nothing; with one, they go to the destination in the OTEL_* variables.

export type Telemetry = {
  /** Sends the metrics of this registry too, beside their page for Prometheus. */
  exportMetrics(registry: Registry): void;
  stop(): Promise<void>;
};

/** An unresponsive collector must not delay the exit of the process. */
const flushMs = 3_000;

/**
 * Starts the SDK. Returns undefined, without loading it, if no OTEL_* variable names a destination. `proxyEnv` is the
 * egress proxy, if there is one. `content`: whether spans show prompts, answers and SQL.
 */
export async function startTelemetry(
  env: NodeJS.ProcessEnv = process.env,
  proxyEnv?: ProxyEnv,
  content = false,
): Promise<Telemetry | undefined> {
  const traces = isTracingConfigured(env);
  const metrics = isExported(env, 'METRICS');
  if (!traces && !metrics) return undefined;
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const traceExporter = traces ? await exporterBehindProxy(env, proxyEnv) : undefined;
  const source = metrics ? createMetricSource() : undefined;
  const sdk = new NodeSDK({
    serviceName: env.OTEL_SERVICE_NAME || 'errand',
    ...(traceExporter && { traceExporter }),
    ...(!traces && { spanProcessors: [] }),
    idGenerator: {
      generateTraceId: () => randomBytes(16).toString('hex'),
      generateSpanId: () => takeChosenId() ?? randomBytes(8).toString('hex'),
    },
    metricReaders: source ? [await createMetricReader(env, proxyEnv, source)] : [],
    // Logs are on stderr; the SDK would send them to the collector by default.
    logRecordProcessors: [],
  });
  sdk.start();
  recordSpans({ records: traces, content });
  return {
    exportMetrics: (registry) => source?.use(registry),
    async stop() {
      const { promise: waited, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, flushMs);
      await Promise.race([sdk.shutdown().catch(() => undefined), waited]);
      clearTimeout(timer);
      recordSpans({ records: false, content: false });
    },
  };
}

/** Returns the SDK's default exporter with the egress proxy, or undefined if no proxy is set or the SDK handles it. */
async function exporterBehindProxy(env: NodeJS.ProcessEnv, proxyEnv: ProxyEnv | undefined) {
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/protobuf';
  const isOtlp = (env.OTEL_TRACES_EXPORTER || 'otlp') === 'otlp';
  if (proxyEnv === undefined || !isOtlp || protocol === 'grpc') return undefined;
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter({ httpAgentOptions: { keepAlive: true, proxyEnv } });
}
