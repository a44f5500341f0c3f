import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { isUuid } from '#platform/ids.ts';
import { isJsonObject, parseJson } from '#platform/json.ts';
import { persistently } from '#platform/persist.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { EngineError, type QueryEngine } from '../engine/engine.ts';
import { resultPrefix } from '../model.ts';
import type { AgentFunction, Part } from '../sql/statements.ts';
import type { AgentJob, Agents } from './agents.ts';
import { type ClaimedQuery, updateJobs, updateProgress } from './claims.ts';
import type { Slots } from './slots.ts';
import type { Progress, Round } from './store.ts';

// Agents called from SQL. Round by round the engine tells which calls are next; they are written down, then started as
// batches under keys made from the query, then waited for, then their answers are written down. Each of these is durable
// before the next begins, so whoever continues after a crash finds the jobs that were started and starts none twice.

export type RoundDeps = {
  database: Database;
  storage: Storage;
  engine: QueryEngine;
  slots: Slots;
  agents: Agents;
  callsMax: number;
  timeoutMs: number;
  agentTimeoutMs: number;
};

type Call = { key: string; function: AgentFunction; subject: string | null; inputs: unknown };
type Context = { query: ClaimedQuery; caller: Caller; index: number; maxCost: number | null; signal: AbortSignal };

const NOTES_MAX = 10;

/** Answers every agent call of a query text. Gives the storage keys of the answers, round by round. */
export async function answerAgentCalls(
  deps: RoundDeps,
  context: Context,
  part: Part,
  progress: Progress,
): Promise<string[]> {
  const { query, index, signal } = context;
  const save = (): Promise<void> => persistently(() => updateProgress(deps.database.system, query.claimId, progress));
  await save();
  for (;;) {
    let round = progress.rounds.at(-1);
    if (round === undefined || round.answersKey !== null) {
      const callsKey = `${resultPrefix(query.orgId, query.id)}/${index}-calls-${progress.rounds.length}.jsonl`;
      const found = await deps.slots.use(query.orgId, () =>
        deps.engine.run({
          task: { kind: 'calls', query: part, callsMax: deps.callsMax },
          tables: progress.pins,
          rounds: progress.rounds.map(({ answersKey }) => answersKey!),
          timeoutMs: deps.timeoutMs,
          signal,
          keep: async (content) => void (await deps.storage.put(callsKey, content)),
        }),
      );
      if (found.rows === 0) return progress.rounds.map(({ answersKey }) => answersKey!);
      round = { callsKey, batchIds: [], answersKey: null };
      progress.rounds.push(round);
      await save();
    }
    const calls = await readCalls(deps.storage, round.callsKey);
    const answers = await answer(deps, context, calls, progress, round, save);
    const answersKey = round.callsKey.replace('-calls-', '-answers-');
    await deps.storage.put(
      answersKey,
      Buffer.from(calls.map(({ key }, at) => line(key, answers[at] ?? null)).join('')),
    );
    round.answersKey = answersKey;
    await save();
  }
}

const line = (k: string, v: string | null): string => `${JSON.stringify({ k, v })}\n`;

async function readCalls(storage: Storage, key: string): Promise<Call[]> {
  const found = await storage.get(key);
  if (found === undefined) throw new EngineError('crash', 'What the query needs to continue is missing in storage.');
  const lines = (await buffer(found.stream)).toString('utf8').split('\n');
  return lines
    .filter((text) => text !== '')
    .map((text) => {
      const [name, subject, inputs] = parseJson(text) as [AgentFunction, string | null, unknown];
      return { key: text, function: name, subject, inputs };
    });
}

async function answer(
  deps: RoundDeps,
  context: Context,
  calls: Call[],
  progress: Progress,
  round: Round,
  save: () => Promise<void>,
): Promise<(string | null)[]> {
  const { orgId } = context.query;
  const answers: (string | null)[] = calls.map(() => null);
  const note = createNotes(progress);
  const places = Map.groupBy(
    calls.map((call, at) => ({ call, at })),
    ({ call }) => `${call.function} ${call.function.startsWith('run_') ? call.subject : ''}`,
  );
  for (const group of places.values()) {
    const { call } = group[0]!;
    if (!call.function.startsWith('run_')) {
      const ids = group.map((one) => one.call.subject ?? '').filter(isUuid);
      const results = await persistently(() =>
        deps.agents.findResults(
          orgId,
          ids.map((id) => id.toLowerCase()),
        ),
      );
      for (const { call: one, at } of group) {
        const result = results.get((one.subject ?? '').toLowerCase());
        if (result === undefined) note('No job with this id.');
        else answers[at] = one.function === 'job_status' ? String(result.status) : result.value;
      }
      continue;
    }
    const jobs = await start(
      deps,
      context,
      group.map((one) => one.call),
      progress,
      round,
      save,
    );
    for (const [number, { at }] of group.entries()) {
      const job = jobs[number]!;
      if ('jobId' in job) answers[at] = job.jobId;
      else note(job.error);
    }
    if (call.function === 'run_agent') continue;
    await awaitBatches(deps, context, progress);
    const ids = jobs.flatMap((job) => ('jobId' in job ? [job.jobId] : []));
    const results = await persistently(() => deps.agents.findResults(orgId, ids));
    for (const [number, { at }] of group.entries()) {
      const job = jobs[number]!;
      const result = 'jobId' in job ? results.get(job.jobId) : undefined;
      answers[at] = result?.value ?? null;
      if (result !== undefined && result.value === null) note(result.error ?? 'The job gave no output.');
    }
  }
  return answers;
}

