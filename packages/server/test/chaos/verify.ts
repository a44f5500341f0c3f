import { setTimeout as delay } from 'node:timers/promises';
import { findBrokenInvariants, findWrongBalances } from '#jobs/queue/invariants.ts';
import type { StatusEvent } from '#jobs/record/model.ts';
import { firstIdAt } from '#platform/ids.ts';
import type { Cluster, Fault } from './cluster.ts';
import { type Entry, isAnswer } from './load.ts';
import type { Sight } from './witness.ts';

// What must be true when everything has healed, whatever happened before.
//
// A request that is answered 2xx is durable. One that is refused (4xx that names no job) has made nothing. One that got
// no answer, or a 5xx, has made all of its jobs or none of them; sent again with the same Idempotency-Key, however
// often, it makes them once.

export type Report = {
  violations: string[];
  jobs: number;
  acknowledged: number;
  lost: number;
  doubled: number;
  byStatus: Record<string, number>;
  /** From the fault to the next start of each job that it interrupted, where somebody was there to start it. */
  takeoverMs: number[];
  /** Jobs whose worker noticed that it had claimed them without hearing of it. */
  orphaned: number;
  /** Steps that were done again because their process was interrupted in them. */
  repeatedSteps: number;
};

type JobRow = {
  id: string;
  org_id: string;
  inputs: { key: string; value: string }[];
  metadata: { request?: string } | null;
  retried_from: string | null;
  created_at: Date;
  queued: boolean;
  status: number | null;
  attempt: number | null;
  cost: number | null;
  outputs: { value: string }[] | null;
  error_message: string | null;
  events: StatusEvent[] | null;
  source_job_id: string | null;
};
type StepRow = { job_id: string; key: string; status: string; started_at: Date; duration_ms: number; cost: number };

/** While PostgreSQL is away nobody can take over, and afterwards everybody gets some seconds to show that he lives. */
const DISTURBED_MS_MAX = 35_000;
/** Clocks of processes and PostgreSQL on one machine; a report travels a moment. */
const SLACK_MS = 150;
const CLOCK_MS = 5_000;
const TAKEOVER_MS_MAX = 20_000;
const ATTEMPTS_MAX = 3;

/** Waits until nothing is queued. False: something is stuck. */
export async function heal(cluster: Cluster, limitMs: number): Promise<boolean> {
  for (const end = Date.now() + limitMs; Date.now() < end; await delay(200)) {
    const rows = await cluster.database.system
      .query<{ count: number }>('select count(*) as count from job_queue')
      .catch(() => undefined);
    if (rows?.[0]?.count === 0) return true;
  }
  return false;
}

export async function verify(cluster: Cluster, entries: Entry[], since: number): Promise<Report> {
  const db = cluster.database.system;
  const violations = [...cluster.unexpected];
  // Each round has tenants of its own. A process that could not measure PostgreSQL's clock well dates ids a bit early.
  const own = [firstIdAt(since - CLOCK_MS), [...new Set(entries.map(({ tenant }) => tenant.orgId))]];
  const jobs = await db.query<JobRow>(
    `select j.id, j.org_id, j.inputs, j.metadata, j.retried_from, j.created_at, q.job_id is not null as queued, r.status,
        r.attempt, r.cost, r.outputs, r.error_message, r.events, r.source_job_id
      from jobs j left join job_results r on r.job_id = j.id left join job_queue q on q.job_id = j.id
      where j.id >= $1 and j.org_id = any($2) order by j.id`,
    own,
  );
  const steps = Map.groupBy(
    await db.query<StepRow>(
      'select job_id, key, status, started_at, duration_ms, cost from job_steps where job_id >= $1 and org_id = any($2) order by seq',
      own,
    ),
    (step) => step.job_id,
  );
  const sights = Map.groupBy(cluster.witness.sights, (sight) => sight.jobId);
  const known = new Map(jobs.map((job) => [job.id, job]));
  const takeoverMs: number[] = [];
  let repeatedSteps = 0;

  for (const job of jobs) {
    const fail = (text: string): void => {
      violations.push(`job ${job.id}: ${text} ${JSON.stringify(job.events)}`);
    };
    const done = steps.get(job.id) ?? [];
    checkState(job, fail);
    checkResult(job, done, fail);
    repeatedSteps += checkSteps(job, done, sights.get(job.id) ?? [], cluster, fail);
    takeoverMs.push(...checkTakeover(job, sights.get(job.id) ?? [], cluster, fail));
  }
  checkRequests(entries, jobs, known, violations);
  await checkLedger(cluster, own, known, violations);
  for (const { name, count } of await findBrokenInvariants(db)) {
    if (count !== 0) violations.push(`invariant ${name}: ${count}`);
  }
  for (const wrong of await findWrongBalances(db)) violations.push(`balance ${JSON.stringify(wrong)}`);
  const held = await db.query<{ org_id: string; held: number }>(
    'select org_id, held from credit_accounts where held <> 0',
  );
  for (const account of held) violations.push(`held ${JSON.stringify(account)}`);

  // They would be resolved and repeated; but whoever takes locks in a fixed order has none.
  const [{ deadlocks } = { deadlocks: 0 }] = await db.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  if (deadlocks > 0) violations.push(`${deadlocks} deadlocks`);

  const acknowledged = new Set(entries.flatMap((entry) => entry.jobIds));
  return {
    violations,
    jobs: jobs.length,
    acknowledged: acknowledged.size,
    lost: [...acknowledged].filter((id) => known.get(id)?.status == null).length,
    doubled: violations.filter((text) => text.includes('doubled')).length,
    byStatus: Object.fromEntries(
      [...Map.groupBy(jobs, (job) => String(job.status))].map(([status, group]) => [status, group.length]),
    ),
    takeoverMs,
    orphaned: jobs.filter((job) => job.events?.some(({ error }) => error?.startsWith('The connection to the'))).length,
    repeatedSteps,
  };
}

