import { ValueType } from '@opentelemetry/api';
import type { DataPoint, Histogram, MetricData, MetricProducer } from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

// Sends the metrics of the Prometheus registry by OTLP, so that both show the same figures under the same names.

export type ProxyEnv = { HTTP_PROXY?: string; HTTPS_PROXY?: string; NO_PROXY: string };

export type MetricSource = ReturnType<typeof createMetricSource>;

/** Reads the registry, which exists only after the SDK has started. */
export function createMetricSource() {
  let registry: Registry | undefined;
  return {
    use(given: Registry): void {
      registry = given;
    },
    read: async (): Promise<MetricObjectWithValues<MetricValue<string>>[]> =>
      registry === undefined ? [] : ((await registry.getMetricsAsJSON()) as never),
  };
}

export async function createMetricReader(env: NodeJS.ProcessEnv, proxyEnv: ProxyEnv | undefined, source: MetricSource) {
  const sdk = await import('@opentelemetry/sdk-metrics');
  const { emptyResource } = await import('@opentelemetry/resources');
  const protocol = env.OTEL_EXPORTER_OTLP_METRICS_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/protobuf';
  const { OTLPMetricExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-metrics-otlp-http')
      : protocol === 'grpc'
        ? await import('@opentelemetry/exporter-metrics-otlp-grpc')
        : await import('@opentelemetry/exporter-metrics-otlp-proto');
  const startedAt = hrTime(Date.now() - performance.now());
  const kinds = { ...sdk.DataPointType, cumulative: sdk.AggregationTemporality.CUMULATIVE };
  const producer: MetricProducer = {
    async collect() {
      const span = { startTime: startedAt, endTime: hrTime(Date.now()) };
      const metrics = (await source.read()).flatMap((metric) => toMetricData(metric, span, kinds));
      const scopeMetrics = [{ scope: { name: 'errand' }, metrics }];
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
    },
  };
  const exporter = new OTLPMetricExporter(
    proxyEnv && protocol !== 'grpc' ? { httpAgentOptions: { keepAlive: true, proxyEnv } as never } : {},
  );
  const everyMs = Number(env.OTEL_METRIC_EXPORT_INTERVAL) || 60_000;
  return new sdk.PeriodicExportingMetricReader({
    exporter,
    metricProducers: [producer],
    exportIntervalMillis: everyMs,
    exportTimeoutMillis: Math.min(everyMs, 30_000),
  });
}

type Span = Pick<DataPoint<number>, 'startTime' | 'endTime'>;
type Kinds = { HISTOGRAM: number; GAUGE: number; SUM: number; cumulative: number };

function toMetricData(metric: MetricObjectWithValues<MetricValue<string>>, span: Span, kinds: Kinds): MetricData[] {
  const { name, help, values } = metric;
  const type = String(metric.type);
  const shared = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: kinds.cumulative,
  };
  const points = values.map(({ labels, value }) => ({ ...span, attributes: { ...labels }, value }));
  if (type === 'counter')
    return [{ ...shared, dataPointType: kinds.SUM, isMonotonic: true, dataPoints: points } as never];
  if (type === 'gauge') return [{ ...shared, dataPointType: kinds.GAUGE, dataPoints: points } as never];
  if (type === 'histogram')
    return [{ ...shared, dataPointType: kinds.HISTOGRAM, dataPoints: toHistograms(values, span) } as never];
  // Summaries (of the runtime's own metrics) have no counterpart that could be aggregated.
  return [];
}

/** Prometheus lists cumulative buckets as values of their own; OTLP has one point with a count for each. */
function toHistograms(values: MetricValue<string>[], span: Span): DataPoint<Histogram>[] {
  const groups = new Map<
    string,
    { attributes: Record<string, string | number>; le: [number, number][]; sum: number }
  >();
  for (const value of values) {
    const { le, ...attributes } = value.labels as Record<string, string | number>;
    const key = JSON.stringify(attributes);
    const group = groups.get(key) ?? { attributes, le: [], sum: 0 };
    groups.set(key, group);
    const { metricName = '' } = value as { metricName?: string };
    if (metricName.endsWith('_sum')) group.sum = value.value;
    else if (le !== undefined) group.le.push([le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value.value]);
  }
  return [...groups.values()].map(({ attributes, le, sum }) => {
    const buckets = le.sort(([one], [two]) => one - two);
    const counts = buckets.map(([, total], index) => total - (buckets[index - 1]?.[1] ?? 0));
    const boundaries = buckets.map(([bound]) => bound).filter(Number.isFinite);
    return { ...span, attributes, value: { buckets: { boundaries, counts }, sum, count: buckets.at(-1)?.[1] ?? 0 } };
  });
}

const hrTime = (ms: number): [number, number] => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1_000_000)];
