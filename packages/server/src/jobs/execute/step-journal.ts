import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { EngineFailure, type StepKind, type StepRoute, type StepUsage } from '#engines/engine/engine.ts';
import type { ExpectedCost } from '#engines/engine/step-context.ts';
import { WaitPending } from '#engines/engine/wait.ts';
import type { Database, Db } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import { persistently } from '#platform/persist.ts';
import type { Redactor } from '#secrets/redact.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import type { JobControl } from '../queue/runs.ts';
import { amount } from '../record/model.ts';
import { shortText, storableJson } from '../record/storable.ts';
import { type Budget, createBudget, type InOrder, type Totals } from './budget.ts';
import { createRecorder, isUsed } from './recorder.ts';
import { toStoredRequest } from './step-request.ts';
import { listTakenOver, takeOver } from './taken-steps.ts';
import { traceStep } from './trace-step.ts';
import type { Trial } from './trial.ts';
import { createWaitSteps, type WaitSteps } from './wait-step.ts';

// No work is paid for twice. The result of a step is recorded before the engine continues, under a key that is the same
// in every attempt. A later attempt replays it instead of doing the work again.

/** Says which budget of the team is spent that stops the job. */
export type FindSpentBudget = (
  job: Pick<ClaimedJob, 'jobId' | 'orgId' | 'agentId'>,
) => string | undefined | Promise<string | undefined>;

export type Journal = {
  step<T>(name: string, work: (usage: StepUsage) => Promise<T>, options?: { kind?: StepKind }): Promise<T>;
  /** Returns a unique name for a group of steps: the given one, with a number from the second use on. */
  uniqueName(name: string): string;
  wait: WaitSteps['wait'];
  waitForLane: WaitSteps['waitForLane'];
  /** The open waits that the attempt has reached. */
  pending: WaitSteps['pending'];
  /** Returns the result that an earlier attempt recorded under this key. */
  recall(key: string): unknown;
  hasWaits(): boolean;
  /** Where untrusted content came from that the job began with or has read, in this attempt or before. */
  untrusted(): string[];
  /** When the last wait ended. */
  wokenAt(): Date | undefined;
  /** Whether a step of this name would be replayed. */
  isRecorded(name: string): boolean;
  /** What the job may still spend by its own cost limit. */
  left(): number | undefined;
  /** Throws if a limit has no room for the call. Its cost counts until the returned function is called. */
  admit(expected: ExpectedCost): Promise<() => void>;
  /** Whether a model answered in place of the one that was named. */
  hasSubstitute(): boolean;
  /** The totals of recorded steps. */
  totals(): Totals;
  /** Waits until everything used is recorded. Later steps are billed after the end of the job (recorder.ts). */
  seal(): Promise<void>;
  /** To be called when the end of the job is stored. */
  ended(): void;
  /** Whether steps are in progress. */
  isBusy(): boolean;
  /** Waits for steps in progress, at most `limitMs`. */
  settled(limitMs: number): Promise<void>;
};

type RecordedStep = {
  key: string;
  kind: string;
  ended_at: Date;
  seq: number;
  status: string;
  result: unknown;
  input_tokens: number | null;
  output_tokens: number | null;
  cost: number;
  untrusted: string | null;
  route: StepRoute | null;
};

/** What earlier attempts used counts against the limits of the job. */
function countPast(budget: Budget, step: RecordedStep): void {
  const isOwn = step.route?.key === 'organization';
  const past = { inputTokens: step.input_tokens, outputTokens: step.output_tokens, cost: step.cost, isOwn };
  budget.count(past);
  budget.keep(past);
}

/**
 * The key of the step that is running. Steps inside it get keys that begin with it: when the outer step is replayed
 * they are not reached, and the keys of other steps must not depend on that.
 */
const within = new AsyncLocalStorage<string>();

type Control = JobControl & {
  redactor: Redactor;
  trial?: Trial | undefined;
  findSpentBudget?: FindSpentBudget | undefined;
};

