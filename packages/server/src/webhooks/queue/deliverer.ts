import { createBatcher } from '#platform/batcher.ts';
import type { Database } from '#platform/db.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import { persistently } from '#platform/persist.ts';
import type { Outbound } from '#platform/safe-fetch/outbound.ts';
import type { WebhookMetrics } from '../gauges.ts';
import { retryDelays } from '../model.ts';
import type { CompletedJob } from '../payload.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  extendClaims,
  findDueWebhooks,
  parkDeliveries,
  releaseClaims,
} from './claim.ts';
import { createLanes, type Lane, type LaneHealth, SLOW_MS } from './lanes.ts';
import { type AttemptRecord, recordAttempts } from './record.ts';
import { sendDelivery } from './send.ts';

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

type Waiting = { delivery: ClaimedDelivery; job: CompletedJob | undefined; claimedAt: number };
/** `answered`: only its record is missing, the slot is free. */
type Running = { delivery: ClaimedDelivery; lane: Lane; startedAt: number; leasedUntil: number; answered: boolean };

/** Attempts that were made but are not recorded yet; beyond this nothing new is started. */
const UNRECORDED_MAX = 2_000;
const RECORD_BATCH_MAX = 250;
/** Part of a lease after which it is prolonged. */
const KEPT_AFTER = 0.4;

