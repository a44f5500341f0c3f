import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { isFinal } from '../record/model.ts';
import { storableJson, storableText } from '../record/storable.ts';
import type { JobState } from '../record/store.ts';
import { findWho } from '../waits/answer-wait.ts';
import { checkCorrection } from './check-correction.ts';
import { findReview, type NewReview, type Review, statusOf } from './reviews.ts';
import { openSecond } from './second.ts';
import { putOutcome } from './settle.ts';
import { getTask, lockTask, refuseHindrance } from './take-task.ts';
import { isSame, listTasksOfJob, lockReviews, READING_SECONDS, type TaskRow } from './tasks-store.ts';

// Stores opinions about jobs, whether a task asked for them or not. Each is stored as a task that is done, and counts
// once no other task of the job is open.

export type NewDecision = NewReview & { secondsSpent: number | null };

export async function decideTask(db: Transactor, caller: Caller, task: TaskRow, given: NewDecision): Promise<TaskRow> {
  return db.tx(async (tx) => {
    const now = await lockTask(tx, caller.orgId, task);
    await refuseHindrance(tx, caller, now);
    const decision = await checked(tx, caller.orgId, now.jobId, given);
    await close(tx, caller, now, decision);
    const isLast = !(await openSecond(tx, now));
    const job = { id: now.jobId, agentId: now.agentId };
    const isDisputed = isLast && (await putOutcome(tx, caller, job, now, decision));
    await audit(tx, caller, 'review.decided', now.id, {
      job_id: now.jobId,
      round: now.round,
      ...(isLast && described(decision)),
      ...(isDisputed && { disputed: true }),
    });
    return getTask(tx, caller.orgId, now.id);
  });
}

/**
 * Stores an opinion about an ended job, asked for or not. Returns undefined if it does not count yet, because a second
 * review is open.
 */
export async function reviewJob(
  db: Transactor,
  caller: Caller,
  job: JobState,
  given: NewReview,
): Promise<Review | undefined> {
  const { orgId } = caller;
  if (!isFinal(job.status)) throw new AppError('job_not_final');
  return db.tx(async (tx) => {
    await lockReviews(tx, job.id);
    const decision = { ...(await checked(tx, orgId, job.id, { ...given, secondsSpent: null })) };
    const tasks = await listTasksOfJob(tx, orgId, job.id);
    const kept = await keep(tx, caller, job, tasks, decision);
    const isDisputed = kept !== undefined && (await putOutcome(tx, caller, job, kept, decision));
    const told = { ...described(decision), ...(isDisputed && { disputed: true }) };
    await audit(tx, caller, 'job.reviewed', job.id, kept ? told : { second_review: true });
    return kept && findReview(tx, orgId, job.id);
  });
}

/** Stores the opinion with the task that it answers, and returns that task, unless another one is open now. */
async function keep(
  tx: Db,
  caller: Caller,
  job: JobState,
  tasks: TaskRow[],
  decision: NewDecision,
): Promise<Pick<TaskRow, 'id' | 'firstId'> | undefined> {
  const open = tasks.find(({ decidedAt }) => decidedAt === null);
  const first = open?.round === 2 ? tasks.find(({ id }) => id === open.firstId) : undefined;
  if (first !== undefined && isSame(first.decidedBy, caller)) {
    // The first reviewer changes the decision while the second review is still open.
    await close(tx, caller, first, decision);
    return undefined;
  }
  if (open !== undefined) {
    const now = await lockTask(tx, caller.orgId, open);
    await refuseHindrance(tx, caller, now);
    await close(tx, caller, now, decision);
    return (await openSecond(tx, now)) ? undefined : now;
  }
  const [last] = tasks;
  if (last !== undefined) refuseDispute(last);
  if (last !== undefined && isSame(last.decidedBy, caller)) {
    await close(tx, caller, last, decision);
    return last;
  }
  const firstId = last?.id ?? null;
  const id = await insertUnasked(tx, caller, job, firstId);
  await close(tx, caller, { id, reservedAt: null }, decision);
  return { id, firstId };
}

/** One more opinion does not end a disagreement, and does not undo how it was settled. */
function refuseDispute({ id, state, settlement }: TaskRow): void {
  if (state === 'disputed')
    throw new AppError('conflict', {
      detail: 'Two reviewers disagree about this job. Settle that instead.',
      extra: { review_id: id },
    });
  if (settlement?.settled === true)
    throw new AppError('conflict', {
      detail: 'A disagreement about this job was settled. Contest the decision to have it reviewed again.',
      extra: { review_id: id },
    });
}

async function checked(tx: Db, orgId: string, jobId: string, given: NewDecision): Promise<NewDecision> {
  return {
    ...given,
    ...(await checkCorrection(tx, orgId, jobId, given)),
    comment: storableText(given.comment),
  };
}

/** Stores the decision of a task. Replaces an earlier one of the same person. */
async function close(
  tx: Db,
  caller: Caller,
  task: Pick<TaskRow, 'id' | 'reservedAt'>,
  decision: NewDecision,
): Promise<void> {
  const who = await findWho(tx, caller);
  const values = {
    agrees: decision.agrees,
    corrected_verdict: decision.correctedVerdict,
    corrected_outputs: decision.correctedOutputs,
    comment: decision.comment,
    seconds_spent: decision.secondsSpent,
    decided_by: who,
    decided_user: who.userId,
    decided_key: who.keyId,
  };
  await tx.run(
    `update review_tasks t set status = 'done', agrees = given.agrees, corrected_verdict = given.corrected_verdict,
       corrected_outputs = given.corrected_outputs, comment = given.comment, decided_by = given.decided_by,
       decided_user = given.decided_user, decided_key = given.decided_key, decided_at = clock_timestamp(),
       seconds_spent = coalesce(given.seconds_spent, round(extract(epoch from clock_timestamp() - t.reserved_at), 1), t.seconds_spent),
       reserved_by = null, reserved_user = null, reserved_key = null, reserved_at = null, reserved_until = null
     from json_to_record($3::json) as given (agrees boolean, corrected_verdict text, corrected_outputs jsonb, comment text,
       seconds_spent numeric, decided_by json, decided_user int, decided_key uuid)
     where t.id = $2 and t.org_id = $1`,
    [caller.orgId, task.id, storableJson(values)],
  );
}

/** Inserts a task for an opinion that no task asked for. The same transaction closes it. `firstId`: the review before. */
async function insertUnasked(tx: Db, caller: Caller, job: JobState, firstId: string | null): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into review_tasks (id, org_id, job_id, agent_id, version_id, reason, round, first_id, reading_seconds,
       created_at)
     select $3, $1, j.id, j.agent_id, j.version_id, 'feedback', case when $4::uuid is null then 1 else 2 end, $4, ${READING_SECONDS}, clock_timestamp()
     from jobs j join job_results r on r.job_id = j.id where j.org_id = $1 and j.id = $2 returning id`,
    [caller.orgId, job.id, newId(), firstId],
  );
  if (row === undefined) throw notFound('job');
  return row.id;
}

const described = (decision: NewDecision): Record<string, unknown> => ({
  status: statusOf(decision),
  corrected_verdict: decision.correctedVerdict,
  ...(decision.correctedOutputs && { corrected_fields: Object.keys(decision.correctedOutputs).slice(0, 50) }),
});
