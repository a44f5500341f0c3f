import { insertAudit } from '#orgs/audit.ts';
import { type Caller, isPerson } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { persistentlyForCaller } from '#platform/persist.ts';
import { lockQueued, wakeParked } from '../queue/park.ts';
import { storableJson, storableText } from '../record/storable.ts';
import { findWait, type GivenApproval, type WaitRow, type Who } from '../record/wait-store.ts';
import type { Wakeups } from '../record/wakeups.ts';
import { addApproval, checkAnswer, isOver, refuseObstacle } from './model.ts';

// Answers waits. One transaction stores the answer and makes the job due. The first answer counts, unless several people
// have to approve.

export type AnswerDeps = { database: Database; wakeups: Wakeups };
export type GivenAnswer = { answer: unknown; comment?: string | null | undefined };

export async function answerWait(
  deps: AnswerDeps,
  caller: Caller,
  waitId: string,
  given: GivenAnswer,
): Promise<WaitRow> {
  const who = await findWho(deps.database.tenant(caller.orgId), caller);
  return storeAnswer(deps, { orgId: caller.orgId, waitId, given, who }, async (tx, wait) => {
    refuseObstacle(wait, caller);
    await auditAnswer(tx, caller, wait, given, 'api');
  });
}

/**
 * Closes an open wait with an answer. `before` runs in the same transaction, under the lock of the job and before the
 * answer is checked, and may refuse.
 */
export async function storeAnswer(
  { database, wakeups }: AnswerDeps,
  { orgId, waitId, given, who }: { orgId: string; waitId: string; given: GivenAnswer; who: Who },
  before: (tx: Db, wait: WaitRow) => Promise<void>,
): Promise<WaitRow> {
  const answered = await persistentlyForCaller(() =>
    database.queue.tx(async (tx) => {
      const seen = await findWait(tx, orgId, waitId);
      if (seen === undefined) throw notFound('wait');
      const isQueued = await lockQueued(tx, orgId, seen.jobId);
      // Read again under the lock, because another process may have answered or cancelled it meanwhile.
      const wait = (await findWait(tx, orgId, waitId))!;
      if (wait.status === 'open') {
        await before(tx, wait);
        if (isQueued) {
          checkAnswer(wait, given.answer);
          const approvals = addApproval(wait, given, who);
          if (approvals !== undefined) await putApprovals(tx, wait.id, approvals);
          if (approvals === undefined || approvals.length >= wait.approvalsNeeded) {
            await closeWait(tx, wait.id, given, who);
            await wakeParked(tx, [wait.jobId]);
          }
          return (await findWait(tx, orgId, waitId))!;
        }
      }
      throw isOver(wait);
    }),
  );
  wakeups.notify('work', [orgId]);
  return answered;
}

async function putApprovals(tx: Db, waitId: string, approvals: GivenApproval[]): Promise<void> {
  await tx.run(`update job_waits set approvals = $2::jsonb where id = $1 and status = 'open'`, [
    waitId,
    storableJson(approvals),
  ]);
}

async function closeWait(tx: Db, waitId: string, given: GivenAnswer, who: Who): Promise<void> {
  await tx.run(
    `update job_waits set status = 'answered', answer = $2::json, comment = $3, answered_by = $4::json,
        answered_at = clock_timestamp()
      where id = $1 and status = 'open'`,
    [
      waitId,
      storableJson(given.answer ?? null),
      given.comment ? storableText(given.comment) : null,
      JSON.stringify(who),
    ],
  );
}

export function auditAnswer(
  tx: Db,
  caller: Caller,
  wait: WaitRow,
  { answer }: GivenAnswer,
  by: 'api' | 'link',
): Promise<void> {
  const option = wait.options !== null && typeof answer === 'string' ? { answer } : {};
  return insertAudit(tx, caller, {
    orgId: wait.orgId,
    action: 'wait.answered',
    targetType: 'wait',
    targetId: wait.id,
    detail: { job_id: wait.jobId, by, ...option },
  });
}

/** Returns the user or key under which an answer is stored. */
export async function findWho(db: Db, caller: Caller): Promise<Who> {
  const { userId, keyId } = caller;
  const [row] = await db.query<{ email: string | null; key: string | null }>(
    `select (select email from users where id = $1::int) as email,
      (select name from api_keys where id = $2::uuid) as key`,
    [userId, keyId],
  );
  const name = row?.email ?? (row?.key == null ? undefined : `API key ${row.key}`);
  if (name === undefined)
    throw new AppError('forbidden', { detail: 'This credential belongs to no known user or key.' });
  return { userId, keyId, name, kind: isPerson(caller) ? 'person' : 'key' };
}
