import { hasRole } from '@errand/contract/roles.ts';
import { findDutyObstacle } from '#orgs/actor.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError, forbidden, notFound } from '#platform/errors.ts';
import { linkOfWho } from '../record/wait-store.ts';
import { findWho } from '../waits/answer-wait.ts';
import { findNextTask, findTask, isSame, lockReviews, type NextFilter, type TaskRow } from './tasks-store.ts';

// Reserves review tasks. A reservation lasts 15 minutes, so that two people never work on the same task.

const RESERVED_SECONDS = 900;

export async function reserveTask(db: Transactor, caller: Caller, task: TaskRow): Promise<TaskRow> {
  return db.tx(async (tx) => {
    const now = await lockTask(tx, caller.orgId, task);
    await refuseHindrance(tx, caller, now);
    return hold(tx, caller, now.id);
  });
}

/** Reserves the next task. Returns undefined if there is none for this caller. */
export async function reserveNext(db: Transactor, caller: Caller, filter: NextFilter): Promise<TaskRow | undefined> {
  return db.tx(async (tx) => {
    const id = await findNextTask(tx, caller, filter);
    return id === undefined ? undefined : hold(tx, caller, id);
  });
}

export async function releaseTask(db: Transactor, caller: Caller, task: TaskRow): Promise<TaskRow> {
  return db.tx(async (tx) => {
    const now = await lockTask(tx, caller.orgId, task);
    if (now.decidedAt !== null) throw isDone();
    if (now.state === 'open') return now;
    if (!isSame(now.reservedBy, caller) && !hasRole(caller.role, 'admin')) throw isHeld(now);
    await tx.run(
      `update review_tasks set reserved_by = null, reserved_user = null, reserved_key = null, reserved_at = null,
         reserved_until = null where id = $1 and org_id = $2 and status = 'open'`,
      [now.id, caller.orgId],
    );
    if (!isSame(now.reservedBy, caller)) await auditRelease(tx, caller, now);
    return getTask(tx, caller.orgId, now.id);
  });
}

async function hold(tx: Db, caller: Caller, id: string): Promise<TaskRow> {
  const before = await getTask(tx, caller.orgId, id);
  const again = before.state === 'reserved' && isSame(before.reservedBy, caller);
  await tx.run(
    `update review_tasks set reserved_by = $3::json, reserved_user = $4::int, reserved_key = $5::uuid,
       reserved_at = case when $6 then reserved_at else clock_timestamp() end,
       reserved_until = clock_timestamp() + make_interval(secs => ${RESERVED_SECONDS})
     where id = $1 and org_id = $2 and status = 'open'`,
    [id, caller.orgId, JSON.stringify(await findWho(tx, caller)), caller.userId, caller.keyId, again],
  );
  return getTask(tx, caller.orgId, id);
}

/** Locks a task until the transaction ends and returns it as it is now. */
export async function lockTask(tx: Db, orgId: string, { id, jobId }: Pick<TaskRow, 'id' | 'jobId'>): Promise<TaskRow> {
  await lockReviews(tx, jobId);
  // Taking the next task locks only its row, so the row is locked here too.
  await tx.query('select 1 from review_tasks where id = $1 and org_id = $2 for update', [id, orgId]);
  return getTask(tx, orgId, id);
}

/** Throws if this caller may not work on the task now. */
export async function refuseHindrance(tx: Db, caller: Caller, task: TaskRow): Promise<void> {
  if (task.decidedAt !== null) throw isDone();
  if (task.state === 'reserved' && !isSame(task.reservedBy, caller)) throw isHeld(task);
  if (task.round === 1) return;
  const first = await getTask(tx, caller.orgId, task.firstId!);
  const obstacle = findDutyObstacle([linkOfWho(first.decidedBy!)], caller);
  if (obstacle !== undefined) throw forbidden(`A second review is for another person. ${obstacle}`);
}

export async function getTask(db: Db, orgId: string, id: string): Promise<TaskRow> {
  const task = await findTask(db, orgId, id);
  if (task === undefined) throw notFound('review');
  return task;
}

const isDone = (): AppError => new AppError('conflict', { detail: 'This review is already done.' });
const isHeld = ({ reservedBy, reservedUntil }: TaskRow): AppError =>
  new AppError('conflict', {
    detail: `${reservedBy!.name} has reserved this review.`,
    extra: { reserved_until: reservedUntil!.toISOString() },
  });

const auditRelease = (tx: Db, caller: Caller, task: TaskRow): Promise<void> =>
  audit(tx, caller, 'review.released', task.id, {
    job_id: task.jobId,
    round: task.round,
    reserved_by: task.reservedBy!.name,
  });
