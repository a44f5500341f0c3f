import type { Metrics } from '#platform/metrics.ts';
import type { AppOptions } from './app.ts';

/** Seconds, from a response out of memory to a synchronous run. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Counts and times requests by route. Labels with full paths would create a series for every id. */
export function createRequestMetrics(metrics: Metrics): NonNullable<AppOptions['onAnswer']> {
  const requests = metrics.counter('errand_http_requests_total', 'Requests answered, by route and status', [
    'method',
    'route',
    'status',
  ]);
  const seconds = metrics.histogram('errand_http_request_seconds', 'Seconds until a request was answered', BUCKETS, [
    'method',
    'route',
  ]);
  // Cached, because finding a metric by its labels costs more than counting.
  const children = new Map<string, { count(): void; observe(value: number): void }>();

  return ({ method, route, status, seconds: value }) => {
    const key = `${method} ${route} ${status}`;
    let child = children.get(key);
    if (child === undefined) {
      const counter = requests.labels({ method, route, status: String(status) });
      const histogram = seconds.labels({ method, route });
      child = { count: () => counter.inc(), observe: (value) => histogram.observe(value) };
      children.set(key, child);
    }
    child.count();
    child.observe(value);
  };
}
