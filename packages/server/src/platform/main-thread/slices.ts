import { type Activity, currentActivity } from '../activity.ts';
import { createProcessorClock, type ProcessorClock } from './processor-clock.ts';

// Who pays for the time of the main thread. Work runs in slices: from its start, or from the moment when what it waited
// for is there, until it waits again. Each slice is charged to one payer, and none of its time twice.

export type Charge = (ms: number) => void;

export function createSlices(clock: ProcessorClock = createProcessorClock()) {
  /** Whether a slice of `spend` is being measured. What it calls is a part of it. */
  let spending = false;
  /** What `spend` has charged so far. */
  let spentMs = 0;
  /** Whoever goes on now, until no promise is left to follow. */
  const open = new Set<Charge>();
  let since = 0;
  let spentBefore = 0;

  /** Charges those who go on, in equal parts: the answer that they waited for was the same. */
  function settle(): void {
    const at = clock.now();
    const ms = (clock.between(since, at) - (spentMs - spentBefore)) / open.size;
    since = at;
    spentBefore = spentMs;
    if (ms > 0) for (const charge of open) charge(ms);
  }

  function close(): void {
    settle();
    open.clear();
  }

  return {
    /** Charges the time that `act` takes before it first waits. */
    spend<T>(charge: Charge, act: () => T): T {
      if (spending) return act();
      const from = clock.now();
      spending = true;
      try {
        return act();
      } finally {
        spending = false;
        const ms = clock.between(from, clock.now());
        spentMs += ms;
        if (ms > 0) charge(ms);
      }
    },
    /** Charges the time from now until the code waits again. */
    resume(charge: Charge): void {
      if (open.has(charge)) return;
      if (open.size === 0) {
        since = clock.now();
        spentBefore = spentMs;
        // Runs when there is no promise left to follow.
        process.nextTick(close);
      } else settle();
      open.add(charge);
    },
  };
}

/** The slices of this thread. */
export const slices = createSlices();

/** Does something for an activity that pays: its first slice, and those that follow whenever it goes on. */
export function chargeActivity(activity: Activity, charge: Charge): void {
  activity.onResumed = () => slices.resume(charge);
}

/** Charges the slices of the current request, from the next on. */
export function chargeCurrent(charge: Charge): void {
  const activity = currentActivity();
  if (activity !== undefined) chargeActivity(activity, charge);
}