export async function openJournal(
  database: Database,
  job: ClaimedJob,
  control: Control,
  onStep: () => void,
): Promise<Journal> {
  const recorded = new Map<string, RecordedStep>();
  const names = createNames(control.redactor);
  const underWay = createUnderWay();
  const inOrder = createLine();
  const budget = createBudget(database.queue, job, inOrder);
  const untrusted = new Set(job.untrusted);
  let [seq, substituted] = [0, false];
  const nextSeq = (): number => ++seq;
  const { record, seal, ended } = createRecorder({ db: database.queue, job, budget, inOrder, nextSeq });
  const recall = (key: string): unknown => succeeded(recorded.get(key));
  const isReplayed = (key: string): boolean => recorded.get(key)?.status === 'succeeded' || taken?.has(key) === true;
  const waits = createWaitSteps({ database, job, control, nextKey: names.nextKey, recall, record });
  const { after = [], source } = control.trial ?? {};
  const taken = source && (await persistently(() => listTakenOver(database.queue, source)));
  for (const step of after.length > 0 ? await persistently(() => listRecorded(database.queue, after)) : [])
    if (step.kind === 'model' && step.status === 'succeeded') recorded.set(step.key, step);
  for (const step of job.hasPast ? await persistently(() => listRecorded(database.queue, [job.jobId])) : []) {
    recorded.set(step.key, step);
    if (step.kind === 'wait') waits.noteEnd(step.ended_at);
    if (step.untrusted !== null) untrusted.add(step.untrusted);
    substituted ||= step.status === 'succeeded' && step.route?.instead_of !== undefined;
    seq = Math.max(seq, step.seq);
    countPast(budget, step);
  }

  const journal: Pick<Journal, 'step'> = {
    async step(name, work, { kind = 'compute' } = {}) {
      const key = names.nextKey(name);
      const earlier = recorded.get(key);
      if (earlier?.status === 'succeeded') return earlier.result as never;
      const other = taken?.get(key);
      if (other?.untrusted) untrusted.add(other.untrusted);
      if (other !== undefined) return (await takeOver({ control, record, onStep }, other)) as never;
      if (waits.pending().length > 0) throw new WaitPending();
      control.signal.throwIfAborted();
      await budget.check();
      await control.assertOwned();
      control.signal.throwIfAborted();
      const usage: StepUsage = {};
      const startedAt = databaseNow();
      const { result, text, failure } = await attempt(control.redactor, () =>
        within.run(key, () => traceStep(name, kind, control.redactor, usage, work)),
      );
      // Pages are untrusted, whoever asked for them.
      if (kind === 'fetch') usage.untrusted ??= 'web';
      if (usage.untrusted !== undefined) untrusted.add(usage.untrusted);
      const cost = amount(usage.cost);
      const tokens = { inputTokens: tokenCount(usage.inputTokens), outputTokens: tokenCount(usage.outputTokens) };
      budget.count({ ...tokens, cost, isOwn: usage.route?.key === 'organization' });
      // The step did not fail. It starts again when the wait inside it is over.
      if (failure instanceof WaitPending && !isUsed({ cost, usage: tokens })) throw failure;
      const kept = await record({
        key,
        kind,
        name: control.redactor.text(name),
        usage: { ...usage, ...tokens, ...(usage.retries && { retries: control.redactor.value(usage.retries) }) },
        cost,
        startedAt,
        durationMs: Math.max(0, Math.round(databaseNow() - startedAt)),
        error: failure === undefined ? null : control.redactor.text(publicText(failure)),
        result: text,
        request: toStoredRequest(usage.request, control.redactor),
      });
      if (!kept) throw new Error('This attempt no longer owns the job.');
      onStep();
      if (failure !== undefined) throw failure;
      substituted ||= usage.route?.instead_of !== undefined;
      // A result that is paid for is kept even beyond the limit. Only the next step is refused.
      await budget.holdMore();
      return result as never;
    },
  };

  return {
    step: (name, work, stepOptions) => underWay.follow(journal.step(name, work, stepOptions)),
    wait: (request) => underWay.follow(waits.wait(request)),
    waitForLane: (until) => underWay.follow(waits.waitForLane(until)),
    pending: waits.pending,
    recall,
    untrusted: () => [...untrusted].sort(),
    hasWaits: () => waits.lastEnd() !== undefined || waits.pending().length > 0,
    wokenAt: waits.lastEnd,
    uniqueName: names.uniqueName,
    isRecorded: (name) => isReplayed(names.firstKey(name)),
    left: budget.left,
    admit: (expected) => admit(job, control, budget, expected),
    hasSubstitute: () => substituted,
    totals: budget.totals,
    seal,
    ended,
    isBusy: underWay.isBusy,
    settled: underWay.settled,
  };
}

