import { buffer } from 'node:stream/consumers';
import { newId } from '#platform/ids.ts';
import { parseJson } from '#platform/json.ts';
import { persistently } from '#platform/persist.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { type EngineAnswer, EngineError, type EngineRequest, type EngineTask } from '../engine/engine.ts';
import type { PinnedTable } from '../model/table.ts';
import type { AgentFunction } from '../sql/statements.ts';
import { answerCalls, type Call } from './agent-answers.ts';
import { updateProgress } from './claims.ts';
import type { StatementContext, StatementDeps } from './statement-context.ts';
import type { Progress, Round } from './store.ts';
import { resultPrefix } from './store.ts';

// Agents called from SQL. In each round the engine lists the next calls; they are stored, then started as batches under
// keys derived from the query, then awaited, then their answers are stored. Each step is durable before the next
// begins, so a process that continues after a crash finds the started jobs and starts none twice.

/** Returns the state before the first round. Its id is part of the batch keys, so a new id starts new batches. */
export const newProgress = (pins: PinnedTable[]): Progress => ({
  id: newId(),
  pins,
  rounds: [],
  failed: 0,
  errors: [],
});

/**
 * Runs a task in the engine, in a slot of the organization. With `progress` the task may call agents: it then runs
 * again with the answers of each round, until no calls are left.
 */
export async function runTask(
  deps: StatementDeps,
  context: StatementContext,
  request: EngineRequest,
  progress: Progress | undefined,
): Promise<EngineAnswer> {
  const { query, index } = context;
  const run = (one: EngineRequest): Promise<EngineAnswer> =>
    deps.slots.use(query.orgId, () => deps.engine.run({ ...one, memoryMb: deps.memoryMb }), context.signal);
  if (progress === undefined) return run(request);
  const save = (): Promise<void> => persistently(() => updateProgress(deps.database.system, query.claimId, progress));
  await save();
  for (;;) {
    const last = progress.rounds.at(-1);
    if (last?.answersKey === null) await answerRound(deps, context, last, progress, save);
    const callsKey = `${resultPrefix(query.orgId, query.id)}${index}-calls-${progress.rounds.length}.jsonl`;
    const answer = await run({
      ...request,
      task: { ...request.task, callsMax: deps.callsMax } as EngineTask,
      rounds: progress.rounds.map(({ answersKey }) => answersKey!),
      async keep(content, what) {
        if (what === 'calls') await deps.storage.put(callsKey, content);
        else await request.keep?.(content, what);
      },
    });
    if (!answer.calls) return answer;
    progress.rounds.push({ callsKey, batchIds: [], answersKey: null });
    await save();
  }
}

async function answerRound(
  deps: StatementDeps,
  context: StatementContext,
  round: Round,
  progress: Progress,
  save: () => Promise<void>,
): Promise<void> {
  const calls = await readCalls(deps.storage, round.callsKey);
  const answers = await answerCalls(deps, context, calls, progress, {
    async keepBatch(batchId) {
      if (round.batchIds.includes(batchId)) return;
      round.batchIds.push(batchId);
      await save();
    },
    async keepJobs(jobs) {
      const jobsKey = round.callsKey.replace('-calls-', '-jobs-');
      await deps.storage.put(jobsKey, Buffer.from(jobs.map((job) => `${JSON.stringify(job)}\n`).join('')));
      round.jobsKey = jobsKey;
      await save();
    },
  });
  const answersKey = round.callsKey.replace('-calls-', '-answers-');
  await deps.storage.put(answersKey, Buffer.from(calls.map(({ key }, at) => line(key, answers[at] ?? null)).join('')));
  round.answersKey = answersKey;
  await save();
}

export const line = (k: string, v: string | null): string => `${JSON.stringify({ k, v })}\n`;

export async function readCalls(storage: Storage, key: string): Promise<Call[]> {
  const found = await storage.get(key);
  if (found === undefined)
    throw new EngineError('crash', 'The agent calls of the query are missing in storage. Run the query again.');
  return parseCalls(await buffer(found.stream));
}

/** Parses the calls that the engine lists, one per line. */
export function parseCalls(content: Buffer): Call[] {
  return content
    .toString('utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => {
      // The key is followed by its number of rows. JSON text contains no tab.
      const [key, rows = '1'] = text.split('\t') as [string, string?];
      const [name, subject, inputs] = parseJson(key) as [AgentFunction, string | null, unknown];
      return { key, rows: Number(rows), function: name, subject, inputs };
    });
}