/** Notes for the query's `error`: each reason once, with how often it came. */
function createNotes(progress: Progress): (text: string) => void {
  return (text) => {
    const at = progress.notes.findIndex((note) => note.endsWith(` × ${text}`));
    if (at === -1) {
      if (progress.notes.length < NOTES_MAX) progress.notes.push(`1 × ${text}`);
    } else progress.notes[at] = `${Number.parseInt(progress.notes[at]!, 10) + 1} × ${text}`;
  };
}

async function start(
  deps: RoundDeps,
  { query, caller, index, maxCost }: Context,
  calls: Call[],
  progress: Progress,
  round: Round,
  save: () => Promise<void>,
): Promise<AgentJob[]> {
  const { function: name, subject } = calls[0]!;
  const refuse = (error: string): AgentJob[] => calls.map(() => ({ error }));
  if (subject === null || !isUuid(subject)) return refuse(`'${String(subject).slice(0, 80)}' is not an agent id.`);
  const spent = maxCost === null ? 0 : (await deps.agents.countJobs(query.orgId, batchesOf(progress))).cost;
  const left = maxCost === null ? null : Math.max(0, maxCost - spent);
  if (left === 0) return refuse('The spend limit of the query is reached.');
  const inputs = calls.map((call) => toInputs(call.inputs));
  const usable = inputs.flatMap((input, at) => (input === undefined ? [] : [{ input, at }]));
  const jobs: AgentJob[] = calls.map(() => ({ error: 'The inputs are no map of keys to values.' }));
  if (usable.length === 0) return jobs;
  try {
    const { batchId, jobs: started } = await deps.agents.start({
      caller,
      agentId: subject.toLowerCase(),
      inputs: usable.map(({ input }) => input),
      queryId: query.id,
      key: `sql-${query.id}-${index}-${progress.rounds.length}-${name}-${subject.toLowerCase()}`,
      maxCost: left,
    });
    for (const [number, { at }] of usable.entries()) jobs[at] = started[number]!;
    if (batchId !== null && !round.batchIds.includes(batchId)) {
      round.batchIds.push(batchId);
      await save();
    }
    return jobs;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Without credits no later call can be started either; an agent that is not there concerns only its own calls.
    if (error.code === 'insufficient_credits' || error.code === 'feature_disabled')
      throw new EngineError('sql', error.message);
    return refuse(error.message);
  }
}

/** A map, a structure, or text that holds a JSON object. */
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

const batchesOf = (progress: Progress): string[] => progress.rounds.flatMap(({ batchIds }) => batchIds);

/** Looks often at first, since most jobs are short, and less often the longer it takes. */
async function awaitBatches(deps: RoundDeps, { query, signal }: Context, progress: Progress): Promise<void> {
  const deadline = Date.now() + deps.agentTimeoutMs;
  const batchIds = batchesOf(progress);
  let [pauseMs, last] = [20, ''];
  for (;;) {
    const counted = await persistently(() => deps.agents.countJobs(query.orgId, batchIds));
    const jobs = { total: counted.total, done: counted.done, cost: query.cost + counted.cost };
    if (JSON.stringify(jobs) !== last) {
      last = JSON.stringify(jobs);
      await persistently(() => updateJobs(deps.database.system, query.claimId, jobs));
    }
    if (jobs.done >= jobs.total) return;
    if (Date.now() > deadline)
      throw new EngineError(
        'limit',
        `Its agents took longer than ${Math.round(deps.agentTimeoutMs / 1_000)} s. The jobs go on.`,
      );
    await delay(pauseMs, undefined, { signal }).catch(() => {
      throw new EngineError('cancelled', 'The query was cancelled.');
    });
    pauseMs = Math.min(500, pauseMs * 1.3);
  }
}
