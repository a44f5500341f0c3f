import { availableParallelism, cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

// Decides how many files run at once. Many spend most of their time waiting (for a lease, a retry, a restart) and
// others compute all the time. Any fixed number would leave processors idle or starve the browser tests, so files are
// added while processors are idle.

const lanesMin = availableParallelism() + 1;
/**
 * Tests of kills and outages wait most of the time, and several of them may run at once. If the machine has more
 * processors than we may use, idle ones may not be ours.
 */
const lanesMax = cpus().length > availableParallelism() ? lanesMin : 3 * availableParallelism();
const lookMs = 1_000;
/** The load of a file only shows a while after its start. */
const settleMs = 2_000;
/** With this many idle processors, another file is started. */
const idleMin = 0.4;

type Plan = {
  /** Files in the order in which they are started. */
  files: string[];
  /** Such files run one at a time, and not before `browser` is resolved. */
  usesBrowser(file: string): boolean;
  browser: Promise<unknown>;
};

export async function inLanes(plan: Plan, work: (file: string) => Promise<void>): Promise<void> {
  const left = [...plan.files];
  const running = new Map<string, Promise<true>>();
  let browserIsFree = false;
  const freeBrowser = (): void => {
    browserIsFree = true;
  };
  plan.browser.then(freeBrowser, freeBrowser);

  async function run(file: string): Promise<true> {
    try {
      await work(file);
    } finally {
      running.delete(file);
      if (plan.usesBrowser(file)) freeBrowser();
    }
    return true;
  }

  function startNext(): boolean {
    const index = left.findIndex((file) => browserIsFree || !plan.usesBrowser(file));
    if (index < 0) return false;
    const [file] = left.splice(index, 1) as [string];
    if (plan.usesBrowser(file)) browserIsFree = false;
    running.set(file, run(file));
    return true;
  }

  let settledAt = 0;
  while (left.length > 0) {
    while (running.size < lanesMin && startNext());
    const look = lookAtProcessors();
    const ended = await Promise.race([delay(lookMs, false), ...running.values()]);
    if (ended || Date.now() < settledAt || running.size >= lanesMax || look() < idleMin) continue;
    startNext();
    settledAt = Date.now() + settleMs;
  }
  await Promise.all(running.values());
}

/** Returns a function that tells how many processors were idle since this call, on average. */
function lookAtProcessors(): () => number {
  const startedAt = Date.now();
  const idleMs = (): number => cpus().reduce((total, { times }) => total + times.idle, 0);
  const before = idleMs();
  return () => (idleMs() - before) / (Date.now() - startedAt);
}
