import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import { retryDelays } from '../message/model.ts';
import { buildBody, type CompletedJob } from '../message/payload.ts';
import type { Vault } from '../message/vault.ts';
import { findDueWebhooks } from '../queue/claim.ts';
import { createClaimer } from './claimer.ts';
import { createLanes } from './lanes.ts';
import type { WebhookMetrics } from './metrics.ts';
import type { PrepareOptions } from './prepare.ts';
import { createRecorder } from './recorder.ts';
import type { SendOptions } from './send.ts';
import { createSender } from './sender.ts';

// Sends deliveries in one process: finds webhooks with due ones, claims for them in turns, sends, and records. Claims
// are leased for seconds and renewed; after a crash, other processes send the deliveries again with the same
// webhook-id.

export type DelivererOptions = {
  database: Database;
  vault: Vault;
  outbound: Outbound;
  log: Logger;
  metrics: WebhookMetrics;
  concurrency: number;
  /** Finds jobs by id, with what their events contain. */
  findJobs(jobIds: string[]): Promise<Map<string, CompletedJob>>;
  findTraces?: PrepareOptions['findTraces'];
  /** If left out, webhooks of single jobs get the same body as all others. */
  renderTask?: SendOptions['renderTask'];
  now?: () => number;
  random?: () => number;
  delays?: readonly number[];
  leaseSeconds?: number;
  pollMs?: number;
  /** Longest backoff of a receiver that only fails. */
  backoffMsMax?: number;
};

export function createDeliverer(options: DelivererOptions) {
  const { database, vault, log, outbound, metrics, findJobs } = options;
  const { now = databaseNow, random = Math.random, delays = retryDelays } = options;
  const { renderTask = (job: CompletedJob) => buildBody(job, new Date(now())) } = options;
  const { leaseSeconds = 6, pollMs = 250, backoffMsMax = 1_000 } = options;
  const leaseMs = leaseSeconds * 1_000;
  const lanes = createLanes({ slots: options.concurrency, now, backoffMsMax });
  const sender = createSender({
    database,
    vault,
    log,
    sending: { outbound, log, metrics, now, random, delays, renderTask },
    lanes,
    recorder: createRecorder({ database, log }),
    leaseMs,
    findJobs,
    findTraces: options.findTraces,
    onShort: () => claimer.claim(),
  });
  const claimer = createClaimer({ database, log, lanes, sender, leaseSeconds, now });
  let stopping = false;
  let pollTimer: NodeJS.Timeout | undefined;
  let keepTimer: NodeJS.Timeout | undefined;

  async function activateDue(): Promise<void> {
    for (const { webhookId, dueAt } of await findDueWebhooks(database.queue, new Date(now())))
      lanes.activate(webhookId, dueAt.getTime());
  }

  async function sweep(): Promise<void> {
    const startedAt = performance.now();
    try {
      if (database.state.current().writable) {
        await activateDue();
        claimer.claim();
      }
    } catch (error) {
      log.debug({ err: error }, 'sweep failed');
    }
    // Even with very many waiting webhooks, looking for them takes at most a twentieth of the time.
    if (!stopping) pollTimer = setTimeout(() => void sweep(), Math.max(pollMs, 20 * (performance.now() - startedAt)));
  }

  return {
    /** Call it when deliveries of these webhooks were just written. */
    wake(webhookIds: string[]): void {
      if (stopping) return;
      for (const webhookId of webhookIds) lanes.activate(webhookId);
      claimer.claim();
    },
    destinations: () => lanes.count(),

    /** Sends what is due now and waits until it is recorded. */
    async runDue(): Promise<void> {
      await activateDue();
      while ((await claimer.claimAny()) || !sender.isIdle() || claimer.isRunning()) {
        await claimer.ended();
        await sender.idle();
      }
    },

    async start(): Promise<void> {
      const keep = () =>
        void sender.keepClaims().catch((error) => log.debug({ err: error }, 'claims were not renewed'));
      keepTimer = setInterval(keep, leaseMs / 4);
      await sweep();
    },

    /** Stops claiming, and lets attempts in flight end until the deadline. Other processes send the rest again. */
    async stop(deadlineMs: number): Promise<void> {
      stopping = true;
      clearTimeout(pollTimer);
      claimer.stop();
      sender.stopStarting();
      // A claim in progress is released as soon as it returns; no other process could take it before its lease ends.
      const ended = claimer.ended().then(() => sender.idle());
      const late = new AbortController();
      await Promise.race([ended, delay(deadlineMs, undefined, { signal: late.signal }).catch(() => undefined)]);
      late.abort();
      clearInterval(keepTimer);
      await sender.abandon();
    },
  };
}
