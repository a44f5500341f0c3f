import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '#platform/errors.ts';
import { isUuid } from '#platform/ids.ts';
import { isJsonObject, parseJson } from '#platform/json.ts';
import { persistently } from '#platform/persist.ts';
import { EngineError } from '../engine/engine.ts';
import type { AgentFunction } from '../sql/statements.ts';
import type { AgentJob } from './agents.ts';
import { updateJobs } from './claims.ts';
import type { StatementContext, StatementDeps } from './statement-context.ts';
import type { Progress } from './store.ts';

// Answers the calls of one round. Calls of the same agent form a batch. All batches are started before any is awaited,
// unless there is a spend limit: then each gets the amount that earlier ones left.

export type Call = {
  key: string;
  /** The number of rows that hold its answer. */
  rows: number;
  function: AgentFunction;
  subject: string | null;
  inputs: unknown;
};
type Placed = { call: Call; at: number };
type Note = (message: string, call: Call) => void;

/** Maximum number of reasons. The last one stands for all others. */
const KINDS_MAX = 10;
const OTHERS = 'Other reasons.';

/** Stores progress as soon as it is known, for a process that continues the query and for people who watch it. */
export type Keeping = {
  keepBatch(batchId: string): Promise<void>;
  /** Called when all jobs are started, with the job of each call, or null for a call that needs none. */
  keepJobs(jobs: (AgentJob | null)[]): Promise<void>;
};

export async function answerCalls(
  deps: StatementDeps,
  context: StatementContext,
  calls: Call[],
  progress: Progress,
  { keepBatch, keepJobs }: Keeping,
): Promise<(string | null)[]> {
  const answers: (string | null)[] = calls.map(() => null);
  const note = createNotes(progress);
  const groups = Map.groupBy(
    calls.map((call, at) => ({ call, at })),
    ({ call }) => `${call.function} ${call.function.startsWith('run_') ? call.subject : ''}`,
  );
  const awaited: { group: Placed[]; jobs: AgentJob[] }[] = [];
  const batchIds: string[] = [];
  const jobOf: (AgentJob | null)[] = calls.map(() => null);
  for (const group of groups.values()) {
    const { function: name } = group[0]!.call;
    if (!name.startsWith('run_')) {
      await lookUp(deps, context, group, answers, note);
      continue;
    }
    const { jobs, batchId } = await start(deps, context, group, progress, keepBatch);
    for (const [number, { call, at }] of group.entries()) {
      const job = jobs[number]!;
      jobOf[at] = job;
      if ('jobId' in job) answers[at] = job.jobId;
      else note(job.error, call);
    }
    if (name === 'run_agent_sync') awaited.push({ group, jobs });
    if (name === 'run_agent_sync' && batchId !== null) batchIds.push(batchId);
  }
  if (jobOf.some((job) => job !== null)) await keepJobs(jobOf);
  await awaitJobs(deps, context, batchIds);
  for (const { group, jobs } of awaited) await placeResults(deps, context, group, jobs, answers, note);
  return answers;
}

/** Notes the reason of each null. A reason is listed once, with its number of rows. */
function createNotes(progress: Progress): Note {
  progress.errors ??= [];
  const { errors } = progress;
  return (message, { rows }) => {
    progress.failed = (progress.failed ?? 0) + 1;
    const isNew = !errors.some((known) => known.message === message);
    const kind = isNew && errors.length >= KINDS_MAX - 1 ? OTHERS : message;
    const found = errors.find((known) => known.message === kind);
    if (found === undefined) errors.push({ message: kind, rows });
    else found.rows += rows;
  };
}

/** Answers job_status and job_result. A null job id needs no note: it comes from a row whose call failed. */
async function lookUp(
  deps: StatementDeps,
  { query }: StatementContext,
  group: Placed[],
  answers: (string | null)[],
  note: Note,
): Promise<void> {
  const ids = group.map(({ call }) => (call.subject ?? '').toLowerCase()).filter(isUuid);
  const results = await persistently(() => deps.agents.findResults(query.orgId, ids));
  for (const { call, at } of group) {
    if (call.subject === null) continue;
    const result = results.get(call.subject.toLowerCase());
    if (result === undefined) note('No job with this id.', call);
    else if (call.function === 'job_status') answers[at] = String(result.status);
    else {
      answers[at] = result.value;
      // A job that is still running has no result yet, which is not a failure.
      if (result.value === null && result.error !== null && result.isFinal) note(result.error, call);
    }
  }
}

