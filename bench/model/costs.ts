import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// The measured cost of one job. It depends on how many jobs a process has at once, because simultaneous jobs share
// statements and commits. So it is measured at several rates and interpolated between them.

/** The cost per job at one rate, with one API process and one worker process. */
export type CostPoint = {
  ratePerSecond: number;
  apiUs: number;
  workerUs: number;
  postgresUs: number;
  commits: number;
  walBytes: number;
  /** Writes and syncs of files, for the log and for tables. */
  writes: number;
};

export type Costs = {
  measuredOn: string;
  machine: string;
  programs: string;
  /** What a measured job does. */
  job: string;
  /** In the order of rising rates. */
  points: CostPoint[];
  /** The share of PostgreSQL's time for accepting jobs. The rest is for running and ending them. */
  acceptShare: number;
  /** From the commit of a job to the start of its engine if nothing else waits. */
  handoverMs: { p50: number; p99: number };
  /** How much longer than the engine's work a slot is taken, for the claim, recorded steps and the end. */
  holdMs: number;
  idle: { postgresUsPerSecond: number; programUsPerSecond: number };
  connections: { api: number; worker: number };
  memory: { apiMb: number; workerMb: number; runningJobMb: number; connectionMb: number };
  /** Size of the rows and indexes that stay after the end of a job. */
  postgresBytes: number;
  storageBytes: number;
};

export const COSTS_FILE = join(import.meta.dirname, 'costs.json');

export const readCosts = (): Costs => JSON.parse(readFileSync(COSTS_FILE, 'utf8')) as Costs;

type Figure = Exclude<keyof CostPoint, 'ratePerSecond'>;

/**
 * Interpolates between the two nearest rates, linearly over the logarithm of the rate. Constant beyond the outermost
 * points.
 */
export function costAt(costs: Costs, figure: Figure, ratePerSecond: number): number {
  const { points } = costs;
  const above = points.findIndex((point) => point.ratePerSecond >= ratePerSecond);
  if (above === 0) return points[0]![figure];
  if (above < 0) return points.at(-1)![figure];
  const [low, high] = [points[above - 1]!, points[above]!];
  const share = Math.log(ratePerSecond / low.ratePerSecond) / Math.log(high.ratePerSecond / low.ratePerSecond);
  return low[figure] + share * (high[figure] - low[figure]);
}