/** Asks the budgets of the team, then the limits of the job. */
async function admit(
  job: ClaimedJob,
  { findSpentBudget }: Control,
  budget: Budget,
  expected: ExpectedCost,
): Promise<() => void> {
  const spent = await findSpentBudget?.(job);
  if (spent !== undefined) throw new EngineFailure(`The job stopped. ${spent}`, { code: 'errand.budgets.spent' });
  return budget.admit(expected);
}

/** Gives out the keys of steps and the names of their groups, the same ones in every attempt. */
function createNames(redactor: Redactor) {
  const used = new Map<string, number>();
  const groups = new Map<string, number>();
  const firstKey = (name: string): string => redactor.text(scopedName(name));
  return {
    firstKey,
    nextKey(name: string): string {
      const scoped = firstKey(name);
      const nth = countUp(used, scoped);
      return nth === 1 ? scoped : `${scoped}#${nth}`;
    },
    uniqueName(name: string): string {
      const nth = countUp(groups, scopedName(name));
      return nth === 1 ? name : `${name} (${nth})`;
    },
  };
}

/** Knows the steps in progress. */
function createUnderWay() {
  const steps = new Set<Promise<unknown>>();
  return {
    follow<T>(done: Promise<T>): Promise<T> {
      const settled = done.catch(() => undefined).finally(() => steps.delete(settled));
      steps.add(settled);
      return done;
    },
    isBusy: (): boolean => steps.size > 0,
    async settled(limitMs: number): Promise<void> {
      await Promise.race([Promise.all(steps), delay(limitMs, undefined, { ref: false })]);
    },
  };
}

/** Runs the work of a step. Returns its result, also in the form that is stored, or how it failed. */
async function attempt(
  redactor: Redactor,
  work: () => Promise<unknown>,
): Promise<{ result?: unknown; text: string | null; failure?: unknown }> {
  try {
    const result = await work();
    return { result, text: storableJson(redactor.value(result ?? null)) };
  } catch (error) {
    return { text: null, failure: error ?? new Error('failed') };
  }
}

/**
 * Writes about steps one after the other, although steps may run concurrently. So a watcher that has seen a step never
 * misses one with a lower number, and no amount is held twice.
 */
function createLine(): InOrder {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

const succeeded = (step: RecordedStep | undefined): unknown => (step?.status === 'succeeded' ? step.result : undefined);

function scopedName(name: string): string {
  const outer = within.getStore();
  return outer === undefined ? name : `${outer}/${name}`;
}

function countUp(counts: Map<string, number>, name: string): number {
  const nth = (counts.get(name) ?? 0) + 1;
  counts.set(name, nth);
  return nth;
}

const tokenCount = (given: number | undefined): number | undefined =>
  Number.isFinite(given) ? Math.max(0, Math.round(given!)) : undefined;

const publicText = (error: unknown): string =>
  shortText(error instanceof EngineFailure ? error.message : 'The step failed.', 2_000);

async function listRecorded(db: Db, jobIds: string[]): Promise<RecordedStep[]> {
  return db.query<RecordedStep>(
    `select key, kind, started_at + make_interval(secs => duration_ms / 1000.0) as ended_at, seq, status, result,
        input_tokens, output_tokens, cost, untrusted, route
      from job_steps where job_id = any ($1::uuid[]) order by job_id, seq`,
    [jobIds],
  );
}
