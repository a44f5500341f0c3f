import type { Database } from '#platform/db.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import { retryDelays } from '../message/model.ts';
import type { CompletedJob } from '../message/payload.ts';
import { claimDeliveries, findDueWebhooks } from '../queue/claim.ts';
import { createLanes, type LaneGroup, laneGroups } from './lanes.ts';
import type { WebhookMetrics } from './metrics.ts';
import { createRecorder } from './recorder.ts';
import { createSender } from './sender.ts';

// The part of a process that sends deliveries: it finds webhooks with due ones, claims for them in turns, sends, and
// records. What it holds is leased for seconds and kept by saying so; after a death others send it again, with the same
// webhook-id.

export type DelivererOptions = {
  database: Database;
  outbound: Outbound;
  log: Logger;
  metrics: WebhookMetrics;
  concurrency: number;
  /** The jobs of these ids as their events tell them. */
  findJobs(jobIds: string[]): Promise<Map<string, CompletedJob>>;
  now?: () => number;
  random?: () => number;
  delays?: readonly number[];
  leaseSeconds?: number;
  pollMs?: number;
  paceMsMax?: number;
};

/** Attempts that were made but are not recorded yet; beyond this nothing new is started. */
const UNRECORDED_MAX = 2_000;

export function createDeliverer(options: DelivererOptions) {
  const { database, log } = options;
  const { now = databaseNow, random = Math.random, delays = retryDelays } = options;
  const { leaseSeconds = 6, pollMs = 250 } = options;
  const leaseMs = leaseSeconds * 1_000;
  const lanes = createLanes({
    slots: options.concurrency,
    now,
    ...(options.paceMsMax !== undefined && { paceMsMax: options.paceMsMax }),
  });
  const { outbound, metrics } = options;
  const sender = createSender({
    database,
    sending: { outbound, log, metrics, now, random, delays },
    lanes,
    recorder: createRecorder({ database, log }),
    leaseMs,
    findJobs: options.findJobs,
    onShort: pump,
  });
  let stopping = false;
  let pollTimer: NodeJS.Timeout | undefined;
  let keepTimer: NodeJS.Timeout | undefined;
  let pauseTimer: NodeJS.Timeout | undefined;

  async function claimOnce(group: LaneGroup): Promise<boolean> {
    if (!lanes.isWaiting(group)) return false;
    const { young, slow } = sender.count();
    const chosen = sender.size > UNRECORDED_MAX ? [] : lanes.choose(group, young, slow);
    if (chosen.length === 0) return false;
    const claimedAt = now();
    const claimed = await claimDeliveries(database.queue, {
      claimId: newId(),
      lanes: chosen.map(({ lane, take }) => ({ webhookId: lane.webhookId, take, since: new Date(lane.since) })),
      now: new Date(claimedAt),
      leaseSeconds,
    }).finally(() => lanes.release(chosen));
    const taken = claimed.map(
      ({ webhookId, lastDueAt, deliveries }) =>
        [webhookId, { count: deliveries.length, dueAt: lastDueAt.getTime() }] as const,
    );
    lanes.settle(chosen, new Map(taken));
    // The next claim need not wait until the jobs of this one are read.
    void sender.begin(
      claimed.flatMap(({ deliveries }) => deliveries),
      claimedAt,
    );
    return true;
  }

  const pumps = laneGroups.map((group) => ({ group, running: false, again: false, ended: Promise.resolve() }));

  /** Claims as long as there are free slots and lanes with due deliveries. */
  function pump(): void {
    for (const one of pumps) {
      one.again = true;
      if (!one.running && !stopping) one.ended = run(one);
    }
  }

  /** One claim of a group at a time: the next takes more. */
  async function run(one: (typeof pumps)[number]): Promise<void> {
    one.running = true;
    try {
      while (one.again && !stopping) {
        one.again = false;
        while (!stopping && (await claimOnce(one.group)));
      }
      waitForPaused();
    } catch (error) {
      log.warn({ err: error, event: 'webhook.claim' }, 'claim failed');
    } finally {
      one.running = false;
    }
  }

  function waitForPaused(): void {
    clearTimeout(pauseTimer);
    const next = stopping ? undefined : lanes.nextPause();
    if (next !== undefined) pauseTimer = setTimeout(pump, Math.max(1, next - now()));
  }

  async function activateDue(): Promise<void> {
    for (const { webhookId, dueAt } of await findDueWebhooks(database.queue, new Date(now())))
      lanes.activate(webhookId, dueAt.getTime());
  }

  async function sweep(): Promise<void> {
    const startedAt = performance.now();
    try {
      await activateDue();
      pump();
    } catch (error) {
      log.debug({ err: error }, 'sweep failed');
    }
    // With very many webhooks waiting, looking for them takes at most a twentieth of the time.
    if (!stopping) pollTimer = setTimeout(() => void sweep(), Math.max(pollMs, 20 * (performance.now() - startedAt)));
  }

  return {
    /** Deliveries of these webhooks were just written. */
    wake(webhookIds: string[]): void {
      if (stopping) return;
      for (const webhookId of webhookIds) lanes.activate(webhookId);
      pump();
    },
    destinations: () => lanes.count(),

    /** Sends what is due now and waits until it is recorded. */
    async runDue(): Promise<void> {
      await activateDue();
      const claimAny = async (): Promise<boolean> => (await claimOnce('good')) || claimOnce('others');
      const isBusy = (): boolean => !sender.isIdle() || pumps.some(({ running }) => running);
      while ((await claimAny()) || isBusy()) {
        await Promise.all(pumps.map(({ ended }) => ended));
        await sender.idle();
      }
    },

    async start(): Promise<void> {
      const keep = () => void sender.keepClaims().catch((error) => log.debug({ err: error }, 'claims not kept'));
      keepTimer = setInterval(keep, leaseMs / 4);
      await sweep();
    },

    /** Stops claiming and lets what is under way end, until the deadline; the rest is sent again by others. */
    async stop(deadlineMs: number): Promise<void> {
      stopping = true;
      clearTimeout(pollTimer);
      clearTimeout(pauseTimer);
      sender.stopStarting();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, deadlineMs);
      });
      // What is being claimed is given back as soon as it is there; nobody else could take it before its lease ends.
      const ended = Promise.all(pumps.map((one) => one.ended)).then(() => sender.idle());
      await Promise.race([ended, late]);
      clearTimeout(timer);
      clearInterval(keepTimer);
      await sender.abandon();
    },
  };
}
