import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/** One registry per process. A callback fills the queue's gauges at each scrape. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    accepted: new Counter({
      name: 'errand_jobs_accepted_total',
      help: 'Jobs accepted',
      labelNames: ['outcome'],
      registers,
    }),
    finished: new Counter({
      name: 'errand_jobs_finished_total',
      help: 'Jobs that reached a final state',
      labelNames: ['status'],
      registers,
    }),
    retried: new Counter({ name: 'errand_jobs_retried_total', help: 'Attempts that ended in RETRY', registers }),
    takenOver: new Counter({ name: 'errand_jobs_taken_over_total', help: 'Jobs taken from a dead worker', registers }),
    fenced: new Counter({
      name: 'errand_jobs_fenced_total',
      help: 'Results refused because the job had moved on',
      registers,
    }),
    startSeconds: new Histogram({
      name: 'errand_job_wait_seconds',
      help: 'Seconds from acceptance to start',
      buckets: [0.002, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5, 30, 120, 600],
      registers,
    }),
    running: new Gauge({ name: 'errand_jobs_running', help: 'Jobs running in this process', registers }),
    counter: (name: string, help: string, labelNames: string[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: (name: string, help: string, buckets: number[]) => new Histogram({ name, help, buckets, registers }),
    gauge(
      name: string,
      help: string,
      collect: (set: (labels: Record<string, string>, value: number) => void) => Promise<void>,
      labelNames: string[] = [],
    ) {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          this.reset();
          await collect((labels, value) => this.set(labels, value));
        },
      });
    },
  };
}
