import type { Database } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import { claimDeliveries } from '../queue/claim.ts';
import type { Lanes } from './lanes.ts';
import type { createSender } from './sender.ts';
import { type LaneGroup, laneGroups } from './share-slots.ts';

// Claims due deliveries for lanes with free slots and hands them to the sender. A group of lanes has one claim in
// progress at a time, so that the next one takes more.

type ClaimerOptions = {
  database: Database;
  log: Logger;
  lanes: Lanes;
  sender: Pick<ReturnType<typeof createSender>, 'begin' | 'count' | 'size'>;
  leaseSeconds: number;
  now(): number;
};

/** Nothing new is claimed while more attempts than this are not recorded yet. */
const UNRECORDED_MAX = 2_000;

export function createClaimer({ database, log, lanes, sender, leaseSeconds, now }: ClaimerOptions) {
  const loops = laneGroups.map((group) => ({ group, running: false, again: false, ended: Promise.resolve() }));
  let stopping = false;
  let pauseTimer: NodeJS.Timeout | undefined;

  /**
   * A claim during an outage may be committed without this process knowing, and its deliveries would wait for the end
   * of the lease. After an outage, processes with attempts in flight renew their leases first, which they could not
   * before.
   */
  const mayClaim = (): boolean => database.state.writableMs() > (leaseSeconds * 1_000) / 3;

  /** Returns true if there was something to claim for. */
  async function claimOnce(group: LaneGroup): Promise<boolean> {
    if (!lanes.isWaiting(group) || !mayClaim()) return false;
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

  /** Claims as long as there are free slots and lanes with due deliveries. */
  function claim(): void {
    for (const loop of loops) {
      loop.again = true;
      if (!loop.running && !stopping) loop.ended = run(loop);
    }
  }

  async function run(loop: (typeof loops)[number]): Promise<void> {
    loop.running = true;
    try {
      while (loop.again && !stopping) {
        loop.again = false;
        while (!stopping && (await claimOnce(loop.group)));
      }
      waitForPaused();
    } catch (error) {
      log.warn({ err: error, event: 'webhook.claim' }, 'claiming deliveries failed');
    } finally {
      loop.running = false;
    }
  }

  function waitForPaused(): void {
    clearTimeout(pauseTimer);
    const next = stopping ? undefined : lanes.nextPause();
    if (next !== undefined) pauseTimer = setTimeout(claim, Math.max(1, next - now()));
  }

  return {
    claim,
    claimAny: async (): Promise<boolean> => (await claimOnce('good')) || claimOnce('others'),
    isRunning: (): boolean => loops.some(({ running }) => running),
    ended: (): Promise<unknown> => Promise.all(loops.map(({ ended }) => ended)),
    stop(): void {
      stopping = true;
      clearTimeout(pauseTimer);
    },
  };
}
