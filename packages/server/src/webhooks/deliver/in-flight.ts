import type { ClaimedDelivery } from '../queue/claim.ts';
import type { Lane, LaneHealth } from './lane.ts';

// Attempts that were started and are not recorded yet.

/** `answered` means that only the record is missing and the slot is free. */
export type Attempted = {
  delivery: ClaimedDelivery;
  lane: Lane;
  startedAt: number;
  leasedUntil: number;
  answered: boolean;
};

/** An attempt older than this does not keep others from starting. */
const SLOW_MS = 1_000;

export type InFlight = ReturnType<typeof createInFlight>;

export function createInFlight(now: () => number) {
  const attempts = new Map<string, Attempted>();
  return {
    get size(): number {
      return attempts.size;
    },
    find: (deliveryId: string): Attempted | undefined => attempts.get(deliveryId),
    add(attempt: Attempted): void {
      attempts.set(attempt.delivery.id, attempt);
      attempt.lane.inFlight += 1;
    },
    /** Frees the slot for the next attempt while this one is being recorded. */
    answer(attempt: Attempted): void {
      if (!attempt.answered) attempt.lane.inFlight -= 1;
      attempt.answered = true;
    },
    remove(attempt: Attempted): void {
      attempts.delete(attempt.delivery.id);
    },
    clear(): ClaimedDelivery[] {
      const left = [...attempts.values()].map(({ delivery }) => delivery);
      attempts.clear();
      return left;
    },
    /** Returns attempts whose lease should be extended to `until`. */
    leasedFor: (until: number, agedMs: number): Attempted[] =>
      [...attempts.values()].filter(({ leasedUntil }) => until - leasedUntil > agedMs),

    /** Counts unanswered attempts by the health of their lanes, and slow ones separately. */
    count(): { young: Record<LaneHealth, number>; slow: number } {
      const young = { good: 0, new: 0, failing: 0 };
      let slow = 0;
      const at = now();
      for (const { lane, startedAt, answered } of attempts.values()) {
        if (answered) continue;
        if (at - startedAt > SLOW_MS) slow += 1;
        else young[lane.health] += 1;
      }
      return { young, slow };
    },
  };
}
