import { buffer } from 'node:stream/consumers';
import type { LiveCells } from '@errand/contract/workspace.ts';
import type { Static } from 'typebox';
import type { Storage } from '#platform/storage/storage.ts';
import { EngineError } from '../engine/engine.ts';
import type { Column } from '../model/table.ts';
import { wireType } from '../model/wire-types.ts';
import { replaceConnections } from '../sql/connection-sources.ts';
import { readStatements } from '../sql/statements.ts';
import { line, readCalls } from './agent-rounds.ts';
import type { AgentJob } from './agents.ts';
import { queryOf } from './rewrites.ts';
import { RESULT_COLUMNS_MAX, type StatementDeps } from './statement-context.ts';
import { findProgress, type Progress, type QueryRow, type Round } from './store.ts';

// Shows the rows of a statement while its agents work. They are computed once per round with a mark in place of each
// answer, then filled with the results that the jobs have so far. This happens only on request.

type View = Static<typeof LiveCells>;
type Deps = Pick<StatementDeps, 'database' | 'storage' | 'engine' | 'slots' | 'agents'> & {
  settings: { timeoutMs: number; jobsMax: number };
};
type Preview = { columns: Column[]; rows: unknown[][]; truncated: boolean };

const ROWS_MAX = 200;
const BYTES_MAX = 2 * 1024 * 1024;
const VALUE_CHARACTERS_MAX = 2_000;
const MARK = /^errand:cell:(\d+)$/;

const nothing = (note: string): View => ({
  column_names: [],
  column_types: [],
  rows: [],
  cells: [],
  truncated: false,
  note,
});

export async function findLiveCells(deps: Deps, row: QueryRow): Promise<View> {
  const progress = await findProgress(deps.database.tenant(row.orgId), row.orgId, row.id);
  const round = progress?.rounds.at(-1);
  if (progress === undefined || round === undefined || round.answersKey !== null || round.jobsKey === undefined)
    return nothing('No cells are being filled now.');
  const jobs = await readJobs(deps.storage, round.jobsKey);
  const preview = jobs && (await findPreview(deps, row, progress, round, jobs));
  if (jobs === undefined || preview === undefined)
    return nothing('The statement computes with the answers of its agents, so its rows appear when it ends.');
  return fill(deps, row.orgId, preview, jobs);
}

async function readText(storage: Storage, key: string): Promise<string | undefined> {
  const found = await storage.get(key);
  return found && (await buffer(found.stream)).toString('utf8');
}

async function readJobs(storage: Storage, key: string): Promise<(AgentJob | null)[] | undefined> {
  const text = await readText(storage, key);
  return text
    ?.split('\n')
    .filter((one) => one !== '')
    .map((one) => JSON.parse(one));
}

/** Returns undefined if the rows cannot be computed without the answers. That outcome is cached too. */
async function findPreview(
  deps: Deps,
  row: QueryRow,
  progress: Progress,
  round: Round,
  jobs: (AgentJob | null)[],
): Promise<Preview | undefined> {
  const key = round.callsKey.replace('-calls-', '-cells-');
  const kept = await readText(deps.storage, key);
  if (kept !== undefined) return JSON.parse(kept) ?? undefined;
  const made = await makePreview(deps, row, progress, round, jobs).catch((error: unknown) => {
    if (!(error instanceof EngineError) || error.reason === 'crash') throw error;
    return undefined;
  });
  const hasMarks = made?.rows.some((cells) => cells.some((cell) => typeof cell === 'string' && MARK.test(cell)));
  const preview = hasMarks ? made : undefined;
  await deps.storage.put(key, Buffer.from(JSON.stringify(preview ?? null)));
  return preview;
}

async function makePreview(
  { storage, engine, slots, settings }: Deps,
  row: QueryRow,
  progress: Progress,
  round: Round,
  jobs: (AgentJob | null)[],
): Promise<Preview | undefined> {
  const statement = readStatements(row.query)[row.statements.length];
  const given = statement && queryOf(statement, progress.pins);
  if (statement === undefined || given === undefined) return undefined;
  const query = statement.readsConnections ? replaceConnections(given).query : given;
  const calls = await readCalls(storage, round.callsKey);
  const marksKey = round.callsKey.replace('-calls-', '-marks-');
  const marks = calls.map((call, at) => line(call.key, markOf(call.function, jobs[at] ?? null, at)));
  await storage.put(marksKey, Buffer.from(marks.join('')));
  let rows: unknown[][] = [];
  const answer = await slots.use(row.orgId, () =>
    engine.run({
      task: {
        kind: 'select',
        query,
        rowsMax: ROWS_MAX,
        bytesMax: BYTES_MAX,
        columnsMax: RESULT_COLUMNS_MAX,
        callsMax: settings.jobsMax,
      },
      tables: progress.pins,
      rounds: [...progress.rounds.slice(0, -1).map(({ answersKey }) => answersKey!), marksKey],
      timeoutMs: settings.timeoutMs,
      async keep(content, what) {
        if (what === 'result') rows = parseRows((await buffer(content)).toString('utf8'));
      },
    }),
  );
  return answer.calls ? undefined : { columns: answer.columns, rows, truncated: answer.truncated };
}

/** run_agent already has its answer. An answer of job_status or job_result would be outdated, so it is null. */
function markOf(name: string, job: AgentJob | null, at: number): string | null {
  if (name === 'run_agent_sync') return `errand:cell:${at}`;
  return job !== null && 'jobId' in job ? job.jobId : null;
}

const parseRows = (text: string): unknown[][] =>
  text
    .split('\n')
    .filter((one) => one !== '')
    .map((one) => JSON.parse(one.replace(/,$/, '')) as unknown[]);

async function fill(
  { agents }: Deps,
  orgId: string,
  { columns, rows, truncated }: Preview,
  jobs: (AgentJob | null)[],
): Promise<View> {
  const cells: View['cells'] = [];
  const shown = rows.map((values, row) =>
    values.map((value, column) => {
      const place = typeof value === 'string' ? MARK.exec(value) : null;
      if (place === null) return value;
      const job = jobs[Number(place[1])] ?? null;
      const id = job !== null && 'jobId' in job ? job.jobId : null;
      const error = job !== null && 'error' in job ? job.error : null;
      cells.push({ row, column, job_id: id, status_code: id === null ? null : 0, value: null, error });
      return null;
    }),
  );
  const ids = new Set(cells.flatMap(({ job_id: id }) => (id === null ? [] : [id])));
  const results = await agents.findResults(orgId, [...ids]);
  for (const cell of cells) {
    const result = cell.job_id === null ? undefined : results.get(cell.job_id);
    if (result === undefined) continue;
    cell.status_code = result.status;
    cell.value = result.value?.slice(0, VALUE_CHARACTERS_MAX) ?? null;
    cell.error = result.error;
  }
  return {
    column_names: columns.map(({ name }) => name),
    column_types: columns.map(wireType),
    rows: shown,
    cells,
    truncated,
    note: null,
  };
}
