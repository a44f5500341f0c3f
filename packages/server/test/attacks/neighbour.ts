import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Answer } from '../harness.ts';
import type { Assault } from './attacker.ts';

// A neighbour of the attacker: an organization that asks for little and wants it soon.

type Look = () => Promise<Answer>;

const PAUSE_MS = 4;
const WINDOW_MS = 350;
const WINDOWS = 5;
/** What an attacker may use up in a burst is over by then. */
const BURST_MS = 1_500;

export type Outcome = {
  /** The neighbour's 99th percentile in milliseconds: the median of several windows, so that one hiccup decides nothing. */
  p99: number;
  refused: number;
  /** How many of the attacker's requests got which status. */
  statuses: Record<string, number>;
};

/** Lets the neighbour ask while nothing else happens. */
export async function quietP99(look: Look): Promise<number> {
  return (await watch(look)).p99;
}

/** Lets the neighbour ask while the attacker sends as fast as it can. */
export async function besides(look: Look, assault: Assault): Promise<Outcome> {
  const attacker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: assault });
  await once(attacker, 'online');
  await delay(BURST_MS);
  const seen = await watch(look);
  const ended = once(attacker, 'message');
  attacker.postMessage('stop');
  const [statuses] = await ended;
  return { ...seen, statuses };
}

async function watch(look: Look): Promise<Pick<Outcome, 'p99' | 'refused'>> {
  const percentiles: number[] = [];
  let refused = 0;
  for (let window = 0; window < WINDOWS; window += 1) {
    const times: number[] = [];
    for (const endsAt = performance.now() + WINDOW_MS; performance.now() < endsAt; await delay(PAUSE_MS)) {
      const askedAt = performance.now();
      const { status } = await look();
      times.push(performance.now() - askedAt);
      if (status !== 200) refused += 1;
    }
    percentiles.push(quantile(times, 0.99));
  }
  return { p99: quantile(percentiles, 0.5), refused };
}

function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}
