import type { Activity } from '#platform/activity.ts';
import type { StuckRecord } from '#platform/watchdog/watchdog.ts';

// A process that ends itself because its main thread is stuck records the claim that was running on it. Whoever takes
// over its jobs then counts the crash for that job only, and gives the others back at no cost (take.ts).

/** Stands for anything but a job of this process. */
const NO_CLAIM = 0;

export const recordStuck = (workerId: string, activity: Activity | undefined): StuckRecord => ({
  text: 'update workers set stuck_claim = $2 where id = $1',
  // Without an activity, it may have been any of the jobs.
  values: [workerId, activity === undefined ? null : (activity.claim ?? NO_CLAIM)],
});