export function createDeliverer(options: DelivererOptions) {
  const { database, log } = options;
  const { now = databaseNow, random = Math.random, delays = retryDelays } = options;
  const { leaseSeconds = 6, pollMs = 250 } = options;
  const leaseMs = leaseSeconds * 1_000;
  const giveUp = new AbortController();
  const sending = {
    outbound: options.outbound,
    log,
    metrics: options.metrics,
    now,
    random,
    delays,
    givingUp: giveUp.signal,
  };
  const lanes = createLanes({
    slots: options.concurrency,
    now,
    ...(options.paceMsMax !== undefined && { paceMsMax: options.paceMsMax }),
  });
  const running = new Map<string, Running>();
  /** Claimed ahead for receivers that answer well, so that their slots never wait for a claim. */
  const waiting = new Map<Lane, Waiting[]>();
  const claimedFor = new Set<Lane>();
  const unrecorded = new Set<Promise<unknown>>();
  let stopping = false;
  let pollTimer: NodeJS.Timeout | undefined;
  let keepTimer: NodeJS.Timeout | undefined;
  let pauseTimer: NodeJS.Timeout | undefined;

  const recorder = createBatcher<AttemptRecord, undefined>({
    itemsMax: RECORD_BATCH_MAX,
    // Two at once would wait for each other at the row that keeps a webhook's books.
    flushesMax: 1,
    flush: async (items) => {
      for (const { webhookId, reason } of await recordAttempts(database.queue, items)) {
        log.warn({ event: 'webhook.disabled', webhook: webhookId, reason }, 'webhook switched off');
        await park(webhookId);
      }
      return items.map(() => undefined);
    },
  });

  /** What is not parked now is when it is next claimed. */
  async function park(webhookId: string): Promise<void> {
    try {
      while ((await persistently(() => parkDeliveries(database.queue, webhookId))) > 0);
    } catch (error) {
      log.warn({ err: error, event: 'webhook.park', webhook: webhookId }, 'deliveries were not parked');
    }
  }

  /** Running attempts by the health of their lanes; those that take long are counted apart. */
  function countRunning(): { young: Record<LaneHealth, number>; slow: number } {
    const young = { good: 0, new: 0, failing: 0 };
    let slow = 0;
    const at = now();
    for (const { lane, startedAt, answered } of running.values()) {
      if (answered) continue;
      if (at - startedAt > SLOW_MS) slow += 1;
      else young[lane.health] += 1;
    }
    // Claimed, and about to start: they need their slots as well. Those of good lanes wait for one.
    for (const lane of claimedFor) {
      if (lane.waiting === 0) claimedFor.delete(lane);
      else if (lane.health !== 'good') young[lane.health] += lane.waiting;
    }
    return { young, slow };
  }

  async function claimOnce(): Promise<boolean> {
    const { young, slow } = countRunning();
    const chosen = unrecorded.size > UNRECORDED_MAX ? [] : lanes.choose(young, slow);
    if (chosen.length === 0) return false;
    const claimedAt = now();
    const claimed = await claimDeliveries(database.queue, {
      claimId: newId(),
      lanes: chosen.map(({ lane, take }) => ({ webhookId: lane.webhookId, take, since: new Date(lane.since) })),
      now: new Date(claimedAt),
      leaseSeconds,
    });
    const taken = new Map<string, { count: number; dueAt: number }>();
    for (const { webhookId, dueAt } of claimed) {
      const count = (taken.get(webhookId)?.count ?? 0) + 1;
      taken.set(webhookId, { count, dueAt: dueAt.getTime() });
    }
    lanes.settle(chosen, taken);
    for (const { webhookId } of claimed) {
      const lane = lanes.get(webhookId);
      lane.waiting += 1;
      claimedFor.add(lane);
    }
    // The next claim need not wait until the jobs of this one are read.
    track(
      begin(claimed, claimedAt).catch((error) =>
        log.warn({ err: error, event: 'webhook.claim' }, 'claimed deliveries wait for the end of their lease'),
      ),
    );
    return true;
  }

  function track(work: Promise<unknown>): void {
    unrecorded.add(work);
    void work.finally(() => unrecorded.delete(work));
  }

  async function begin(claimed: ClaimedDelivery[], claimedAt: number): Promise<void> {
    const lanesOf = claimed.map(({ webhookId }) => lanes.get(webhookId));
    try {
      await prepare(claimed, claimedAt);
    } finally {
      // Counted as waiting since the claim; what is to be sent has been counted anew.
      for (const lane of lanesOf) lane.waiting -= 1;
    }
    for (const lane of new Set(lanesOf)) startWaiting(lane);
  }

  async function prepare(claimed: ClaimedDelivery[], claimedAt: number): Promise<void> {
    if (stopping && claimed.length > 0) return releaseClaims(database.queue, claimed);
    const off = new Set(claimed.filter(({ webhook }) => !webhook?.isActive).map(({ webhookId }) => webhookId));
    for (const webhookId of off) await park(webhookId);
    const toSend = claimed.filter((delivery) => {
      // Our own lease ran out and was taken again by us: the attempt under way goes on under the new claim.
      const known = running.get(delivery.id);
      if (known) {
        known.delivery.claimId = delivery.claimId;
        known.leasedUntil = claimedAt + leaseMs;
      }
      return known === undefined && !off.has(delivery.webhookId);
    });
    const missing = [...new Set(toSend.flatMap(({ body, jobId }) => (body === null && jobId !== null ? [jobId] : [])))];
    const jobs = missing.length > 0 ? await options.findJobs(missing) : new Map<string, CompletedJob>();
    for (const delivery of toSend) {
      const lane = lanes.get(delivery.webhookId);
      lanes.learn(lane, delivery.webhook!.url, delivery.webhook!.failureCount);
      const job = delivery.jobId === null ? undefined : jobs.get(delivery.jobId);
      const list = waiting.get(lane);
      if (list) list.push({ delivery, job, claimedAt });
      else waiting.set(lane, [{ delivery, job, claimedAt }]);
      lane.waiting += 1;
    }
  }

  /** Fills the slots of a lane with what was claimed for it. What has waited too long is left to its lease. */
  function startWaiting(lane: Lane): void {
    const list = waiting.get(lane);
    while (list !== undefined && list.length > 0 && lane.inFlight < lane.limit && !stopping) {
      const { delivery, job, claimedAt } = list.shift()!;
      lane.waiting -= 1;
      if (now() - claimedAt > leaseMs / 2) continue;
      start(delivery, job, lane, claimedAt + leaseMs);
    }
    if (list?.length === 0) waiting.delete(lane);
  }

  /** A receiver in trouble gets what it gets one by one; others may take the rest. */
  function giveBackWaiting(lane: Lane): void {
    const list = waiting.get(lane) ?? [];
    if (list.length === 0) return;
    waiting.delete(lane);
    lane.waiting -= list.length;
    lane.since = 0;
    const items = list.map(({ delivery }) => delivery);
    void releaseClaims(database.queue, items).catch((error) => log.debug({ err: error }, 'claims not given back'));
  }

  function start(delivery: ClaimedDelivery, job: CompletedJob | undefined, lane: Lane, leasedUntil: number): void {
    lane.inFlight += 1;
    running.set(delivery.id, { delivery, lane, startedAt: now(), leasedUntil, answered: false });
    track(
      deliver(delivery, job, lane).catch((error) =>
        log.error({ err: error, event: 'webhook.attempt', delivery: delivery.id }, 'attempt was not recorded'),
      ),
    );
  }

  async function deliver(delivery: ClaimedDelivery, job: CompletedJob | undefined, lane: Lane): Promise<void> {
    try {
      const sent = await sendDelivery(sending, delivery, job);
      if (sent === undefined) return;
      const { record, retryAfterSeconds } = sent;
      if (record.succeeded) lanes.succeeded(lane);
      else lanes.failed(lane, retryAfterSeconds);
      if (lane.health === 'failing') giveBackWaiting(lane);
      // The slot is free for the next one while this one is being recorded.
      running.get(delivery.id)!.answered = true;
      lane.inFlight -= 1;
      startWaiting(lane);
      if (lanes.isShort(lane)) pump();
      await recorder.add(record);
    } finally {
      running.delete(delivery.id);
    }
  }

  let pumping = false;
  let again = false;

  /** Claims as long as there are free slots and lanes with due deliveries. One claim at a time: the next takes more. */
  function pump(): void {
    again = true;
    if (pumping || stopping) return;
    pumping = true;
    void (async () => {
      try {
        while (again && !stopping) {
          again = false;
          while (!stopping && (await claimOnce()));
        }
        waitForPaused();
      } catch (error) {
        log.warn({ err: error, event: 'webhook.claim' }, 'claim failed');
      } finally {
        pumping = false;
      }
    })();
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

  async function keepClaims(): Promise<void> {
    const until = now() + leaseMs;
    const held = [...running.values()].filter(({ leasedUntil }) => until - leasedUntil > leaseMs * KEPT_AFTER);
    if (held.length === 0) return;
    const items = held.map(({ delivery }) => delivery);
    await extendClaims(database.queue, items, new Date(until));
    for (const one of held) one.leasedUntil = until;
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
      while ((await claimOnce()) || unrecorded.size > 0) await Promise.all(unrecorded);
    },

    async start(): Promise<void> {
      const keep = () => void keepClaims().catch((error) => log.debug({ err: error }, 'claims not kept'));
      keepTimer = setInterval(keep, leaseMs / 4);
      await sweep();
    },

    /** Stops claiming and lets what is under way end, until the deadline; the rest is sent again by others. */
    async stop(deadlineMs: number): Promise<void> {
      stopping = true;
      clearTimeout(pollTimer);
      clearTimeout(pauseTimer);
      for (const lane of [...waiting.keys()]) giveBackWaiting(lane);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, deadlineMs);
      });
      await Promise.race([Promise.allSettled([...unrecorded]), late]);
      clearTimeout(timer);
      clearInterval(keepTimer);
      giveUp.abort();
      const left = [...running.values()].map(({ delivery }) => ({ ...delivery, dueAt: new Date(now()) }));
      if (left.length > 0) await releaseClaims(database.queue, left).catch(() => undefined);
    },
  };
}