const NEXT: Record<number, number[]> = { 0: [1, 5, 6], 1: [2, 3, 4, 5], 2: [1, 5] };
const GIVEN_BACK = /^(The worker was stopped|The connection to the database broke)/;
const DIED = /^The worker running this job stopped/;

function checkState(job: JobRow, fail: (text: string) => void): void {
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

function checkFailure(job: JobRow, events: StatusEvent[], fail: (text: string) => void): void {
  const message = job.error_message ?? '';
  if (/credits of the organization are used up/.test(message)) return;
  const deaths = events.filter((event) => event.died).length;
  if (/stopped during each of its attempts/.test(message) && deaths === ATTEMPTS_MAX - 1) return;
  fail(`failed: ${message}`);
}

function checkResult(job: JobRow, steps: StepRow[], fail: (text: string) => void): void {
  const input = Object.fromEntries(job.inputs.map(({ key, value }) => [key, value]));
  const paid = steps.reduce((sum, step) => sum + step.cost, 0);
  if (job.status !== 6 && Math.abs(paid - (job.cost ?? 0)) > 1e-9) fail(`costs ${job.cost}, its steps ${paid}`);
  if (job.status !== 3 && job.status !== 6) return;
  if (job.outputs?.length !== 1 || job.outputs[0]!.value !== `${input.tag} v1`) fail('has not its output');
  const succeeded = steps.filter((step) => step.status === 'succeeded').length;
  if (job.status === 3 && succeeded !== Number(input.steps)) fail(`has ${succeeded} of ${input.steps} steps`);
}

/** Each step was done once, and once more for each time its process was interrupted in it. Returns how often again. */
function checkSteps(
  job: JobRow,
  steps: StepRow[],
  sights: Sight[],
  cluster: Cluster,
  fail: (text: string) => void,
): number {
  let again = 0;
  let unexplained = 0;
  for (const [name, all] of Map.groupBy(sights, (sight) => sight.step)) {
    if (name === '') continue;
    const begins = all.filter((sight) => sight.event === 'begin');
    const kept = steps.find((step) => step.key === name && step.status === 'succeeded');
    const keptFrom = kept?.started_at.getTime() ?? 0;
    const keptUntil = keptFrom + (kept?.duration_ms ?? 0);
    const distance = ({ at }: Sight): number => Math.abs(at - keptFrom);
    const recorded = kept && begins.toSorted((a, b) => distance(a) - distance(b))[0];
    if (kept && !recorded) fail(`${name} was recorded and never done`);
    for (const begin of begins) {
      if (begin === recorded) continue;
      again += 1;
      if (kept && begin.at > keptUntil + SLACK_MS) fail(`${name} was done after it had been recorded: doubled`);
      const end = all.find(
        (sight) => sight.event === 'end' && sight.pid === begin.pid && sight.attempt === begin.attempt,
      );
      if (!wasInterrupted(begin, end, cluster.faults) && !wasCrowdedOut(begin, end, cluster)) unexplained += 1;
    }
  }
  // A cancel interrupts the running step, which stays undone.
  const allowed = job.status === 5 ? 1 : 0;
  if (unexplained > allowed) fail(`${unexplained} steps were done again without need: doubled`);
  return again - Math.min(unexplained, allowed);
}

function wasInterrupted(begin: Sight, end: Sight | undefined, faults: Fault[]): boolean {
  return faults.some((fault) => {
    if (fault.pid !== begin.pid) return false;
    // Told to stop, a process gives back at its deadline what it has begun until then.
    if (fault.kind === 'term') return end === undefined || end.at >= fault.at;
    // Between its end and its record there is a statement, and perhaps a crowd.
    return fault.at >= begin.at - SLACK_MS && (end === undefined || fault.at <= end.at + 5_000);
  });
}

/**
 * After an absence of PostgreSQL everybody has some seconds to show that he lives. On a machine without time to spare
 * that may not be enough: then a process that lives is given up, and what it was running is done again.
 */
function wasCrowdedOut(begin: Sight, end: Sight | undefined, { faults, lagMs }: Cluster): boolean {
  const isAway = ({ kind, at, until = at }: Fault): boolean =>
    kind === 'postgres' && at < (end?.at ?? begin.at) + LEASE_MS && until > begin.at - LEASE_MS;
  return lagMs() > CROWDED_MS && faults.some(isAway);
}

const LEASE_MS = 15_000;
const CROWDED_MS = 500;

function checkTakeover(job: JobRow, sights: Sight[], cluster: Cluster, fail: (text: string) => void): number[] {
  const { faults } = cluster;
  const taken: number[] = [];
  const events = job.events ?? [];
  for (const [index, event] of events.entries()) {
    const next = events[index + 1];
    if (!event.died || next?.status !== 1) continue;
    const startedAt = events[index - 1]!.at;
    const runner = sights.findLast(
      (sight) => sight.event === 'start' && sight.at >= startedAt - SLACK_MS && sight.at <= event.at,
    );
    const isOfRunner = (fault: Fault): boolean =>
      fault.pid === runner?.pid && fault.at >= startedAt - SLACK_MS && fault.at <= event.at;
    const fault = runner && faults.findLast(isOfRunner);
    // Killed before it could tell the witness who it was.
    if (fault === undefined) continue;
    const away = faults.some(({ kind, at }) => kind === 'postgres' && at > fault.at - 15_000 && at < next.at);
    // The last attempt of a job that lost two workers takes its turn.
    const isLast = events.slice(0, index + 1).filter((earlier) => earlier.died).length === ATTEMPTS_MAX - 1;
    // A machine without time to spare delays whoever takes over.
    const limit = (away ? DISTURBED_MS_MAX : TAKEOVER_MS_MAX) + 3 * cluster.lagMs();
    if (event.at - fault.at > limit) fail(`was taken over after ${event.at - fault.at} ms`);
    if (isLast || !hadWorker(cluster, fault.at, next.at)) continue;
    if (next.at - fault.at > limit) fail(`was started again after ${next.at - fault.at} ms`);
    if (!away) taken.push(next.at - fault.at);
  }
  return taken;
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

function checkRequests(entries: Entry[], jobs: JobRow[], known: Map<string, JobRow>, violations: string[]): void {
  const made = jobs.filter((job) => job.retried_from === null);
  const byRequest = Map.groupBy(made, (job) => job.metadata?.request ?? '');
  const byTag = Map.groupBy(
    made.filter((job) => job.metadata === null),
    (job) => job.inputs.find(({ key }) => key === 'tag')!.value,
  );
  for (const [requestId, copies] of Map.groupBy(entries, (entry) => entry.requestId)) {
    const entry = copies[0]!;
    const { kind, tags } = entry;
    const fail = (text: string): void => {
      violations.push(`${kind} ${requestId}: ${text} (${copies.map(({ answer }) => answer).join(', ')}) ${entry.text}`);
    };
    for (const { jobIds, tenant } of copies) {
      for (const id of jobIds) {
        const job = known.get(id);
        if (job === undefined || job.status === null) fail(`acknowledged ${id} and lost it`);
        else if (job.org_id !== tenant.orgId) fail(`${id} is not its own`);
      }
    }
    if (kind === 'cancel' || kind === 'retry') continue;
    const own = kind === 'many' ? tags.flatMap((tag) => byTag.get(tag) ?? []) : (byRequest.get(requestId) ?? []);
    const ids = new Set(copies.flatMap(({ jobIds }) => jobIds));
    const accepted = copies.some(({ answer }) => answer === 200 || answer === 201) || ids.size > 0;
    if (accepted && own.length !== tags.length)
      fail(`made ${own.length} jobs instead of ${tags.length}: doubled or lost`);
    if (!accepted && own.length !== 0 && own.length !== tags.length) fail(`made ${own.length} of ${tags.length} jobs`);
    if (copies.every(({ answer }) => isAnswer(answer)) && !accepted && own.length > 0)
      fail('was refused and made jobs');
    if (kind !== 'batch' && [...ids].some((id) => !own.some((job) => job.id === id))) fail('acknowledged other jobs');
    if (kind === 'copies' && ids.size > 1) fail('its copies were answered with different jobs: doubled');
  }
}

async function checkLedger(
  cluster: Cluster,
  own: unknown[],
  known: Map<string, JobRow>,
  violations: string[],
): Promise<void> {
  const rows = await cluster.database.system.query<{ job_id: string; amount: number; count: number }>(
    `select job_id, sum(amount) as amount, count(*) as count from credit_ledger
      where kind = 'job' and job_id >= $1 and org_id = any($2) group by job_id`,
    own,
  );
  for (const { job_id: jobId, amount, count } of rows) {
    if (count !== 1) violations.push(`ledger: job ${jobId} is doubled`);
    const cost = known.get(jobId)?.cost ?? 0;
    if (Math.abs(cost + amount) > 1e-9) violations.push(`ledger: job ${jobId} costs ${cost}, paid ${-amount}`);
  }
  const paid = new Set(rows.map((row) => row.job_id));
  for (const job of known.values()) {
    if ((job.cost ?? 0) > 0 && !paid.has(job.id)) violations.push(`ledger: job ${job.id} was not paid`);
  }
}
