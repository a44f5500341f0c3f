import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Db, Transactor } from './db.ts';

export type Metrics = ReturnType<typeof createMetrics>;

type Set = (labels: Record<string, string>, value: number) => void;

/** Often enough for a graph. Slow samples are taken less often: sampling takes at most a twentieth of the time. */
const SAMPLE_MS = 10_000;
const SHARE_OF_TIME = 20;

/**
 * Creates the registry of this process. Values from the database are sampled in the background. So a scrape runs no
 * statement and gets a response from memory, whatever the state of the database.
 */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const samplers: (() => Promise<void>)[] = [];
  let sampledAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let sampling: Promise<void> | undefined;
  let stopped = false;

  function live(name: string, help: string, read: (set: Set) => void, labelNames: string[] = []): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        read((labels, value) => this.set(labels, value));
      },
    });
  }

  /** Takes all samples. After a failure, the rest of the round is skipped: it would most likely fail as well. */
  async function sampleAll(onError: (error: unknown) => void): Promise<void> {
    const startedAt = performance.now();
    try {
      for (const sample of samplers) await sample();
      sampledAt = performance.now();
    } catch (error) {
      onError(error);
    }
    if (stopped) return;
    const tookMs = performance.now() - startedAt;
    timer = setTimeout(
      () => {
        sampling = sampleAll(onError);
      },
      Math.max(SAMPLE_MS, SHARE_OF_TIME * tookMs),
    );
    timer.unref();
  }

  live('errand_metrics_age_seconds', 'Seconds since the sampled gauges were last read', (set) => {
    set({}, (performance.now() - sampledAt) / 1_000);
  });

  return {
    registry,
    ...createJobMetrics(registers),
    counter: (name: string, help: string, labelNames: string[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: (name: string, help: string, buckets: number[], labelNames: string[] = []) =>
      new Histogram({ name, help, buckets, labelNames, registers }),
    /** Adds a gauge whose value this process knows. It is read at each scrape. */
    live,
    /** Adds a gauge whose value is sampled in the background. Labels missing in a sample are dropped. */
    sampled(name: string, help: string, sample: (set: Set) => Promise<void>, labelNames: string[] = []): void {
      const gauge = new Gauge({ name, help, labelNames, registers });
      samplers.push(async () => {
        const values: [Record<string, string>, number][] = [];
        await sample((labels, value) => values.push([labels, value]));
        gauge.reset();
        for (const [labels, value] of values) gauge.set(labels, value);
      });
    },
    startSampling(onError: (error: unknown) => void): void {
      sampling = sampleAll(onError);
    },
    async stopSampling(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await sampling;
    },
  };
}

const createJobMetrics = (registers: Registry[]) => ({
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
  takenOver: new Counter({
    name: 'errand_jobs_taken_over_total',
    help: 'Jobs taken over from workers that died or could not end them',
    registers,
  }),
  fenced: new Counter({
    name: 'errand_jobs_fenced_total',
    help: 'Results refused because the worker had lost its claim on the job',
    registers,
  }),
  startSeconds: new Histogram({
    name: 'errand_job_wait_seconds',
    help: 'Seconds from acceptance to start',
    buckets: [0.002, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5, 30, 120, 600],
    registers,
  }),
  running: new Gauge({ name: 'errand_jobs_running', help: 'Jobs running in this process', registers }),
});

/** Runs statements with short time limits, so that a sample does not hold a connection while it waits for a lock. */
export function briefly<T>(db: Transactor, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.tx(async (tx) => {
    await tx.query(`select set_config('statement_timeout', '5000', true), set_config('lock_timeout', '1000', true)`);
    return work(tx);
  });
}
