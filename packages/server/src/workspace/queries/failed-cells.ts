import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { parseJson } from '#platform/json.ts';
import { persistently } from '#platform/persist.ts';
import { EngineError, type EngineRequest } from '../engine/engine.ts';
import type { Call } from './agent-answers.ts';
import { line, readCalls } from './agent-rounds.ts';
import type { AgentJob } from './agents.ts';
import type { StatementContext, StatementDeps } from './statement-context.ts';
import type { FailedCell, Progress, Round } from './store.ts';

// Finds the cells of a finished result that are null because a call failed, with the job of each. The statement runs
// once more with a mark in place of each missing answer. If the rows then differ from the result, because the statement
// computes with its answers, no cells are reported.

const CELLS_MAX = 500;
const ROWS_MAX = 10_000;
const BYTES_MAX = 8 * 1024 * 1024;
const REASON_CHARACTERS_MAX = 300;
const MARK = /^errand:failed:(\d+)$/;

type Failure = { jobId: string | null; error: string };

export async function findFailedCells(
  deps: StatementDeps,
  context: StatementContext,
  request: EngineRequest,
  { progress, rowsKey }: { progress: Progress; rowsKey: string },
): Promise<FailedCell[]> {
  try {
    const failures: Failure[] = [];
    const rounds: string[] = [];
    for (const round of progress.rounds) rounds.push(await markRound(deps, context, round, failures));
    if (failures.length === 0) return [];
    const marked = await runMarked(deps, context, request, rounds);
    return marked === undefined ? [] : await compare(deps, rowsKey, marked, failures);
  } catch (error) {
    if (error instanceof EngineError && error.reason !== 'cancelled') return [];
    throw error;
  }
}

/** Stores the answers of a round with a mark in place of each missing one. Returns their key. */
async function markRound(
  deps: StatementDeps,
  { query }: StatementContext,
  round: Round,
  failures: Failure[],
): Promise<string> {
  const calls = await readCalls(deps.storage, round.callsKey);
  const answers = await readLines<{ v: string | null }>(deps, round.answersKey!);
  const jobs = round.jobsKey === undefined ? [] : await readLines<AgentJob | null>(deps, round.jobsKey);
  const failed = calls.flatMap(({ function: name }, at) =>
    name.startsWith('run_') && (answers[at]?.v ?? null) === null ? [at] : [],
  );
  const idOf = (at: number): string | null => {
    const job = jobs[at] ?? null;
    return job !== null && 'jobId' in job ? job.jobId : null;
  };
  const ids = failed.map(idOf).filter((id) => id !== null);
  const results = await persistently(() => deps.agents.findResults(query.orgId, ids));
  const marks = new Map<number, string>();
  for (const at of failed) {
    const job = jobs[at] ?? null;
    const jobId = idOf(at);
    const told = jobId === null ? (job !== null && 'error' in job ? job.error : null) : results.get(jobId)?.error;
    marks.set(at, `errand:failed:${failures.length}`);
    failures.push({ jobId, error: (told ?? 'The call returned no answer.').slice(0, REASON_CHARACTERS_MAX) });
  }
  const key = round.callsKey.replace('-calls-', '-failed-');
  const text = calls.map(({ key: k }: Call, at) => line(k, marks.get(at) ?? answers[at]?.v ?? null)).join('');
  await deps.storage.put(key, Buffer.from(text));
  return key;
}

async function readLines<T>({ storage }: StatementDeps, key: string): Promise<T[]> {
  const found = await storage.get(key);
  const text = found === undefined ? '' : (await buffer(found.stream)).toString('utf8');
  return text
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => parseJson(one) as T);
}

/** Returns the rows with marks, or undefined if the statement would make other calls with these answers. */
async function runMarked(
  { engine, slots, memoryMb, callsMax }: StatementDeps,
  { query, signal }: StatementContext,
  request: EngineRequest,
  rounds: string[],
): Promise<string[] | undefined> {
  let rows: string[] = [];
  const task = { ...request.task, rowsMax: ROWS_MAX, bytesMax: BYTES_MAX, callsMax } as EngineRequest['task'];
  const answer = await slots.use(
    query.orgId,
    () =>
      engine.run({
        ...request,
        task,
        rounds,
        memoryMb,
        async keep(content, what) {
          if (what === 'result') rows = toLines((await buffer(content)).toString('utf8'));
        },
      }),
    signal,
  );
  return answer.calls ? undefined : rows;
}

const toLines = (text: string): string[] =>
  text
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => one.replace(/,$/, ''));

async function compare(
  { storage }: StatementDeps,
  rowsKey: string,
  marked: string[],
  failures: Failure[],
): Promise<FailedCell[]> {
  const found = await storage.get(rowsKey);
  if (found === undefined) return [];
  const cells: FailedCell[] = [];
  let row = 0;
  for await (const text of createInterface({ input: found.stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    const other = marked[row];
    if (text === '') continue;
    if (other === undefined) break;
    if (text.replace(/,$/, '') !== other.replaceAll(/"errand:failed:\d+"/g, 'null')) return [];
    if (other.includes('errand:failed:')) {
      for (const [column, value] of (parseJson(other) as unknown[]).entries()) {
        const failure = typeof value === 'string' ? failures[Number(MARK.exec(value)?.[1] ?? -1)] : undefined;
        if (failure !== undefined) cells.push({ row, column, job_id: failure.jobId, error: failure.error });
      }
    }
    if (cells.length >= CELLS_MAX) break;
    row += 1;
  }
  found.stream.destroy();
  return cells.slice(0, CELLS_MAX);
}
