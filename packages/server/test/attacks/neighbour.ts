import { once } from 'node:events';
import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Answer } from '../harness.ts';
import type { Assault } from './attacker.ts';

// A neighbour of the attacker: an organization that asks for little and wants it soon.

/** `look`: a request of the neighbour. `meter`: where the server process says how long its main thread was away. */
export type Neighbour = { look(): Promise<Answer>; meter: string };

const PAUSE_MS = 4;
const WATCH_MS = 1_750;
/** What an attacker may use up in a burst is over by then. */
const BURST_MS = 1_500;

export type Seen = {
  /** Percentiles of all requests of the neighbour, in milliseconds. */
  p99: number;
  p90: number;
  refused: number;
  /** The longest time in which the server's main thread computed and did not look for other work. */
  longestMs: number;
  /** Which part of the machine's processors nobody used meanwhile. */
  idle: number;
};
/** `statuses`: how many of the attacker's requests got which one. */
export type Outcome = Seen & { statuses: Record<string, number> };

/** Lets the neighbour ask while nothing else happens. */
export const quietly = (neighbour: Neighbour): Promise<Seen> => watch(neighbour);

/** Lets the neighbour ask while the attacker sends as fast as it can. */
export async function besides(neighbour: Neighbour, assault: Assault): Promise<Outcome> {
  const attacker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: assault });
  await once(attacker, 'online');
  await delay(BURST_MS);
  const seen = await watch(neighbour);
  const ended = once(attacker, 'message');
  attacker.postMessage('stop');
  const [statuses] = await ended;
  return { ...seen, statuses };
}

const TIMES = 3;
/** Less than three times this is no delay that anybody notices. */
const QUIET_MS_MIN = 25;
/** The same where the attacker's own program takes the processors: on a small machine it does not leave them to the server. */
const CROWDED_MS_MIN = 50;
/** The same where other programs use most of the machine. There, one request in ten may take any time. */
const BUSY_MS_MIN = 100;
/** The neighbour and the server alone leave more than this. */
const IDLE_MIN = 0.3;
/** Other programs disturb this little. An attack took 94 ms at most, on a machine that had ten programs for two processors. */
const STAY_MS_MAX = 150;

/** What is wrong, in words; `quiet`: what was seen just before and just after. */
export function findFault(seen: Seen, quiet: Seen[]): string | undefined {
  if (seen.refused > 0) return `the neighbour was refused ${seen.refused} times`;
  if (seen.longestMs > STAY_MS_MAX) return `the main thread was away for ${seen.longestMs.toFixed(0)} ms`;
  const [part, least] = quiet.every(({ idle }) => idle >= IDLE_MIN)
    ? (['p99', seen.idle >= IDLE_MIN ? QUIET_MS_MIN : CROWDED_MS_MIN] as const)
    : (['p90', BUSY_MS_MIN] as const);
  const usual = Math.max(...quiet.map((one) => one[part]));
  const took = seen[part];
  return took > TIMES * Math.max(usual, least)
    ? `${part} ${took.toFixed(0)} ms instead of ${usual.toFixed(0)}`
    : undefined;
}

async function watch({ look, meter }: Neighbour): Promise<Seen> {
  const times: number[] = [];
  let refused = 0;
  await readLongest(meter);
  const before = readProcessors();
  for (const endsAt = performance.now() + WATCH_MS; performance.now() < endsAt; await delay(PAUSE_MS)) {
    const askedAt = performance.now();
    const { status } = await look();
    times.push(performance.now() - askedAt);
    if (status !== 200) refused += 1;
  }
  const after = readProcessors();
  const idle = (after.idle - before.idle) / (after.all - before.all);
  return { p99: quantile(times, 0.99), p90: quantile(times, 0.9), refused, longestMs: await readLongest(meter), idle };
}

function readProcessors(): { idle: number; all: number } {
  const times = cpus().map((one) => one.times);
  const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((one) => Object.values(one))) };
}

async function readLongest(meter: string): Promise<number> {
  const { longestMs } = (await (await fetch(meter)).json()) as { longestMs: number };
  return longestMs;
}

function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}
