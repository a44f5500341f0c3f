import type { StatusEvent } from '#jobs/record/model.ts';
import type { Cluster } from './cluster.ts';
import { type Fault, OUTAGES } from './faults.ts';
import type { Sight } from './witness.ts';

// What must be true of every single job when everything has healed.

export type JobRow = {
  id: string;
  org_id: string;
  inputs: { key: string; value: string }[];
  metadata: { request?: string } | null;
  retried_from: string | null;
  batch_id: string | null;
  created_at: Date;
  timeout_seconds: number;
  queued: boolean;
  status: number | null;
  attempt: number | null;
  cost: number | null;
  outputs: { value: string }[] | null;
  error_message: string | null;
  events: StatusEvent[] | null;
  source_job_id: string | null;
};
export type StepRow = {
  job_id: string;
  key: string;
  status: string;
  started_at: Date;
  duration_ms: number;
  cost: number;
};

export type Fail = (text: string) => void;

/** While PostgreSQL is away nobody can take over, and afterwards everybody gets some seconds to show that he lives. */
const DISTURBED_MS_MAX = 35_000;
const TAKEOVER_MS_MAX = 20_000;
/** Clocks of processes and PostgreSQL on one machine; a report travels a moment. */
const SLACK_MS = 150;
const ATTEMPTS_MAX = 3;
/** A worker dies with a dozen jobs at most; each runs alone for up to five seconds. */
const TURNS_MS_MAX = 60_000;
/** Lost workers after which a job is put aside. */
const CRASHES_MAX = 2;
const LEASE_MS = 15_000;
/** Between its end and its record there is a statement, and perhaps a crowd. */
const RECORD_MS_MAX = 5_000;
/** So much of a lease without its turn, and a process may miss it although it lives. */
const STARVED_MS = 5_000;

const NEXT: Record<number, number[]> = { 0: [1, 5, 6], 1: [2, 3, 4, 5], 2: [1, 5] };
/** Without having lost an attempt: by its worker, or because another row of a batch with a cost limit goes first. */
const GIVEN_BACK =
  /^(The worker was stopped|The connection to the database broke|The job waits for other rows of its batch)/;
const DIED = /^The worker running this job stopped/;
const TOO_LATE = /did not finish within its \d+ seconds/;

export function checkState(job: JobRow, fail: Fail): void {
  if (job.status === null) {
    fail(job.queued ? 'is not final' : 'is neither queued nor final: lost');
    return;
  }
  if (job.queued) fail('is both queued and final');
  const events = job.events!;
  let state = 0;
  let at = job.created_at.getTime() - 1_000;
  for (const event of events) {
    const cachedFailure = state === 0 && event.status === 4 && job.source_job_id !== null;
    if (!NEXT[state]?.includes(event.status) && !cachedFailure) fail(`went from ${state} to ${event.status}`);
    if (event.at < at - 1) fail('has events out of order');
    state = event.status;
    at = event.at;
    if (event.status === 2 && !GIVEN_BACK.test(event.error ?? '') && !DIED.test(event.error ?? '')) {
      fail(`was retried for no reason of ours: ${event.error}`);
    }
  }
  if (state !== job.status) fail(`ended as ${job.status}, its events as ${state}`);
  const starts = events.filter((event) => event.status === 1).length;
  const givenBack = events.filter((event) => event.status === 2 && GIVEN_BACK.test(event.error ?? '')).length;
  if (starts - givenBack > ATTEMPTS_MAX) fail('had more than three attempts');
  // Only what came to an end of its own, or lost its worker, counts.
  if (job.attempt !== starts - givenBack) fail(`counts ${job.attempt} attempts`);
  if (job.status === 4) checkFailure(job, events, fail);
}

const hasDeadline = (job: JobRow): boolean => job.timeout_seconds < 60;

