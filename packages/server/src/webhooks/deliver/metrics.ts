import type { Metrics } from '#platform/metrics.ts';

export type WebhookMetrics = { attempted(failure: string | null, ms: number): void };

export function createWebhookMetrics(metrics: Metrics): WebhookMetrics {
  const attempts = metrics.counter('errand_webhook_attempts_total', 'Attempts to deliver, by outcome', ['outcome']);
  const failures = metrics.counter('errand_webhook_failures_total', 'Failed attempts, by kind of failure', ['kind']);
  const seconds = metrics.histogram(
    'errand_webhook_attempt_seconds',
    'Seconds from the start of an attempt to its end',
    [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 15],
  );
  const succeeded = attempts.labels('succeeded');
  const failed = attempts.labels('failed');
  return {
    attempted(failure, ms) {
      (failure === null ? succeeded : failed).inc();
      if (failure !== null) failures.inc({ kind: failure });
      seconds.observe(ms / 1_000);
    },
  };
}
