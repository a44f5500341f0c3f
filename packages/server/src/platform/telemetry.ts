import { isTracingConfigured } from './tracing.ts';

// Exports traces if the environment configures it. Code creates spans through @opentelemetry/api. Without a started SDK
// they cost next to nothing; with one, they go to the destination in the OTEL_* variables.

export type Telemetry = { stop(): Promise<void> };

/** An unresponsive collector must not delay the exit of the process. */
const flushMs = 3_000;

type ProxyEnv = { HTTP_PROXY?: string; HTTPS_PROXY?: string; NO_PROXY: string };

/**
 * Starts the SDK. Returns undefined, without loading it, if no OTEL_* variable names a destination. `proxyEnv` is the
 * egress proxy, if there is one.
 */
export async function startTelemetry(
  env: NodeJS.ProcessEnv = process.env,
  proxyEnv?: ProxyEnv,
): Promise<Telemetry | undefined> {
  if (!isTracingConfigured(env)) return undefined;
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const traceExporter = await exporterBehindProxy(env, proxyEnv);
  const sdk = new NodeSDK({
    serviceName: env.OTEL_SERVICE_NAME || 'errand',
    ...(traceExporter && { traceExporter }),
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
