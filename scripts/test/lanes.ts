import { availableParallelism, cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

// How many files run at once. Many wait for most of their time (for a lease, a retry, a restart) and others compute all
// the time: any fixed number would leave the processors idle or those in a browser short of them. So files are added
// while the processors have time to spare.

const lanesMin = availableParallelism() + 1;
/** Of a machine with more processors than we may use it cannot be told which ones are idle for us. */
const lanesMax = cpus().length > availableParallelism() ? lanesMin : 2 * availableParallelism();
const lookMs = 1_000;
/** What a file needs shows only a while after its start. */
const settleMs = 2_000;
/** So many idle processors are worth a further file. */
const idleMin = 0.4;

type Plan = {
  /** In the order in which they are started. */
  files: string[];
  /** One of these at a time, and none before `browser` is resolved. */
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

/** The function it returns tells how many processors were idle since this call, on average. */
function lookAtProcessors(): () => number {
  const startedAt = Date.now();
  const idleMs = (): number => cpus().reduce((total, { times }) => total + times.idle, 0);
  const before = idleMs();
  return () => (idleMs() - before) / (Date.now() - startedAt);
}
