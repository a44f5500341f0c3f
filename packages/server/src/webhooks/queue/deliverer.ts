import { createBatcher } from '#platform/batcher.ts';
import type { Database } from '#platform/db.ts';
import { databaseNow, newId } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import { persistently } from '#platform/persist.ts';
import type { Outbound } from '#platform/safe-fetch/outbound.ts';
import { performAttempt } from '../attempt.ts';
import type { WebhookMetrics } from '../gauges.ts';
import { nextDelaySeconds, retryDelays } from '../model.ts';
import { buildBody, type CompletedJob } from '../payload.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryTarget,
  extendClaims,
  findDueWebhooks,
  parkDeliveries,
  releaseClaims,
} from './claim.ts';
import { createLanes, type Lane, type LaneHealth, SLOW_MS } from './lanes.ts';
import { type AttemptRecord, type Disabled, recordAttempts } from './record.ts';

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

/** `answered`: only its record is missing, the slot is free. */
type Running = { delivery: ClaimedDelivery; lane: Lane; startedAt: number; answered: boolean };

/** Attempts that were made but are not recorded yet; beyond this nothing new is started. */
const UNRECORDED_MAX = 2_000;
const RECORD_BATCH_MAX = 250;

export type Deliverer = ReturnType<typeof createDeliverer>;