/** No fault makes a job fail: only its own deadline, used up credits, the limit of its batch, or two lost workers. */
function checkFailure(job: JobRow, events: StatusEvent[], fail: Fail): void {
  const message = job.error_message ?? '';
  if (/credits of the organization are used up/.test(message)) return;
  if (TOO_LATE.test(message) && hasDeadline(job)) return;
  if (/the cost limit of its batch is reached/.test(message) && job.batch_id !== null) return;
  const deaths = events.filter((event) => event.died).length;
  if (/processes that died or were stuck/.test(message) && deaths === CRASHES_MAX - 1) return;
  fail(`failed: ${message}`);
}

export function checkResult(job: JobRow, steps: StepRow[], fail: Fail): void {
  const input = Object.fromEntries(job.inputs.map(({ key, value }) => [key, value]));
  const paid = steps.reduce((sum, step) => sum + step.cost, 0);
  if (job.status !== 6 && Math.abs(paid - (job.cost ?? 0)) > 1e-9) fail(`costs ${job.cost}, its steps ${paid}`);
  if (job.status !== 3 && job.status !== 6) return;
  if (job.outputs?.length !== 1 || job.outputs[0]!.value !== `${input.tag} v1`) fail('has not its output');
  const succeeded = steps.filter((step) => step.status === 'succeeded').length;
  if (job.status === 3 && succeeded !== Number(input.steps)) fail(`has ${succeeded} of ${input.steps} steps`);
}

/** What the model saw of a job: its calls, and how many of them were repeated with a proof that they had to be. */
export type Calls = { calls: number; billed: number; excused: number };

/** Each step was done once, and once more for each time its process was interrupted in it. */
export function checkSteps(job: JobRow, steps: StepRow[], sights: Sight[], cluster: Cluster, fail: Fail): Calls {
  let calls = 0;
  let excused = 0;
  let unexplained = 0;
  for (const [name, all] of Map.groupBy(sights, (sight) => sight.step)) {
    if (name === '') continue;
    const begins = all.filter((sight) => sight.event === 'begin');
    calls += begins.length;
    const kept = steps.find((step) => step.key === name && step.status === 'succeeded');
    const keptFrom = kept?.started_at.getTime() ?? 0;
    const keptUntil = keptFrom + (kept?.duration_ms ?? 0);
    const distance = ({ at }: Sight): number => Math.abs(at - keptFrom);
    const recorded = kept && begins.toSorted((a, b) => distance(a) - distance(b))[0];
    if (kept && !recorded) fail(`${name} was recorded and never done`);
    for (const begin of begins) {
      if (begin === recorded) continue;
      if (kept && begin.at > keptUntil + SLACK_MS && !wasClockShifted(begin, cluster.faults))
        fail(`${name} was done after it had been recorded: doubled`);
      const end = all.find(
        (sight) => sight.event === 'end' && sight.pid === begin.pid && sight.attempt === begin.attempt,
      );
      if (wasInterrupted(begin, end, cluster.faults) || wasStarved(begin.at, cluster)) excused += 1;
      else unexplained += 1;
    }
  }
  // A cancel or its own deadline interrupts the running step, which stays undone.
  const allowed = job.status === 5 || (job.status === 4 && hasDeadline(job)) ? 1 : 0;
  if (unexplained > allowed) fail(`${unexplained} steps were done again without need: doubled`);
  const billed = steps.filter((step) => step.status === 'succeeded').length + Math.min(unexplained, allowed);
  if (unexplained <= allowed && calls !== billed + excused)
    fail(`${calls} calls, ${billed} billed, ${excused} excused`);
  return { calls, billed, excused };
}

/**
 * The proof: its process was killed, paused or told to stop between the call and its record. While nothing could be
 * written, the result was kept in memory and went with the process.
 */
function wasInterrupted(begin: Sight, end: Sight | undefined, faults: Fault[]): boolean {
  return faults.some((fault) => {
    if (fault.pid !== begin.pid || fault.kind === 'clock') return false;
    // Told to stop, a process gives back at its deadline what it has begun until then.
    if (fault.kind === 'term') return end === undefined || end.at >= fault.at;
    if (fault.at < begin.at - SLACK_MS) return false;
    return end === undefined || writableMs(end.at, fault.at, faults) <= RECORD_MS_MAX;
  });
}

