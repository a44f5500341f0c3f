import type { Database } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import { createDeliverer } from './deliver/deliverer.ts';
import { createWebhookMetrics } from './deliver/metrics.ts';
import { addWebhookGauges } from './gauges.ts';
import type { CompletedJob } from './message/payload.ts';
import { pruneWebhooks } from './prune.ts';
import { createTester } from './test-webhook.ts';

// Assembles the webhooks domain for one process.

export type WebhookRuntimeOptions = {
  database: Database;
  outbound: Outbound;
  metrics: Metrics;
  log: Logger;
  /** Sends deliveries; without it this process only tests and shows them. */
  delivers: boolean;
  concurrency: number;
  shutdownMs: number;
  findJobs(jobIds: string[]): Promise<Map<string, CompletedJob>>;
};

export type WebhookRuntime = ReturnType<typeof createWebhookRuntime>;

const HOUR_MS = 3_600_000;

export function createWebhookRuntime(options: WebhookRuntimeOptions) {
  const { database, outbound, log } = options;
  const metrics = createWebhookMetrics(options.metrics);
  const deliverer = options.delivers
    ? createDeliverer({
        database,
        outbound,
        log,
        metrics,
        concurrency: options.concurrency,
        findJobs: options.findJobs,
      })
    : undefined;
  addWebhookGauges(options.metrics, database, deliverer?.destinations);
  let pruning: Promise<unknown> = Promise.resolve();
  let pruneTimer: NodeJS.Timeout | undefined;

  function prune(): void {
    pruning = pruneWebhooks(database, databaseNow()).catch((error) =>
      log.warn({ err: error, event: 'webhook.prune' }, 'old deliveries were not removed'),
    );
  }

  return {
    outbound,
    test: createTester({ database, outbound, metrics }),
    /** Deliveries of these webhooks were just committed. */
    wake: (webhookIds: string[]): void => deliverer?.wake(webhookIds),
    async start(): Promise<void> {
      await deliverer?.start();
      if (deliverer) pruneTimer = setInterval(prune, HOUR_MS);
    },
    async stop(): Promise<void> {
      clearInterval(pruneTimer);
      await deliverer?.stop(Math.min(options.shutdownMs, 5_000));
      await pruning;
      outbound.close();
    },
  };
}
