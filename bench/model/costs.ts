import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// What one job costs, as it was measured. Costs depend on how many jobs a process has at once, because jobs of the same
// moment share statements and commits; so they are measured at several rates, and read between them.

/** At one rate of one API process and one worker process; everything is for one job. */
export type CostPoint = {
  ratePerSecond: number;
  apiUs: number;
  workerUs: number;
  postgresUs: number;
  commits: number;
  walBytes: number;
  /** Writes and syncs of files, of the log and of tables. */
  writes: number;
};

export type Costs = {
  measuredOn: string;
  machine: string;
  programs: string;
  /** What a job of the measurement does. */
  job: string;
  /** By rising rate. */
  points: CostPoint[];
  /** The part of PostgreSQL's time that accepting takes; the rest is running and ending. */
  acceptShare: number;
  /** From the commit of a job to the start of its engine when nothing else waits. */
  handoverMs: { p50: number; p99: number };
  /** A slot is taken for so much longer than the engine works: claim, recorded steps, end. */
  holdMs: number;
  idle: { postgresUsPerSecond: number; programUsPerSecond: number };
  connections: { api: number; worker: number };
  memory: { apiMb: number; workerMb: number; runningJobMb: number; connectionMb: number };
  /** Rows and indexes that stay after the end of a job. */
  postgresBytes: number;
  storageBytes: number;
};

export const COSTS_FILE = join(import.meta.dirname, 'costs.json');

export const readCosts = (): Costs => JSON.parse(readFileSync(COSTS_FILE, 'utf8')) as Costs;

type Figure = Exclude<keyof CostPoint, 'ratePerSecond'>;

/** Read on a line between the two nearest rates, over the logarithm of the rate; the outermost points hold beyond them. */
export function costAt(costs: Costs, figure: Figure, ratePerSecond: number): number {
  const { points } = costs;
  const above = points.findIndex((point) => point.ratePerSecond >= ratePerSecond);
  if (above === 0) return points[0]![figure];
  if (above < 0) return points.at(-1)![figure];
  const [low, high] = [points[above - 1]!, points[above]!];
  const share = Math.log(ratePerSecond / low.ratePerSecond) / Math.log(high.ratePerSecond / low.ratePerSecond);
  return low[figure] + share * (high[figure] - low[figure]);
}
