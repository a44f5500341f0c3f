import { isDeepStrictEqual } from 'node:util';
import { findDutyObstacle } from '#orgs/actor.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, forbidden, invalidFields } from '#platform/errors.ts';
import { storableJson, storableText } from '../record/storable.ts';
import { findWho } from '../waits/answer-wait.ts';
import { checkCorrection } from './check-correction.ts';
import { findOutput, listDifferences } from './compare.ts';
import { type NewReview, putDispute, putReview } from './reviews.ts';
import { getTask, lockTask } from './take-task.ts';
import { isSame, listTasksOfJob, type Settlement, type TaskRow } from './tasks-store.ts';

// Two reviews of a job that differ make both tasks disputed, and no review of the job counts. A third person ends that,
// or the two together: one proposes an answer, and the other sends the same.

type Job = { id: string; agentId: string };

/** Stores what a decision means for its job: it counts, or the job is disputed. Returns whether it is disputed. */
export async function putOutcome(
  tx: Db,
  caller: Caller,
  job: Job,
  task: Pick<TaskRow, 'id' | 'firstId'>,
  decision: NewReview,
): Promise<boolean> {
  if (task.firstId !== null) {
    const first = await getTask(tx, caller.orgId, task.firstId);
    if (listDifferences(await findOutput(tx, first), first, decision).length > 0) {
      await tx.run(
        `update review_tasks set disputed_at = clock_timestamp() where org_id = $1 and id = any($2::uuid[])`,
        [caller.orgId, [first.id, task.id]],
      );
      await putDispute(tx, caller.orgId, job);
      return true;
    }
  }
  // A decision about something else, such as an objection, does not settle a disagreement.
  if ((await listTasksOfJob(tx, caller.orgId, job.id)).some(({ state }) => state === 'disputed')) return true;
  await putReview(tx, caller, job, decision);
  return false;
}

export type NewSettlement = NewReview & { agreedWith: number | null };

export async function settleDispute(
  db: Transactor,
  caller: Caller,
  task: TaskRow,
  given: NewSettlement,
): Promise<TaskRow> {
  const { orgId } = caller;
  return db.tx(async (tx) => {
    const now = await lockTask(tx, orgId, task);
    if (now.state !== 'disputed')
      throw new AppError('conflict', { detail: 'There is no open disagreement about this review.' });
    const pair = (await listTasksOfJob(tx, orgId, now.jobId)).filter(({ state }) => state === 'disputed');
    const other = findOther(caller, pair, given.agreedWith);
    const decision = {
      ...given,
      ...(await checkCorrection(tx, orgId, now.jobId, given)),
      comment: storableText(given.comment),
    };
    const isSettled = other === undefined || isConfirmed(now.settlement, other, decision);
    const settlement: Settlement = {
      settled: isSettled,
      agrees: decision.agrees,
      correctedVerdict: decision.correctedVerdict,
      correctedOutputs: decision.correctedOutputs,
      comment: decision.comment,
      by: await findWho(tx, caller),
      agreedWith: given.agreedWith,
      at: new Date().toISOString(),
    };
    await tx.run(
      `update review_tasks set settlement = $3::jsonb, settled_at = case when $4 then clock_timestamp() end
       where org_id = $1 and id = any($2::uuid[])`,
      [orgId, pair.map(({ id }) => id), storableJson(settlement), isSettled],
    );
    if (isSettled) await putReview(tx, caller, { id: now.jobId, agentId: now.agentId }, decision);
    await audit(tx, caller, isSettled ? 'review.settled' : 'review.settlement_proposed', now.id, {
      job_id: now.jobId,
      agrees: decision.agrees,
      corrected_verdict: decision.correctedVerdict,
      ...(other !== undefined && { agreed_with: other }),
    });
    return getTask(tx, orgId, now.id);
  });
}

/** Returns the other of the two reviewers if the caller is one of them, and undefined for a third person. */
function findOther(caller: Caller, pair: TaskRow[], agreedWith: number | null): number | undefined {
  // Whoever holds a key may be one of the two.
  const obstacle = findDutyObstacle([], caller);
  if (obstacle !== undefined) throw forbidden(obstacle);
  const others = pair.filter(({ decidedBy }) => !isSame(decidedBy, caller));
  if (others.length === pair.length) {
    if (agreedWith !== null) throw invalidFields({ agreed_with: ['Only for one of the two reviewers.'] });
    return undefined;
  }
  if (agreedWith === null)
    throw forbidden(
      'You are one of the two reviewers. Leave it to a third person, or name the other one in agreed_with.',
    );
  if (!others.some(({ decidedBy }) => decidedBy?.userId === agreedWith))
    throw invalidFields({ agreed_with: ['Must be the id of the other reviewer.'] });
  return agreedWith;
}

/** Whether the other reviewer has proposed the same. */
const isConfirmed = (proposed: Settlement | null, other: number, given: NewReview): boolean =>
  proposed?.by.userId === other && isDeepStrictEqual(answerOf(proposed), answerOf(given));

const answerOf = ({ agrees, correctedVerdict, correctedOutputs }: NewReview | Settlement) => ({
  agrees,
  correctedVerdict,
  correctedOutputs,
});
