import { isDeepStrictEqual } from 'node:util';
import type { ReviewComparison } from '@errand/contract/review-desk.ts';
import type { OutputItem } from '#engines/engine/engine.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { firstJson, valueAt } from './corrections.ts';
import { getTask } from './take-task.ts';
import { taskView } from './task-view.ts';
import { findSecond, type TaskRow } from './tasks-store.ts';

type Opinion = Pick<TaskRow, 'agrees' | 'correctedVerdict' | 'correctedOutputs'>;

/** Compares the first and the second review of a job. Decisions that the caller may not see yet stay hidden. */
export async function compareReviews(
  db: Db,
  caller: Pick<Caller, 'orgId' | 'userId' | 'keyId'>,
  task: TaskRow,
): Promise<ReviewComparison> {
  const first = task.round === 2 ? await getTask(db, caller.orgId, task.firstId!) : task;
  const second = task.round === 2 ? task : await findSecond(db, first);
  const tasks = second === undefined ? [first] : [first, second];
  const reviews = tasks.map((one) => taskView(one, caller));
  const isOpen = reviews.length < 2 || reviews.some(({ decision }) => decision === null);
  const differences = isOpen ? [] : listDifferences(await findOutput(db, task), first, second!);
  return {
    job_id: task.jobId,
    verdict: task.verdict,
    reviews,
    same: isOpen ? null : differences.length === 0,
    differences,
  };
}

/** Lists the fields in which two opinions about an output differ, with the value that each author considers right. */
export function listDifferences(
  output: { verdict: string | null; value: unknown },
  first: Opinion,
  second: Opinion,
): ReviewComparison['differences'] {
  const pointers = new Set([first, second].flatMap(({ correctedOutputs }) => Object.keys(correctedOutputs ?? {})));
  const fields: [string, unknown, (of: Opinion) => unknown][] = [
    ['agrees', null, ({ agrees }) => agrees],
    ['verdict', output.verdict, ({ correctedVerdict }) => correctedVerdict ?? output.verdict],
    ...[...pointers].map((pointer): [string, unknown, (of: Opinion) => unknown] => {
      const said = valueAt(output.value, pointer) ?? null;
      return [pointer, said, ({ correctedOutputs: right }) => (right && pointer in right ? right[pointer] : said)];
    }),
  ];
  return fields
    .map(([field, said, of]) => ({ field, output: said, first: of(first), second: of(second) }))
    .filter((one) => !isDeepStrictEqual(one.first, one.second));
}

/** Returns what the job said. */
export async function findOutput(db: Db, { orgId, jobId, verdict }: TaskRow) {
  const [row] = await db.query<{ outputs: OutputItem[] | null }>(
    'select outputs from job_results where org_id = $1 and job_id = $2',
    [orgId, jobId],
  );
  return { verdict, value: firstJson(row?.outputs ?? []) };
}
