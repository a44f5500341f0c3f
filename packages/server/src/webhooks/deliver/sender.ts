import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#platform/db.ts';
import { type ClaimedDelivery, extendClaims, releaseClaims } from '../queue/claim.ts';
import { createBacklog, type Prepared } from './backlog.ts';
import { createIdle } from './idle.ts';
import { type Attempted, createInFlight, type InFlight } from './in-flight.ts';
import type { Lane, LaneHealth } from './lane.ts';
import type { Lanes } from './lanes.ts';
import { type PrepareOptions, prepareDeliveries } from './prepare.ts';
import { reportAttempt, type SendOptions, sendDelivery } from './send.ts';

// Sends what this process has claimed. Deliveries wait in the backlog for a slot of their lane, and are in flight until
// their attempt is recorded. Their leases are renewed until then.

export type SenderOptions = PrepareOptions & {
  sending: SendOptions;
  lanes: Lanes;
  leaseMs: number;
  /** Called when there is room for more. */
  onShort(): void;
};

/** Lanes without open connections start one after the other, because many at once would block the event loop. */
const APART_MS = 1;
/** The part of a lease after which it is renewed. */
const KEPT_AFTER = 0.4;

export function createSender(options: SenderOptions) {
  const { database, sending, lanes, recorder, leaseMs } = options;
  const { now, log } = sending;
  const inFlight = createInFlight(now);
  const backlog = createBacklog();
  const idle = createIdle(() => inFlight.size === 0);
  let stopping = false;
  let abandoned = false;

  /** Takes over claimed deliveries, and sends them as slots become free. */
  async function begin(claimed: ClaimedDelivery[], claimedAt: number): Promise<void> {
    const lanesOf = claimed.map(({ webhookId }) => lanes.get(webhookId));
    const endExpecting = backlog.expect(lanesOf);
    const endWork = idle.begin();
    try {
      if (stopping) await releaseClaims(database.queue, claimed);
      else
        for (const one of await prepareDeliveries(options, claimed, claimedAt))
          takeOver(options, { inFlight, backlog }, one);
    } catch (error) {
      log.warn(
        { err: error, event: 'webhook.claim' },
        'claimed deliveries were not prepared; they wait for the end of their lease',
      );
    } finally {
      endExpecting();
    }
    await startInTurn(new Set(lanesOf), startWaiting);
    endWork();
  }

  /**
   * Fills the slots of a lane with its claimed deliveries. Those that waited too long are left until their lease ends.
   */
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
      // We aborted it, which says nothing about the receiver. It is sent again under the same id.
      if (abandoned) return;
      reportAttempt(sending, delivery, record);
      if (record.succeeded) lanes.succeeded(lane);
      else lanes.failed(lane, retryAfterSeconds);
      if (lane.health === 'failing') giveBack(options, backlog, lane);
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

  return {
    begin,
    /** Attempts that are in flight or not recorded yet. */
    get size(): number {
      return inFlight.size;
    },
    isIdle: idle.isIdle,
    idle: idle.wait,
    /** Counts attempts by the health of their lanes, with those about to start. Slow ones are counted separately. */
    count(): { young: Record<LaneHealth, number>; slow: number } {
      const counts = inFlight.count();
      backlog.addExpected(counts.young);
      return counts;
    },
    keepClaims: (): Promise<void> => keepClaims(database.queue, inFlight, { now: now(), leaseMs }),
    /** Starts nothing more and releases deliveries that have not begun. */
    stopStarting(): void {
      stopping = true;
      for (const lane of backlog.lanes()) giveBack(options, backlog, lane);
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

/** Adds a claimed delivery to the backlog, unless its attempt is still in flight. */
function takeOver(
  { lanes, leaseMs }: SenderOptions,
  { inFlight, backlog }: { inFlight: InFlight; backlog: ReturnType<typeof createBacklog> },
  prepared: Prepared,
): void {
  const { delivery, target, claimedAt } = prepared;
  const known = inFlight.find(delivery.id);
  if (known === undefined) {
    const lane = lanes.get(delivery.webhookId);
    lanes.learn(lane, target.url, target.failureCount);
    backlog.add(lane, prepared);
  } else {
    // Our own lease expired and we claimed it again: the attempt in flight continues under the new claim.
    known.delivery.claimId = delivery.claimId;
    known.leasedUntil = claimedAt + leaseMs;
  }
}

/** Releases claimed deliveries. A failing receiver gets one at a time, so other processes may take the rest. */
function giveBack({ database, sending }: SenderOptions, backlog: ReturnType<typeof createBacklog>, lane: Lane): void {
  const items = backlog.drain(lane);
  if (items.length === 0) return;
  lane.since = 0;
  void releaseClaims(database.queue, items).catch((error) =>
    sending.log.debug({ err: error }, 'claims were not released'),
  );
}

/** Starts lanes of good receivers at once, and the others one by one, because they need new connections. */
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
