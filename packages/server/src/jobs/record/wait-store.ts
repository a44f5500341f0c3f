import { hasRole, roles } from '@errand/contract/roles.ts';
import type { WaitKind, WaitStatus } from '@errand/contract/waits.ts';
import type { CheckedWait } from '#engines/engine/check-wait.ts';
import { type ActorRow, actorOfJob, isInvolved, type Link } from '#orgs/actor.ts';
import { type Caller, isPerson } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { aboutOf } from './about.ts';

// The waits of jobs. An open wait belongs to a job that has not ended. Code that changes both locks the queue row
// first.

/** The user or key that answered a wait or created a link. */
export type Who = {
  userId: number | null;
  keyId: string | null;
  name: string;
  /** Missing in rows of earlier releases. */
  kind?: 'person' | 'key';
};

export type GivenApproval = { by: Who; comment: string | null; at: string };

export type WaitRow = CheckedWait & {
  id: string;
  orgId: string;
  jobId: string;
  agentId: string;
  agentName: string;
  /** The first input of the job. */
  about: string | null;
  key: string;
  /** Given so far, if several are needed. */
  approvals: GivenApproval[];
  status: WaitStatus;
  answer: unknown;
  comment: string | null;
  answeredBy: Who | null;
  answeredAt: Date | null;
  createdAt: Date;
  requesterId: number | null;
  requester: string | null;
  actor: ActorRow;
};

const COLUMNS = `w.id, w.org_id as "orgId", w.job_id as "jobId", w.agent_id as "agentId",
  coalesce((select a.name from agents a where a.id = w.agent_id and a.org_id = w.org_id), '') as "agentName",
  ${aboutOf('w.job_id', 'w.org_id')} as about, w.key, w.kind, w.title, w.body,
  w.options, w.answer_schema as "answerSchema", w.evidence, w.event, w.assignee_role as "assigneeRole",
  w.assignee_user as "assigneeUser", w.forbid_requester as "forbidRequester",
  w.approvals_needed as "approvalsNeeded", w.approvals, w.due_at as "dueAt",
  w.on_timeout as "onTimeout", w.status, w.answer, w.comment, w.answered_by as "answeredBy", w.answered_at as "answeredAt",
  w.created_at as "createdAt", j.creator_id as "requesterId", u.email as requester,
  ${actorOfJob('j')} as actor`;
const FROM = 'from job_waits w join jobs j on j.id = w.job_id left join users u on u.id = j.creator_id';

export async function findWait(db: Db, orgId: string, id: string): Promise<WaitRow | undefined> {
  const [row] = await db.query<WaitRow>(`select ${COLUMNS} ${FROM} where w.org_id = $1 and w.id = $2`, [orgId, id]);
  return row;
}

export async function findWaitOfStep(db: Db, jobId: string, key: string): Promise<WaitRow | undefined> {
  const [row] = await db.query<WaitRow>(`select ${COLUMNS} ${FROM} where w.job_id = $1 and w.key = $2`, [jobId, key]);
  return row;
}

/** Returns the oldest open wait of a job. */
export async function findOpenWait(db: Db, orgId: string, jobId: string): Promise<WaitRow | undefined> {
  const [row] = await db.query<WaitRow>(
    `select ${COLUMNS} ${FROM} where w.org_id = $1 and w.job_id = $2 and w.status = 'open' order by w.id limit 1`,
    [orgId, jobId],
  );
  return row;
}

export type WaitFilter = {
  status?: WaitStatus | undefined;
  kind?: WaitKind | undefined;
  agentId?: string | undefined;
  jobId?: string | undefined;
  /** Only waits that this caller may answer. */
  mine?: Pick<Caller, 'userId' | 'role' | 'via'> | undefined;
};

/** Newest first. */
export async function listWaits(
  db: Db,
  orgId: string,
  filter: WaitFilter,
  { size, offset }: { size: number; offset: number },
): Promise<{ count: number; rows: WaitRow[] }> {
  const values: unknown[] = [orgId];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  let where = 'w.org_id = $1';
  // A literal, so that the partial index of open waits is used.
  if (filter.status === 'open') where += ` and w.status = 'open'`;
  else if (filter.status !== undefined) where += ` and w.status = ${bind(filter.status)}`;
  if (filter.kind !== undefined) where += ` and w.kind = ${bind(filter.kind)}`;
  if (filter.agentId !== undefined) where += ` and w.agent_id = ${bind(filter.agentId)}::uuid`;
  if (filter.jobId !== undefined) where += ` and w.job_id = ${bind(filter.jobId)}::uuid`;
  if (filter.mine !== undefined) {
    const { userId, role } = filter.mine;
    const user = `${bind(userId)}::int`;
    const involved = isPerson(filter.mine) ? isInvolved('j', user, hasRole(role, 'admin')) : 'true';
    const held = roles.filter((one) => hasRole(role, one));
    where += ` and w.kind in ('approval', 'question') and coalesce(w.assignee_role, 'member') = any(${bind(held)}::text[])
      and (w.assignee_user is null or w.assignee_user = ${user}) and not (w.forbid_requester and ${involved})`;
  }
  const [total] = await db.query<{ count: number }>(
    `select count(*) as count from (select ${FROM} where ${where} limit ${COUNTED_MAX}) w`,
    values,
  );
  const rows = await db.query<WaitRow>(
    `select ${COLUMNS} ${FROM} where ${where} order by w.id desc limit ${bind(size)} offset ${bind(offset)}`,
    values,
  );
  return { count: total!.count, rows };
}

/** Bounds the count, which every page reads. */
const COUNTED_MAX = 100_000;

/** Cancels the open waits of jobs that have ended. */
export async function cancelWaits(tx: Db, jobIds: string[]): Promise<void> {
  await tx.run(
    `update job_waits set status = 'cancelled', answered_at = clock_timestamp()
      where job_id = any($1::uuid[]) and status = 'open'`,
    [jobIds],
  );
}

/** Somebody who answered or decided, as a link. */
export const linkOfWho = ({ userId, keyId, name, kind = keyId === null ? 'person' : 'key' }: Who): Link => ({
  kind,
  id: null,
  user_id: userId,
  key_id: keyId,
  name,
  address: null,
  event: null,
});
