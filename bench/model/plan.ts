import { type Costs, costAt } from './costs.ts';
import { simulate } from './simulate.ts';

// Plans the size of a fleet for a load, the load of PostgreSQL, and the first bottleneck.

export type Demand = {
  jobsPerDay: number;
  engineSeconds: number;
  /** The ratio of the busiest hour to the average one. */
  peakFactor: number;
  /** How long rows stay in PostgreSQL before closed months go to the archive. */
  keepDays: number;
};

/** The capacity of one machine of each kind. The defaults are those of a large, common server. */
export type Means = {
  postgresCores: number;
  /** PostgreSQL slows down with many connections, used or not. Beyond this, a pooler is needed. */
  connectionsMax: number;
  walMbPerSecondMax: number;
  writesPerSecondMax: number;
  postgresTbMax: number;
  /** ERRAND_WORKER_CONCURRENCY for jobs that mostly wait for a model. */
  slotsPerWorker: number;
  /** The highest planned utilization of a machine, a process or a slot. */
  usedMax: number;
};

export const MEANS: Means = {
  postgresCores: 32,
  connectionsMax: 1_000,
  walMbPerSecondMax: 200,
  writesPerSecondMax: 20_000,
  postgresTbMax: 4,
  slotsPerWorker: 256,
  usedMax: 0.7,
};

export type Plan = {
  demand: Demand;
  peakPerSecond: number;
  apiProcesses: number;
  workerProcesses: number;
  slots: number;
  connections: number;
  postgresCores: number;
  postgresTb: number;
  walMbPerSecond: number;
  writesPerSecond: number;
  storageGbPerDay: number;
  memoryGb: number;
  waitMs: { p50: number; p99: number };
  /** Largest first. */
  limits: { name: string; share: number }[];
  primaries: number;
};

const DAY_SECONDS = 86_400;

export function planFleet(demand: Demand, costs: Costs, means: Means = MEANS, jobs = 60_000): Plan {
  const average = demand.jobsPerDay / DAY_SECONDS;
  const peak = average * demand.peakFactor;
  const heldSeconds = demand.engineSeconds + costs.holdMs / 1_000;
  const slots = Math.ceil((peak * heldSeconds) / means.usedMax);
  const workerProcesses = atLeastTwo(
    Math.max(slots / means.slotsPerWorker, processesFor(peak, 'workerUs', costs, means)),
  );
  const apiProcesses = atLeastTwo(processesFor(peak, 'apiUs', costs, means));
  const processes = apiProcesses + workerProcesses;
  // Jobs share statements within a process, so a fleet of many processes pays more for each.
  const perProcess = peak / Math.max(apiProcesses, workerProcesses);
  const perJob = (figure: 'postgresUs' | 'walBytes' | 'writes'): number => costAt(costs, figure, perProcess);
  const postgresUsed = (peak * perJob('postgresUs') + processes * costs.idle.postgresUsPerSecond) / 1e6;
  const plan = {
    demand,
    peakPerSecond: peak,
    apiProcesses,
    workerProcesses,
    slots,
    connections: apiProcesses * costs.connections.api + workerProcesses * costs.connections.worker,
    postgresCores: postgresUsed / means.usedMax,
    postgresTb: (demand.jobsPerDay * demand.keepDays * costs.postgresBytes) / 1e12,
    walMbPerSecond: (peak * perJob('walBytes')) / 1e6,
    writesPerSecond: peak * perJob('writes'),
    storageGbPerDay: (demand.jobsPerDay * costs.storageBytes) / 1e9,
    memoryGb:
      (apiProcesses * costs.memory.apiMb +
        workerProcesses * costs.memory.workerMb +
        peak * heldSeconds * costs.memory.runningJobMb) /
      1_024,
  };
  const limits = findLimits(plan, means);
  const primaries = Math.ceil(Math.max(...limits.filter(({ name }) => name !== 'connections').map((one) => one.share)));
  return {
    ...plan,
    limits,
    primaries: Math.max(1, primaries),
    waitMs: simulateWait(plan, costs, means, Math.max(1, primaries), jobs),
  };
}

const atLeastTwo = (count: number): number => Math.max(2, Math.ceil(count));

/** Returns how many processes are needed so that each has time left, at the cost of jobs in that many processes. */
function processesFor(peak: number, figure: 'apiUs' | 'workerUs', costs: Costs, means: Means): number {
  const used = (count: number): number =>
    (peak / count) * costAt(costs, figure, peak / count) + costs.idle.programUsPerSecond;
  let count = 1;
  while (used(count) > means.usedMax * 1e6) count = Math.ceil(count * 1.1);
  return count;
}

type Load = Pick<
  Plan,
  'postgresCores' | 'connections' | 'walMbPerSecond' | 'writesPerSecond' | 'postgresTb' | 'peakPerSecond' | 'demand'
>;

function findLimits(load: Load, means: Means): Plan['limits'] {
  return [
    { name: 'processor of PostgreSQL', share: load.postgresCores / means.postgresCores },
    { name: 'connections', share: load.connections / means.connectionsMax },
    { name: 'write-ahead log', share: load.walMbPerSecond / means.walMbPerSecondMax },
    { name: 'writes of the disk', share: load.writesPerSecond / means.writesPerSecondMax },
    { name: 'size of PostgreSQL', share: load.postgresTb / means.postgresTbMax },
  ].sort((a, b) => b.share - a.share);
}

/** Simulates the busiest hour of one primary, whose jobs pass PostgreSQL, wait for a slot and come back. */
function simulateWait(
  plan: Load & { slots: number; apiProcesses: number; workerProcesses: number },
  costs: Costs,
  means: Means,
  primaries: number,
  jobs: number,
): Plan['waitMs'] {
  const rate = plan.peakPerSecond / primaries;
  const slots = Math.ceil(plan.slots / primaries);
  const perProcess = plan.peakPerSecond / Math.max(plan.apiProcesses, plan.workerProcesses);
  const postgresSeconds = costAt(costs, 'postgresUs', perProcess) / 1e6;
  const heldSeconds = plan.demand.engineSeconds + costs.holdMs / 1_000;
  const outcome = simulate({
    ratePerSecond: rate,
    stations: [
      {
        name: 'postgres',
        servers: Math.max(1, Math.min(means.postgresCores, Math.ceil(plan.postgresCores / primaries))),
      },
      { name: 'slots', servers: slots },
      { name: 'engine', servers: Number.MAX_SAFE_INTEGER },
    ],
    route: [
      { station: 'postgres', meanSeconds: postgresSeconds * costs.acceptShare, distribution: 'exponential' },
      { station: 'slots', meanSeconds: 0, distribution: 'fixed', holds: true },
      {
        station: 'postgres',
        meanSeconds: (postgresSeconds * (1 - costs.acceptShare)) / 2,
        distribution: 'exponential',
      },
      { station: 'engine', meanSeconds: heldSeconds, distribution: 'exponential' },
      {
        station: 'postgres',
        meanSeconds: (postgresSeconds * (1 - costs.acceptShare)) / 2,
        distribution: 'exponential',
      },
    ],
    startsAt: 3,
    underWayAtStart: Math.min(slots, Math.round(rate * heldSeconds)),
    jobs,
  });
  // A single job's wait has other causes than queues: commits and notifications between processes.
  return {
    p50: outcome.waitSeconds.p50 * 1_000 + costs.handoverMs.p50,
    p99: outcome.waitSeconds.p99 * 1_000 + costs.handoverMs.p99,
  };
}
