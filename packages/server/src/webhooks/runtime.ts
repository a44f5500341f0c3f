import type { Database } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import type { SecretBox } from '#secrets/box.ts';
import { createDeliverer, type DelivererOptions } from './deliver/deliverer.ts';
import { createWebhookMetrics } from './deliver/metrics.ts';
import { addDestinationGauge } from './gauges.ts';
import { type JobQuestion, publishJobQuestions } from './job-questions.ts';
import { publishJobWebhooks } from './job-webhooks.ts';
import { withMailboxes } from './mailbox.ts';
import type { CompletedJob } from './message/payload.ts';
import { createVault } from './message/vault.ts';
import { pruneWebhooks } from './prune.ts';
import { sealWebhooks } from './seal-webhooks.ts';
import { createTester } from './test-webhook.ts';

// Assembles the webhooks domain for one process.

export type WebhookRuntimeOptions = {
  database: Database;
  box: SecretBox;
  outbound: Outbound;
  metrics: Metrics;
  log: Logger;
  /** Whether this process sends deliveries. If not, it only tests and shows them. */
  delivers: boolean;
  concurrency: number;
  shutdownMs: number;
  /** Whether closed months of deliveries are archived before they are removed. */
  archives: boolean;
  findJobs(jobIds: string[]): Promise<Map<string, CompletedJob>>;
  findTraces: DelivererOptions['findTraces'];
  /** Renders an ended job in the format of the door that asked for the notification. */
  renderTask(job: CompletedJob, bytesMax: number): string;
  /** Renders a question of a job in the same format. */
  renderQuestion(question: JobQuestion): string;
};

export type WebhookRuntime = ReturnType<typeof createWebhookRuntime>;

const HOUR_MS = 3_600_000;
const SWEEP_MS = 1_000;
/** A month that ends, and a month in which archiving may fail. Older deliveries are removed in any case. */
const ARCHIVE_DAYS = 62;

export function createWebhookRuntime(options: WebhookRuntimeOptions) {
  const { database, log } = options;
  const vault = createVault(database.system, options.box);
  const outbound = withMailboxes(options.outbound, database);
  const metrics = createWebhookMetrics(options.metrics);
  const deliverer = options.delivers
    ? createDeliverer({
        database,
        vault,
        outbound,
        log,
        metrics,
        concurrency: options.concurrency,
        findJobs: options.findJobs,
        findTraces: options.findTraces,
        renderTask: options.renderTask,
      })
    : undefined;
  if (deliverer) addDestinationGauge(options.metrics, deliverer.destinations);
  let pruning: Promise<unknown> = Promise.resolve();
  let pruneTimer: NodeJS.Timeout | undefined;
  let stopped = false;

  let sweepTimer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> = Promise.resolve();

  async function sweep(): Promise<void> {
    try {
      if (!database.state.current().writable || deliverer === undefined) return;
      deliverer.wake(await publishJobWebhooks(database.queue));
      deliverer.wake(await publishJobQuestions(database.queue, options.renderQuestion));
    } catch (error) {
      log.warn(
        { err: error, event: 'webhook.sweep' },
        'webhooks of single jobs were not published; the next sweep retries',
      );
    }
  }

  /** Schedules the next sweep, so that only one runs at a time. */
  function sweepLater(): void {
    sweepTimer = setTimeout(() => {
      sweeping = sweep().then(() => {
        if (!stopped) sweepLater();
      });
    }, SWEEP_MS);
  }

  function prune(): void {
    pruning = pruneWebhooks(database, databaseNow(), options.archives ? ARCHIVE_DAYS : 0)
      // At the start, a process of the previous release may still have been running.
      .then(() => sealWebhooks(database.system, vault))
      .catch((error) => log.warn({ err: error, event: 'webhook.prune' }, 'old deliveries were not removed'));
  }

  return {
    outbound,
    vault,
    /** Encrypts what an older release stored in plain text. */
    seal: () => sealWebhooks(database.system, vault),
    test: createTester({ database, vault, outbound, metrics }),
    /** Deliveries of these webhooks were just committed. */
    wake: (webhookIds: string[]): void => deliverer?.wake(webhookIds),
    async start(): Promise<void> {
      await deliverer?.start();
      if (deliverer === undefined) return;
      pruneTimer = setInterval(prune, HOUR_MS);
      sweepLater();
    },
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(pruneTimer);
      clearTimeout(sweepTimer);
      await sweeping;
      await deliverer?.stop(Math.min(options.shutdownMs, 5_000));
      await pruning;
      outbound.close();
    },
  };
}