async function start(
  deps: StatementDeps,
  context: StatementContext,
  group: Placed[],
  progress: Progress,
  keepBatch: (batchId: string) => Promise<void>,
): Promise<{ jobs: AgentJob[]; batchId: string | null }> {
  const { query, caller, maxCost } = context;
  const { function: name, subject } = group[0]!.call;
  const refuse = (error: string) => ({ jobs: group.map(() => ({ error })), batchId: null });
  if (subject === null || !isUuid(subject)) return refuse(`'${String(subject).slice(0, 80)}' is not an agent id.`);
  const jobs: AgentJob[] = group.map(() => ({ error: 'The inputs must be a map of keys and values.' }));
  const usable = group.flatMap(({ call }, at) => {
    const input = toInputs(call.inputs);
    return input === undefined ? [] : [{ input, at }];
  });
  if (usable.length === 0) return { jobs, batchId: null };
  const key = `sql-${query.id}-${progress.id}-${progress.rounds.length}-${name}-${subject.toLowerCase()}`;
  const left = maxCost === null ? null : await findBudget(deps, context, maxCost, key);
  if (left !== null && left <= 0) return refuse('The query has reached its spend limit.');
  try {
    const { batchId, jobs: started } = await deps.agents.start({
      caller,
      agentId: subject.toLowerCase(),
      inputs: usable.map(({ input }) => input),
      queryId: query.id,
      key,
      maxCost: left,
    });
    for (const [number, { at }] of usable.entries()) jobs[at] = started[number]!;
    if (batchId !== null) await keepBatch(batchId);
    await countJobs(deps, context, []);
    return { jobs, batchId };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // An unknown agent fails only its own calls.
    if (STOPS_ALL.has(error.code)) throw new EngineError('sql', error.message);
    return refuse(error.message);
  }
}

/** Errors after which no later call of the statement can start either. */
const STOPS_ALL = new Set<string>(['insufficient_credits', 'feature_disabled', 'organization_paused']);

/**
 * Returns the amount that may still be spent. The cost of in-flight jobs is not known yet, so they are awaited first. A
 * batch that was started before a crash is only looked up again.
 */
async function findBudget(
  deps: StatementDeps,
  context: StatementContext,
  maxCost: number,
  key: string,
): Promise<number> {
  if (await persistently(() => deps.agents.isStarted(context.query.orgId, context.query.id, key))) return maxCost;
  await awaitJobs(deps, context, undefined);
  return maxCost - (await countJobs(deps, context, [])).cost;
}

/** Accepts a map, a structure, or text with a JSON object. */
function toInputs(value: unknown): Record<string, unknown> | undefined {
  if (isJsonObject(value)) return value;
  if (typeof value !== 'string') return undefined;
  try {
    const parsed = parseJson(value);
    return isJsonObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

async function placeResults(
  deps: StatementDeps,
  { query }: StatementContext,
  group: Placed[],
  jobs: AgentJob[],
  answers: (string | null)[],
  note: Note,
): Promise<void> {
  const ids = jobs.flatMap((job) => ('jobId' in job ? [job.jobId] : []));
  const results = await persistently(() => deps.agents.findResults(query.orgId, ids));
  for (const [number, { call, at }] of group.entries()) {
    const job = jobs[number]!;
    // A call that was not started already has its reason.
    if (!('jobId' in job)) continue;
    const result = results.get(job.jobId);
    answers[at] = result?.value ?? null;
    if (answers[at] === null)
      note(result === undefined ? 'The job no longer exists.' : (result.error ?? 'The job returned no output.'), call);
  }
}

async function countJobs(deps: StatementDeps, { query }: StatementContext, batchIds: string[]) {
  const counted = await persistently(() => deps.agents.countJobs(query.orgId, query.id, batchIds));
  await persistently(() => updateJobs(deps.database.system, query.claimId, counted));
  return counted;
}

/** Waits until the jobs of these batches, or all jobs of the query, have ended. The polling interval grows. */
async function awaitJobs(
  deps: StatementDeps,
  context: StatementContext,
  batchIds: string[] | undefined,
): Promise<void> {
  const { query, signal } = context;
  if (batchIds?.length === 0) return;
  const startedAt = Date.now();
  let last = '';
  for (;;) {
    const counted = await persistently(() => deps.agents.countJobs(query.orgId, query.id, batchIds ?? []));
    if (JSON.stringify(counted) !== last) {
      last = JSON.stringify(counted);
      await persistently(() => updateJobs(deps.database.system, query.claimId, counted));
    }
    const left = batchIds === undefined ? counted.total - counted.done : counted.awaited;
    if (left <= 0) return;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > deps.agentTimeoutMs)
      throw new EngineError(
        'limit',
        `The agents took longer than ${Math.round(deps.agentTimeoutMs / 1_000)} s. Their jobs continue.`,
      );
    await delay(Math.min(500, 15 + waitedMs / 10), undefined, { signal }).catch(() => {
      throw new EngineError('cancelled', 'The query was cancelled.');
    });
  }
}