export function createDeliverer(options: DelivererOptions) {
  const { database, log, metrics } = options;
  const { now = databaseNow, random = Math.random, delays = retryDelays } = options;
  const { leaseSeconds = 6, pollMs = 250 } = options;
  const lanes = createLanes({
    slots: options.concurrency,
    now,
    ...(options.paceMsMax !== undefined && { paceMsMax: options.paceMsMax }),
  });
  const running = new Map<string, Running>();
  const unrecorded = new Set<Promise<unknown>>();
  let stopping = false;
  let pollTimer: NodeJS.Timeout | undefined;
  let keepTimer: NodeJS.Timeout | undefined;
  let pauseTimer: NodeJS.Timeout | undefined;

  const recorder = createBatcher<AttemptRecord, Disabled[]>({
    itemsMax: RECORD_BATCH_MAX,
    flush: async (items) => {
      const disabled = await recordAttempts(database.queue, items);
      for (const { webhookId, reason } of disabled) {
        log.warn({ event: 'webhook.disabled', webhook: webhookId, reason }, 'webhook switched off');
        await park(webhookId);
      }
      return items.map(() => disabled);
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
    return { young, slow };
  }

  async function claimOnce(): Promise<boolean> {
    const { young, slow } = countRunning();
    const chosen = unrecorded.size > UNRECORDED_MAX ? [] : lanes.choose(young, slow);
    if (chosen.length === 0) return false;
    const claimed = await claimDeliveries(database.queue, {
      claimId: newId(),
      lanes: chosen.map(({ lane, take }) => ({ webhookId: lane.webhookId, take, since: new Date(lane.since) })),
      now: new Date(now()),
      leaseSeconds,
    });
    const taken = new Map<string, { count: number; dueAt: number }>();
    for (const { webhookId, dueAt } of claimed) {
      const count = (taken.get(webhookId)?.count ?? 0) + 1;
      taken.set(webhookId, { count, dueAt: dueAt.getTime() });
    }
    lanes.settle(chosen, taken);
    await begin(claimed);
    return true;
  }

  async function begin(claimed: ClaimedDelivery[]): Promise<void> {
    if (stopping && claimed.length > 0) return releaseClaims(database.queue, claimed);
    const off = new Set(claimed.filter(({ webhook }) => !webhook?.isActive).map(({ webhookId }) => webhookId));
    for (const webhookId of off) await park(webhookId);
    const toSend = claimed.filter((delivery) => {
      // Our own lease ran out and was taken again by us: the attempt under way goes on under the new claim.
      const known = running.get(delivery.id);
      if (known) known.delivery.claimId = delivery.claimId;
      return known === undefined && !off.has(delivery.webhookId);
    });
    for (const delivery of toSend) {
      const lane = lanes.get(delivery.webhookId);
      lanes.learn(lane, delivery.webhook!.url, delivery.webhook!.failureCount);
      lane.inFlight += 1;
      running.set(delivery.id, { delivery, lane, startedAt: now(), answered: false });
    }
    const missing = [...new Set(toSend.flatMap(({ body, jobId }) => (body === null && jobId !== null ? [jobId] : [])))];
    try {
      const jobs = missing.length > 0 ? await options.findJobs(missing) : new Map<string, CompletedJob>();
      for (const delivery of toSend) {
        const job = delivery.jobId === null ? undefined : jobs.get(delivery.jobId);
        const work = deliver(delivery, job).catch((error) =>
          log.error({ err: error, event: 'webhook.attempt', delivery: delivery.id }, 'attempt was not recorded'),
        );
        unrecorded.add(work);
        void work.finally(() => unrecorded.delete(work));
      }
    } catch (error) {
      for (const delivery of toSend) leave(delivery.id);
      throw error;
    }
  }

  function leave(deliveryId: string): void {
    const entry = running.get(deliveryId);
    if (entry === undefined) return;
    running.delete(deliveryId);
    entry.lane.inFlight -= 1;
  }

  async function deliver(delivery: ClaimedDelivery, job: CompletedJob | undefined): Promise<void> {
    const at = new Date(now());
    const body = delivery.body ?? (job === undefined ? undefined : buildBody(job, at));
    const record = body === undefined ? withoutPayload(delivery, at) : await send(delivery, body, at);
    // The slot is free for the next one while this one is being recorded.
    const entry = running.get(delivery.id)!;
    entry.answered = true;
    entry.lane.inFlight -= 1;
    pump();
    try {
      await recorder.add(record);
    } finally {
      running.delete(delivery.id);
    }
  }

  async function send(delivery: ClaimedDelivery, body: string, at: Date): Promise<AttemptRecord> {
    const entry = running.get(delivery.id)!;
    const { retryAfterSeconds, ...outcome } = await performAttempt(options.outbound, {
      deliveryId: delivery.id,
      kind: delivery.kind,
      body,
      target: delivery.webhook as DeliveryTarget,
      at,
    });
    if (outcome.succeeded) lanes.succeeded(entry.lane);
    else lanes.failed(entry.lane, retryAfterSeconds);
    metrics.attempted(outcome.failure, outcome.totalMs);
    const delay =
      outcome.succeeded || outcome.gone
        ? null
        : nextDelaySeconds(delivery.tries + 1, { retryAfterSeconds, random: random(), delays });
    log[outcome.succeeded ? 'debug' : 'info'](
      {
        event: 'webhook.attempted',
        delivery: delivery.id,
        webhook: delivery.webhookId,
        attempt: delivery.attempt + 1,
        status: outcome.responseStatus ?? undefined,
        failure: outcome.failure ?? undefined,
        ms: Math.round(outcome.totalMs),
      },
      'webhook attempted',
    );
    return {
      ...outcome,
      claimId: entry.delivery.claimId,
      orgId: delivery.orgId,
      webhookId: delivery.webhookId,
      retryAt: delay === null ? null : new Date(now() + delay * 1_000),
    };
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

  async function sweep(): Promise<void> {
    const startedAt = performance.now();
    try {
      for (const { webhookId, dueAt } of await findDueWebhooks(database.queue, new Date(now())))
        lanes.activate(webhookId, dueAt.getTime());
      pump();
    } catch (error) {
      log.debug({ err: error }, 'sweep failed');
    }
    // With very many webhooks waiting, looking for them takes at most a twentieth of the time.
    if (!stopping) pollTimer = setTimeout(() => void sweep(), Math.max(pollMs, 20 * (performance.now() - startedAt)));
  }

  async function keepClaims(): Promise<void> {
    const held = [...running.values()].filter(({ startedAt }) => now() - startedAt > (leaseSeconds * 1_000) / 4);
    if (held.length === 0) return;
    await extendClaims(
      database.queue,
      held.map(({ delivery }) => delivery),
      new Date(now() + leaseSeconds * 1_000),
    );
  }

  return {
    /** Deliveries of these webhooks were just written. */
    wake(webhookIds: string[]): void {
      if (stopping) return;
      for (const webhookId of webhookIds) lanes.activate(webhookId);
      pump();
    },
    destinations: () => lanes.count(),
    running: () => running.size,

    /** Sends what is due now and waits until it is recorded. */
    async runDue(): Promise<void> {
      for (const { webhookId, dueAt } of await findDueWebhooks(database.queue, new Date(now())))
        lanes.activate(webhookId, dueAt.getTime());
      while ((await claimOnce()) || unrecorded.size > 0) await Promise.all(unrecorded);
    },

    async start(): Promise<void> {
      keepTimer = setInterval(
        () => void keepClaims().catch((error) => log.debug({ err: error }, 'claims not kept')),
        (leaseSeconds * 1_000) / 4,
      );
      await sweep();
    },

    /** Stops claiming and lets what is under way end, until the deadline; the rest is sent again by others. */
    async stop(deadlineMs: number): Promise<void> {
      stopping = true;
      clearTimeout(pollTimer);
      clearTimeout(pauseTimer);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, deadlineMs);
      });
      await Promise.race([Promise.allSettled([...unrecorded]), late]);
      clearTimeout(timer);
      clearInterval(keepTimer);
      const left = [...running.values()].map(({ delivery }) => ({ ...delivery, dueAt: new Date(now()) }));
      if (left.length > 0) await releaseClaims(database.queue, left).catch(() => undefined);
    },
  };
}

/** The job of a delivery can only be missing when somebody removed it by hand: there is nothing left to send. */
function withoutPayload(delivery: ClaimedDelivery, at: Date): AttemptRecord {
  return {
    deliveryId: delivery.id,
    claimId: delivery.claimId,
    orgId: delivery.orgId,
    webhookId: delivery.webhookId,
    at,
    url: delivery.webhook!.url,
    requestHeaders: {},
    body: null,
    responseStatus: null,
    responseHeaders: null,
    responseBody: null,
    dnsMs: null,
    connectMs: null,
    firstByteMs: null,
    totalMs: 0,
    failure: 'internal',
    error: 'The job of this delivery does not exist any more.',
    succeeded: false,
    retryAt: null,
    gone: false,
  };
}
