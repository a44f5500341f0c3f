import { findRunnable } from '#agents/snapshot.ts';
import { settleRun as settle } from '#batch-runs/run-batch.ts';
import { endRun } from '#batch-runs/store.ts';
import { jobStatus } from '#jobs/record/model.ts';
import type { Database, Db } from '#platform/db.ts';
import { type Answered, listAnswers, listResults, type ResultRow, updateResults } from './results-store.ts';
import { endScored, findLatestRun, type RunRow, runKind } from './runs-store.ts';
import { type Got, isRight, majorityOf, readAnswer, scoreCases } from './score.ts';
import { scoreRepeats } from './score-repeats.ts';

// A run ends when its last job ends. The first process that notices scores the answers, once.

const PAGE = 500;

/** Scores the run if all its jobs have ended. */
export const settleRun = (database: Database, orgId: string, runId: string): Promise<boolean> =>
  settle(database, runKind, { orgId, id: runId }, async (tx, run) => {
    const { several, obstacle } = await collect(tx, run);
    if (obstacle !== undefined) return endRun(tx, runKind, run, obstacle);
    const answers = new Map([...several].map(([position, list]) => [position, join(list)]));
    const results = await listResults(tx, orgId, runId);
    const baselineRunId = (await findBaseline(tx, run)) ?? null;
    const before = await listBefore(tx, orgId, baselineRunId);
    const scored = results.map((row) => ({ ...row, got: answers.get(row.position)?.got ?? null }));
    const judged = scored.map((row) => {
      const earlier = before.get(row.case_id);
      const correct = isRight(row);
      return {
        position: row.position,
        got: row.got,
        correct,
        error: answers.get(row.position)?.error ?? null,
        got_before: earlier?.got ?? null,
        regressed: !correct && earlier?.correct === true,
      };
    });
    for (let at = 0; at < judged.length; at += PAGE) await updateResults(tx, orgId, runId, judged.slice(at, at + PAGE));
    const regressions = judged.filter(({ regressed }) => regressed).length;
    const repeated = results.map((row) => ({
      ...row,
      answers: Array.from({ length: run.repeats }, (_, place) => several.get(row.position)?.[place]?.got ?? null),
    }));
    const scores = {
      ...scoreCases(scored),
      ...(run.repeats > 1 && { repeats: scoreRepeats(repeated, run.repeats) }),
    };
    await endScored(tx, run, { scores, baselineRunId, regressions });
  });

type Answer = { got: Got; error: string | null };
type Obstacle = { status: 'cancelled' | 'failed'; reason: string };

/** Returns the answers to each case by its position, in the order of the repeats, or why the run cannot be scored. */
async function collect(tx: Db, run: RunRow): Promise<{ several: Map<number, Answer[]>; obstacle?: Obstacle }> {
  const fields = new Map(
    (await listResults(tx, run.org_id, run.id)).map(({ position, expected }) => [position, Object.keys(expected)]),
  );
  const several = new Map<number, Answer[]>();
  let cancelled: Answered | undefined;
  let isDeleted = false;
  for (let after = -1; ; ) {
    const page = await listAnswers(tx, run.org_id, run.batch_id, { after, size: PAGE });
    for (const row of page) {
      const position = Math.floor(row.batch_index / run.repeats);
      if (row.status === jobStatus.cancelled) cancelled ??= row;
      isDeleted ||= row.data_deleted;
      const said = row.status === jobStatus.success ? readAnswer(fields.get(position) ?? [], toAnswer(row)) : null;
      const list = several.get(position) ?? [];
      list.push({ got: said, error: said === null ? (row.error_message ?? 'The job has no answer.') : null });
      several.set(position, list);
    }
    if (page.length < PAGE) break;
    after = page.at(-1)!.batch_index;
  }
  if (cancelled !== undefined)
    return {
      several,
      obstacle: {
        status: 'cancelled',
        reason:
          run.cancel_asked_at === null ? (cancelled.error_message ?? 'Jobs were cancelled.') : 'The run was cancelled.',
      },
    };
  if (isDeleted) return { several, obstacle: { status: 'failed', reason: 'The data of the jobs was deleted.' } };
  return { several };
}

const toAnswer = ({ ui_fields: uiFields, outputs }: Answered) => ({ uiFields, outputs });

function join(list: Answer[]): Answer {
  const got = majorityOf(list.map((one) => one.got));
  return { got, error: got === null ? (list.find(({ error }) => error !== null)?.error ?? null) : null };
}

/** Finds the last run of the current version on the same set. */
async function findBaseline(tx: Db, run: RunRow): Promise<string | undefined> {
  const current = await findRunnable(tx, run.agent_id);
  if (current === undefined) return undefined;
  return findLatestRun(tx, run.org_id, {
    setId: run.set_id,
    agentVersionId: current.version.id,
    policyVersionId: current.policyVersionId,
    but: run.id,
  });
}

async function listBefore(tx: Db, orgId: string, runId: string | null): Promise<Map<string, ResultRow>> {
  const rows = runId === null ? [] : await listResults(tx, orgId, runId);
  return new Map(rows.map((row) => [row.case_id, row]));
}
