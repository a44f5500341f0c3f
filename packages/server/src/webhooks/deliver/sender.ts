import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#platform/db.ts';
import type { CompletedJob } from '../message/payload.ts';
import { type ClaimedDelivery, extendClaims, releaseClaims } from '../queue/claim.ts';
import { type DeliveryTarget, findTargets } from '../queue/targets.ts';
import { type Lane, type LaneHealth, type Lanes, SLOW_MS } from './lanes.ts';
import type { Recorder } from './recorder.ts';
import { type SendOptions, sendDelivery, tellAttempt } from './send.ts';

// What this process has claimed: deliveries that wait for a slot of their lane, those on their way, and those that only
// lack their record. Their leases are kept until then.

type Waiting = { delivery: ClaimedDelivery; target: DeliveryTarget; job: CompletedJob | undefined; claimedAt: number };
/** `items` from `next` on are still to be sent. Taking the first out of a long list would move all the others. */
type Line = { items: Waiting[]; next: number };
/** `answered`: only its record is missing, the slot is free. */
type Running = { delivery: ClaimedDelivery; lane: Lane; startedAt: number; leasedUntil: number; answered: boolean };

export type SenderOptions = {
  database: Database;
  sending: SendOptions;
  lanes: Lanes;
  recorder: Recorder;
  leaseMs: number;
  findJobs(jobIds: string[]): Promise<Map<string, CompletedJob>>;
  /** There is room for more of this lane. */
  onShort(): void;
};

/** So many that were sent stay at the head of their line, at most. */
const SENT_MAX = 64;

const APART_MS = 1;

/** Part of a lease after which it is prolonged. */
const KEPT_AFTER = 0.4;