function writableMs(from: number, until: number, faults: Fault[]): number {
  const out = faults
    .filter(({ kind }) => OUTAGES.includes(kind) || kind === 'locked')
    .reduce((sum, { at, until: end = at }) => sum + Math.max(0, Math.min(end, until) - Math.max(at, from)), 0);
  return until - from - out;
}

/** The machine stood still for everybody: a process that lives could not show it. */
function wasStarved(at: number, { stalls }: Cluster): boolean {
  const near = stalls.filter((stall) => stall.at < at + 2 * LEASE_MS && stall.until > at - LEASE_MS);
  return near.reduce((sum, stall) => sum + stall.until - stall.at, 0) > STARVED_MS;
}

const longestStall = ({ stalls }: Cluster): number => Math.max(0, ...stalls.map(({ at, until }) => until - at));

/** Its steps carry the time that its process believed. */
const wasClockShifted = ({ pid }: Sight, faults: Fault[]): boolean =>
  faults.some((fault) => fault.kind === 'clock' && fault.pid === pid);

export function checkTakeover(job: JobRow, sights: Sight[], cluster: Cluster, fail: Fail): number[] {
  const { faults } = cluster;
  const taken: number[] = [];
  const events = job.events ?? [];
  for (const [index, event] of events.entries()) {
    const next = events[index + 1];
    if (!event.died) continue;
    const startedAt = events[index - 1]!.at;
    const runner = sights.findLast(
      (sight) => sight.event === 'start' && sight.at >= startedAt - SLACK_MS && sight.at <= event.at,
    );
    const isOfRunner = (fault: Fault): boolean =>
      fault.pid === runner?.pid && fault.kind !== 'clock' && fault.at >= startedAt - SLACK_MS && fault.at <= event.at;
    const fault = runner && faults.findLast(isOfRunner);
    if (runner && fault === undefined && isUnharmed(runner, event.at, cluster)) fail('was taken from a living worker');
    // Killed before it could tell the witness who it was.
    if (fault === undefined || next?.status !== 1) continue;
    const away = faults.some(
      ({ kind, at, until = at }) =>
        kind !== 'clock' && OUTAGES.includes(kind) && until > fault.at - LEASE_MS && at < next.at,
    );
    // A machine without time to spare delays whoever takes over.
    const limit =
      (away ? DISTURBED_MS_MAX + outMs(fault.at, next.at, faults) : TAKEOVER_MS_MAX) + 3 * longestStall(cluster);
    if (event.at - fault.at > limit) fail(`was taken over after ${event.at - fault.at} ms`);
    if (!hadWorker(cluster, fault.at, next.at)) continue;
    // Jobs that lost a worker take turns.
    if (next.at - fault.at > limit + TURNS_MS_MAX) fail(`was started again after ${next.at - fault.at} ms`);
    if (!away) taken.push(next.at - fault.at);
  }
  return taken;
}

const outMs = (from: number, until: number, faults: Fault[]): number => until - from - writableMs(from, until, faults);

/** Nothing ever happened to the process, neither then nor a lease earlier, and the machine had time for it. */
function isUnharmed(runner: Sight, at: number, cluster: Cluster): boolean {
  if (wasStarved(at, cluster)) return false;
  return !cluster.faults.some(
    (fault) =>
      fault.pid === runner.pid && fault.kind !== 'clock' && fault.at <= at && (fault.until ?? at) >= at - 2 * LEASE_MS,
  );
}

/** A process that claims was there and well all the time. */
function hadWorker({ members, faults }: Cluster, from: number, until: number): boolean {
  return members.some(
    ({ role, pid, startedAt }) =>
      role !== 'api' &&
      startedAt < from &&
      !faults.some((fault) => fault.pid === pid && fault.at < until && (fault.until ?? until) >= from),
  );
}
