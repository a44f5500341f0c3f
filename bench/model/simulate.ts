import { createEventHeap } from './event-heap.ts';

// Simulates jobs that pass stations in order. A station has a number of servers and a queue in order of arrival. A job
// that holds a slot keeps it over the stations in between. All random numbers come from one seed, so a run can be
// repeated exactly.

export type Distribution = 'exponential' | 'fixed';

export type Visit = {
  station: string;
  /** Mean duration of one visit. */
  meanSeconds: number;
  distribution: Distribution;
  /** The server stays taken until the job leaves the last station, like a slot of a worker. */
  holds?: boolean;
};

export type Simulation = {
  /** Mean number of arrivals per second, at random moments. */
  ratePerSecond: number;
  stations: { name: string; servers: number }[];
  /** The route of a job. A station may be visited more than once. */
  route: Visit[];
  /** Number of jobs measured after the warm-up. */
  jobs: number;
  warmUpJobs?: number;
  /** The index of the visit that a job waits for. */
  startsAt: number;
  /** How many jobs are at that visit when the simulation begins, because a fleet takes minutes to fill up. */
  underWayAtStart?: number;
  seed?: number;
};

export type Outcome = {
  jobs: number;
  /** From arrival until visit number `startsAt` begins. */
  waitSeconds: { p50: number; p99: number; mean: number };
  /** From arrival to the end. */
  staySeconds: { mean: number };
  /** Average number of jobs in flight. By Little's law, it is rate × mean stay. */
  meanUnderWay: number;
  ratePerSecond: number;
  /** Average utilization of each station's servers. */
  used: Record<string, number>;
};

export function simulate(given: Simulation): Outcome {
  const { ratePerSecond, route, startsAt, seed = 1 } = given;
  const random = createRandom(seed);
  const early = given.underWayAtStart ?? 0;
  const warmUp = early + (given.warmUpJobs ?? Math.ceil(given.jobs / 5));
  const total = warmUp + given.jobs;
  const stations = given.stations.map((one) => createStation(one.servers));
  const places = route.map(({ station }) => given.stations.findIndex(({ name }) => name === station));
  const held = route.flatMap(({ holds }, index) => (holds ? [places[index]!] : []));
  const arrivedAt = new Float64Array(total);
  const waits = new Float64Array(given.jobs);
  const events = createEventHeap();
  const draw = (mean: number, distribution: Distribution): number =>
    distribution === 'fixed' ? mean : -Math.log(1 - random()) * mean;

  const seen = { waited: 0, stay: 0, ended: 0, underWayArea: 0, from: 0 };
  let now = 0;
  let arrived = 0;
  let underWay = 0;

  function begin(job: number, place: number): void {
    if (place === startsAt && job >= warmUp) {
      waits[seen.waited] = now - arrivedAt[job]!;
      seen.waited += 1;
    }
    const { meanSeconds, distribution } = route[place]!;
    events.push(now + draw(meanSeconds, distribution), job * route.length + place);
  }

  function enter(job: number, place: number): void {
    if (stations[places[place]!]!.enter(job * route.length + place, now)) begin(job, place);
  }

  function release(at: number): void {
    const next = stations[at]!.leave(now);
    if (next !== undefined) begin(Math.floor(next / route.length), next % route.length);
  }

  function leave(job: number, place: number): void {
    if (!route[place]!.holds) release(places[place]!);
    if (place + 1 < route.length) {
      enter(job, place + 1);
      return;
    }
    for (const station of held) release(station);
    underWay -= 1;
    if (job < warmUp) return;
    seen.stay += now - arrivedAt[job]!;
    seen.ended += 1;
  }

  for (; arrived < early; arrived += 1) {
    for (const station of held) stations[station]!.enter(0, 0);
    const { meanSeconds, distribution } = route[startsAt]!;
    if (!held.includes(places[startsAt]!)) stations[places[startsAt]!]!.enter(0, 0);
    // The remaining time of a visit at a random moment.
    const left = distribution === 'fixed' ? meanSeconds * random() : draw(meanSeconds, distribution);
    events.push(left, arrived * route.length + startsAt);
    underWay += 1;
  }
  let nextArrival = draw(1 / ratePerSecond, 'exponential');
  let measuredAt = Number.NaN;
  while (seen.ended < given.jobs) {
    const isArrival = events.size() === 0 || nextArrival <= events.nextTime();
    const at = isArrival ? nextArrival : events.nextTime();
    if (!Number.isNaN(measuredAt) && arrived < total) seen.underWayArea += underWay * (at - now);
    now = at;
    if (!isArrival) {
      const event = events.pop();
      leave(Math.floor(event / route.length), event % route.length);
      continue;
    }
    if (arrived === warmUp) {
      measuredAt = now;
      for (const station of stations) station.reset(now);
    }
    arrivedAt[arrived] = now;
    underWay += 1;
    enter(arrived, 0);
    arrived += 1;
    if (arrived === total) {
      seen.from = now - measuredAt;
      for (const station of stations) station.freeze(now);
    }
    nextArrival = arrived < total ? now + draw(1 / ratePerSecond, 'exponential') : Number.POSITIVE_INFINITY;
  }

  const sorted = waits.subarray(0, seen.waited).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    jobs: seen.ended,
    waitSeconds: { p50: at(0.5), p99: at(0.99), mean: sorted.reduce((sum, one) => sum + one, 0) / sorted.length },
    staySeconds: { mean: seen.stay / seen.ended },
    meanUnderWay: seen.underWayArea / seen.from,
    ratePerSecond: given.jobs / seen.from,
    used: Object.fromEntries(given.stations.map(({ name }, index) => [name, stations[index]!.used()])),
  };
}

/** Servers and their queue, in order of arrival. */
function createStation(servers: number) {
  const waiting: number[] = [];
  let first = 0;
  let busy = 0;
  let area = 0;
  let since = 0;
  let from = 0;
  let frozen: number | undefined;

  function note(now: number): void {
    area += busy * (now - since);
    since = now;
  }

  return {
    /** Returns false if the job has to wait. */
    enter(visit: number, now: number): boolean {
      if (busy === servers) {
        waiting.push(visit);
        return false;
      }
      note(now);
      busy += 1;
      return true;
    },
    /** Returns the next job for the server that became free. */
    leave(now: number): number | undefined {
      if (first < waiting.length) {
        const visit = waiting[first]!;
        first += 1;
        if (first > 10_000 && first * 2 > waiting.length) {
          waiting.splice(0, first);
          first = 0;
        }
        return visit;
      }
      note(now);
      busy -= 1;
      return undefined;
    },
    reset(now: number): void {
      note(now);
      area = 0;
      from = now;
    },
    freeze(now: number): void {
      note(now);
      frozen = area / ((now - from) * servers);
    },
    used: () => frozen ?? 0,
  };
}

/** A small and fast generator that is the same on every machine (a xorshift of 32 bits, twice for 53 bits). */
function createRandom(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  const next = (): number => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
  for (let warmUp = 0; warmUp < 10; warmUp += 1) next();
  return () => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992;
}

/**
 * Returns the share of arrivals that wait for `servers` servers with a mean service time of `meanSeconds` (Erlang C).
 */
export function erlangC(ratePerSecond: number, meanSeconds: number, servers: number): number {
  const offered = ratePerSecond * meanSeconds;
  // Erlang B by recursion, which does not overflow.
  let blocked = 1;
  for (let server = 1; server <= servers; server += 1) blocked = (offered * blocked) / (server + offered * blocked);
  const load = offered / servers;
  return blocked / (1 - load + load * blocked);
}
