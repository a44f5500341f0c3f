import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#platform/db.ts';
import { type ClaimedDelivery, extendClaims, releaseClaims } from '../queue/claim.ts';
import { createBacklog, type Prepared } from './backlog.ts';
import { createIdle } from './idle.ts';
import { type Attempted, createInFlight, type InFlight } from './in-flight.ts';
import type { Lane, LaneHealth } from './lane.ts';
import type { Lanes } from './lanes.ts';
import { type PrepareOptions, prepareDeliveries } from './prepare.ts';
import { type SendOptions, sendDelivery, tellAttempt } from './send.ts';

// Sends what this process has claimed: deliveries wait in the backlog for a slot of their lane, are in flight, and stay
// there until their attempt is recorded. Their leases are kept until then.

export type SenderOptions = PrepareOptions & {
  sending: SendOptions;
  lanes: Lanes;
  leaseMs: number;
  /** There is room for more. */
  onShort(): void;
};

/** Lanes without open connections start one after the other: many in one turn would block the event loop. */
const APART_MS = 1;
/** Part of a lease after which it is prolonged. */
const KEPT_AFTER = 0.4;

export function createSender(options: SenderOptions) {
  const { database, sending, lanes, recorder, leaseMs } = options;
  const { now, log } = sending;
  const inFlight = createInFlight(now);
  const backlog = createBacklog();
  const idle = createIdle(() => inFlight.size === 0);
  let stopping = false;
  let abandoned = false;

  /** Takes over what was just claimed, and sends as slots get free. */
  async function begin(claimed: ClaimedDelivery[], claimedAt: number): Promise<void> {
    const lanesOf = claimed.map(({ webhookId }) => lanes.get(webhookId));
    const endExpecting = backlog.expect(lanesOf);
    const endWork = idle.begin();
    try {
      if (stopping) await releaseClaims(database.queue, claimed);
      else for (const one of await prepareDeliveries(options, claimed, claimedAt)) takeOver(one);
    } catch (error) {
      log.warn({ err: error, event: 'webhook.claim' }, 'claimed deliveries wait for the end of their lease');
    } finally {
      endExpecting();
    }
    await startInTurn(new Set(lanesOf), startWaiting);
    endWork();
  }

  function takeOver(prepared: Prepared): void {
    const { delivery, target, claimedAt } = prepared;
    const known = inFlight.find(delivery.id);
    if (known === undefined) {
      const lane = lanes.get(delivery.webhookId);
      lanes.learn(lane, target.url, target.failureCount);
      backlog.add(lane, prepared);
    } else {
      // Our own lease ran out and was taken again by us: the attempt in flight goes on under the new claim.
      known.delivery.claimId = delivery.claimId;
      known.leasedUntil = claimedAt + leaseMs;
    }
  }

  /** Fills the slots of a lane with what was claimed for it. What has waited too long is left to its lease. */
  function startWaiting(lane: Lane): void {
    while (lane.inFlight < lane.limit && !stopping) {
      const next = backlog.take(lane);
      if (next === undefined) return;
      const startedAt = now();
      if (startedAt - next.claimedAt > leaseMs / 2) continue;
      const { delivery, claimedAt } = next;
      const attempt = { delivery, lane, startedAt, leasedUntil: claimedAt + leaseMs, answered: false };
      inFlight.add(attempt);
      void deliver(next, attempt);
    }
  }

  async function deliver(prepared: Prepared, attempt: Attempted): Promise<void> {
    const { delivery, lane } = attempt;
    try {
      const { record, retryAfterSeconds } = await sendDelivery(sending, prepared);
      // Cut short by us, which says nothing about the receiver: it is made again under the same id.
      if (abandoned) return;
      tellAttempt(sending, delivery, record);
      if (record.succeeded) lanes.succeeded(lane);
      else lanes.failed(lane, retryAfterSeconds);
      if (lane.health === 'failing') giveBack(lane);
      inFlight.answer(attempt);
      startWaiting(lane);
      if (lanes.isShort(lane)) options.onShort();
      await recorder.record(record);
    } catch (error) {
      inFlight.answer(attempt);
      log.error({ err: error, event: 'webhook.attempt', delivery: delivery.id }, 'attempt was not recorded');
    }
    inFlight.remove(attempt);
    idle.settle();
  }

  /** A receiver in trouble gets what it gets one by one; others may take the rest. */
  function giveBack(lane: Lane): void {
    const items = backlog.drain(lane);
    if (items.length === 0) return;
    lane.since = 0;
    void releaseClaims(database.queue, items).catch((error) => log.debug({ err: error }, 'claims not given back'));
  }

  return {
    begin,
    /** Attempts that are in flight or not recorded yet. */
    get size(): number {
      return inFlight.size;
    },
    isIdle: idle.isIdle,
    idle: idle.wait,
    /** Attempts by the health of their lanes, those about to start included; those that take long are counted apart. */
    count(): { young: Record<LaneHealth, number>; slow: number } {
      const counts = inFlight.count();
      backlog.addExpected(counts.young);
      return counts;
    },
    keepClaims: (): Promise<void> => keepClaims(database.queue, inFlight, { now: now(), leaseMs }),
    /** Starts nothing more and releases deliveries that have not begun. */
    stopStarting(): void {
      stopping = true;
      for (const lane of backlog.lanes()) giveBack(lane);
    },
    /** Releases deliveries still in flight; their responses are no longer awaited. */
    async abandon(): Promise<void> {
      abandoned = true;
      const left = inFlight.clear();
      idle.settle();
      if (left.length > 0) await releaseClaims(database.queue, left).catch(() => undefined);
    },
  };
}

/** Lanes of good receivers at once; the others need new connections. */
async function startInTurn(lanes: Set<Lane>, start: (lane: Lane) => void): Promise<void> {
  const others = [...lanes].filter((lane) => lane.health !== 'good');
  for (const lane of lanes) if (lane.health === 'good') start(lane);
  for (const [index, lane] of others.entries()) {
    if (index > 0) await delay(APART_MS);
    start(lane);
  }
}

async function keepClaims(db: Db, inFlight: InFlight, { now, leaseMs }: { now: number; leaseMs: number }) {
  const until = now + leaseMs;
  const held = inFlight.leasedFor(until, leaseMs * KEPT_AFTER);
  if (held.length === 0) return;
  const items = held.map(({ delivery }) => delivery);
  await extendClaims(db, items, new Date(until));
  for (const one of held) one.leasedUntil = until;
}