export function createSender(options: SenderOptions) {
  const { database, sending, lanes, recorder, leaseMs } = options;
  const { now, log } = sending;
  const running = new Map<string, Running>();
  /** Claimed ahead for receivers that answer well, so that their slots never wait for a claim. */
  const waiting = new Map<Lane, Line>();
  const claimedFor = new Set<Lane>();
  let preparing = 0;
  let stopping = false;
  let abandoned = false;
  let idleResolvers: (() => void)[] = [];

  /** Takes over what was just claimed: looks up where it goes and what it says, and sends as slots get free. */
  async function begin(claimed: ClaimedDelivery[], claimedAt: number): Promise<void> {
    const lanesOf = claimed.map(({ webhookId }) => lanes.get(webhookId));
    for (const lane of lanesOf) {
      lane.waiting += 1;
      claimedFor.add(lane);
    }
    preparing += 1;
    try {
      await prepare(claimed, claimedAt);
    } catch (error) {
      log.warn({ err: error, event: 'webhook.claim' }, 'claimed deliveries wait for the end of their lease');
    } finally {
      // Counted as waiting since the claim; what is to be sent has been counted anew.
      for (const lane of lanesOf) lane.waiting -= 1;
    }
    await startLanes(new Set(lanesOf));
    preparing -= 1;
    settle();
  }

  /** Those of good receivers at once. Others need new connections: many in one turn would hold up everybody else. */
  async function startLanes(claimed: Set<Lane>): Promise<void> {
    const others = [...claimed].filter((lane) => lane.health !== 'good');
    for (const lane of claimed) if (lane.health === 'good') startWaiting(lane);
    for (const [index, lane] of others.entries()) {
      if (index > 0) await delay(APART_MS);
      startWaiting(lane);
    }
  }

  async function prepare(claimed: ClaimedDelivery[], claimedAt: number): Promise<void> {
    if (claimed.length === 0) return;
    if (stopping) return releaseClaims(database.queue, claimed);
    const webhookIds = [...new Set(claimed.map(({ webhookId }) => webhookId))];
    const missing = new Set<string>();
    for (const { body, jobId } of claimed) if (body === null && jobId !== null) missing.add(jobId);
    const [targets, jobs] = await Promise.all([
      findTargets(database.queue, webhookIds, new Date(claimedAt)),
      missing.size > 0 ? options.findJobs([...missing]) : new Map<string, CompletedJob>(),
    ]);
    for (const webhookId of webhookIds) if (!targets.get(webhookId)?.isActive) await recorder.park(webhookId);
    for (const delivery of claimed) {
      // Our own lease ran out and was taken again by us: the attempt under way goes on under the new claim.
      const known = running.get(delivery.id);
      if (known) {
        known.delivery.claimId = delivery.claimId;
        known.leasedUntil = claimedAt + leaseMs;
      }
      const target = targets.get(delivery.webhookId);
      if (known || !target?.isActive) continue;
      const lane = lanes.get(delivery.webhookId);
      lanes.learn(lane, target.url, target.failureCount);
      const job = delivery.jobId === null ? undefined : jobs.get(delivery.jobId);
      const line = waiting.get(lane);
      if (line) line.items.push({ delivery, target, job, claimedAt });
      else waiting.set(lane, { items: [{ delivery, target, job, claimedAt }], next: 0 });
      lane.waiting += 1;
    }
  }

  /** Fills the slots of a lane with what was claimed for it. What has waited too long is left to its lease. */
  function startWaiting(lane: Lane): void {
    const line = waiting.get(lane);
    while (line !== undefined && line.next < line.items.length && lane.inFlight < lane.limit && !stopping) {
      const next = line.items[line.next]!;
      line.next += 1;
      lane.waiting -= 1;
      const at = now();
      if (at - next.claimedAt > leaseMs / 2) continue;
      lane.inFlight += 1;
      const run = {
        delivery: next.delivery,
        lane,
        startedAt: at,
        leasedUntil: next.claimedAt + leaseMs,
        answered: false,
      };
      running.set(next.delivery.id, run);
      void deliver(next, run);
    }
    if (line === undefined) return;
    if (line.next === line.items.length) waiting.delete(lane);
    else if (line.next >= SENT_MAX) {
      line.items.splice(0, line.next);
      line.next = 0;
    }
  }

  async function deliver(next: Waiting, run: Running): Promise<void> {
    const { delivery, lane } = run;
    try {
      const { record, retryAfterSeconds } = await sendDelivery(sending, next);
      // Cut short by us, which says nothing about the receiver: it is made again under the same id.
      if (abandoned) return;
      tellAttempt(sending, delivery, record);
      if (record.succeeded) lanes.succeeded(lane);
      else lanes.failed(lane, retryAfterSeconds);
      if (lane.health === 'failing') giveBack(lane);
      // The slot is free for the next one while this one is being recorded.
      run.answered = true;
      lane.inFlight -= 1;
      startWaiting(lane);
      if (lanes.isShort(lane)) options.onShort();
      await recorder.record(record);
      running.delete(delivery.id);
      settle();
    } catch (error) {
      fail(run, error);
    }
  }

  function fail({ delivery, lane, answered }: Running, error: unknown): void {
    if (!answered) lane.inFlight -= 1;
    log.error({ err: error, event: 'webhook.attempt', delivery: delivery.id }, 'attempt was not recorded');
    running.delete(delivery.id);
    settle();
  }

  /** A receiver in trouble gets what it gets one by one; others may take the rest. */
  function giveBack(lane: Lane): void {
    const line = waiting.get(lane);
    if (line === undefined) return;
    waiting.delete(lane);
    const items = line.items.slice(line.next).map(({ delivery }) => delivery);
    lane.waiting -= items.length;
    lane.since = 0;
    void releaseClaims(database.queue, items).catch((error) => log.debug({ err: error }, 'claims not given back'));
  }

  const isIdle = (): boolean => preparing === 0 && running.size === 0;

  function settle(): void {
    if (!isIdle()) return;
    for (const resolve of idleResolvers) resolve();
    idleResolvers = [];
  }

  return {
    begin,
    /** Attempts that are on their way or not recorded yet. */
    get size(): number {
      return running.size;
    },
    isIdle,
    idle: (): Promise<void> =>
      isIdle() ? Promise.resolve() : new Promise<void>((resolve) => idleResolvers.push(resolve)),

    /** Running attempts by the health of their lanes; those that take long are counted apart. */
    count(): { young: Record<LaneHealth, number>; slow: number } {
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
    },

    async keepClaims(): Promise<void> {
      const until = now() + leaseMs;
      const held = [...running.values()].filter(({ leasedUntil }) => until - leasedUntil > leaseMs * KEPT_AFTER);
      if (held.length === 0) return;
      const items = held.map(({ delivery }) => delivery);
      await extendClaims(database.queue, items, new Date(until));
      for (const one of held) one.leasedUntil = until;
    },

    /** Starts nothing any more and gives back what has not begun. */
    stopStarting(): void {
      stopping = true;
      for (const lane of [...waiting.keys()]) giveBack(lane);
    },

    /** What is still under way is given back; nobody waits for its answers any more. */
    async abandon(): Promise<void> {
      abandoned = true;
      const left = [...running.values()].map(({ delivery }) => delivery);
      running.clear();
      settle();
      if (left.length > 0) await releaseClaims(database.queue, left).catch(() => undefined);
    },
  };
}
