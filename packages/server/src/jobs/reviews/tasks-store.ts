import type { ReviewTaskState } from '@errand/contract/review-desk.ts';
import { hasRole } from '@errand/contract/roles.ts';
import { currentRole } from '#orgs/current-role.ts';
import { type Caller, isPerson } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { aboutOf, LEAST_CONFIDENCE, RESULT_TEXT } from '../record/about.ts';
import type { Who } from '../record/wait-store.ts';
import type { CorrectedOutputs } from './corrections.ts';

// Review tasks. Code that opens or decides one holds the lock of its job.

export type TaskRow = {
  id: string;
  orgId: string;
  jobId: string;
  agentId: string;
  agentName: string;
  versionId: string;
  /** The first input of the job. */
  about: string | null;
  /** The beginning of its first output. */
  result: string | null;
  confidence: number | null;
  verdict: string | null;
  reason: string;
  round: 1 | 2;
  firstId: string | null;
  state: ReviewTaskState;
  attachment: unknown;
  reservedBy: Who | null;
  reservedAt: Date | null;
  reservedUntil: Date | null;
  dueAt: Date | null;
  agrees: boolean | null;
  correctedVerdict: string | null;
  correctedOutputs: CorrectedOutputs | null;
  comment: string;
  secondsSpent: number | null;
  readingSeconds: number;
  decidedBy: Who | null;
  decidedAt: Date | null;
  createdAt: Date;
  /** Whether the second review is open, so that its reviewer must not see this decision. */
  isBlind: boolean;
  /** The latest comes last. */
  skips: Skip[];
  settlement: Settlement | null;
  disputedAt: Date | null;
  settledAt: Date | null;
  /** The user of the other disputed review of the job. */
  otherUser: number | null;
};

/** What ends a disagreement. Until `settled`, one of the two reviewers proposes it. */
export type Settlement = {
  settled: boolean;
  agrees: boolean;
  correctedVerdict: string | null;
  correctedOutputs: CorrectedOutputs | null;
  comment: string;
  by: Who;
  agreedWith: number | null;
  at: string;
};

export type Skip = { by: Who; reason: string; at: string };

/** Whether a task is reserved by somebody who still has the role to decide it. */
const IS_HELD = `coalesce(t.reserved_until > clock_timestamp()
  and ${currentRole({ org: 't.org_id', user: 't.reserved_user', key: 't.reserved_key' })} in ('member', 'admin', 'owner'), false)`;
/** Whether another review of the job came to another result, and nobody has settled it. */
export const IS_DISPUTED = '(t.disputed_at is not null and t.settled_at is null)';
/** Selects the jobs of an organization about which a disagreement began or ended since a time. */
export const disputedSince = (org: string, time: string): string =>
  `select t.job_id from review_tasks t where t.org_id = ${org} and t.disputed_at is not null
     and greatest(t.disputed_at, t.settled_at) > ${time}`;
const STATE = `case when ${IS_DISPUTED} then 'disputed' when t.status = 'done' then 'done' when ${IS_HELD} then 'reserved' else 'open' end`;

const COLUMNS = `t.id, t.org_id as "orgId", t.job_id as "jobId", t.agent_id as "agentId", t.version_id as "versionId", t.reason,
  t.round, t.first_id as "firstId", ${STATE} as state, t.attachment, t.reserved_by as "reservedBy",
  t.reserved_at as "reservedAt", t.reserved_until as "reservedUntil", t.due_at as "dueAt", t.agrees,
  t.corrected_verdict as "correctedVerdict", t.corrected_outputs as "correctedOutputs", t.comment,
  t.seconds_spent as "secondsSpent", t.reading_seconds as "readingSeconds", t.decided_by as "decidedBy",
  t.decided_at as "decidedAt", t.created_at as "createdAt", t.skips, t.settlement,
  t.disputed_at as "disputedAt", t.settled_at as "settledAt",
  case when ${IS_DISPUTED} then (select o.decided_user from review_tasks o where o.job_id = t.job_id and o.id <> t.id
    and o.disputed_at is not null and o.settled_at is null limit 1) end as "otherUser",
  coalesce((select a.name from agents a where a.id = t.agent_id and a.org_id = t.org_id), '') as "agentName",
  ${aboutOf('t.job_id', 't.org_id')} as about, r.ui_fields->>'verdict' as verdict, ${RESULT_TEXT} as result,
  ${LEAST_CONFIDENCE} as confidence,
  t.status = 'done' and t.round = 1 and exists (
    select from review_tasks s where s.job_id = t.job_id and s.first_id = t.id and s.status = 'open') as "isBlind"`;

const FROM = 'from review_tasks t left join job_results r on r.job_id = t.job_id and r.org_id = t.org_id';

/** The shortest time in which the outputs of a result `r` can be read: at twice the pace of a good reader. */
export const READING_SECONDS = 'least(600, greatest(2, round(length(r.outputs::text) / 50.0)))';

/** Whether it is the same person, or the same key if there is no person. */
export const isSame = (who: Who | null, { userId, keyId }: Pick<Caller, 'userId' | 'keyId'>): boolean =>
  who !== null && (userId === null ? who.userId === null && who.keyId === keyId : who.userId === userId);

export async function findTask(db: Db, orgId: string, id: string): Promise<TaskRow | undefined> {
  const [row] = await db.query<TaskRow>(`select ${COLUMNS} ${FROM} where t.org_id = $1 and t.id = $2`, [orgId, id]);
  return row;
}

/** Finds the second review for a first one. */
export async function findSecond(db: Db, { orgId, jobId, id }: TaskRow): Promise<TaskRow | undefined> {
  const [row] = await db.query<TaskRow>(
    `select ${COLUMNS} ${FROM} where t.org_id = $1 and t.job_id = $2 and t.first_id = $3`,
    [orgId, jobId, id],
  );
  return row;
}

/** Whether a second review `t` has the same decision as the first one `f`. */
export const IS_SAME = `(t.agrees = f.agrees and t.corrected_verdict is not distinct from f.corrected_verdict
  and t.corrected_outputs is not distinct from f.corrected_outputs)`;

/** Lists the tasks of a job, newest first. */
export function listTasksOfJob(db: Db, orgId: string, jobId: string): Promise<TaskRow[]> {
  return db.query<TaskRow>(
    `select ${COLUMNS} ${FROM} where t.org_id = $1 and t.job_id = $2 order by t.id desc limit 100`,
    [orgId, jobId],
  );
}

/** Locks the reviews of a job until the transaction ends. */
export async function lockReviews(tx: Db, jobId: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`review ${jobId}`]);
}

export type TaskFilter = {
  state?: ReviewTaskState | undefined;
  reason?: string | undefined;
  agentId?: string | undefined;
  jobId?: string | undefined;
  mine?: Pick<Caller, 'userId' | 'keyId'> | undefined;
  isOverdue?: boolean | undefined;
  isSkipped?: boolean | undefined;
  isDisputed?: boolean | undefined;
};

/** Newest first. */
export async function listTasks(
  db: Db,
  orgId: string,
  filter: TaskFilter,
  { size, offset }: { size: number; offset: number },
): Promise<{ count: number; rows: TaskRow[] }> {
  const values: unknown[] = [orgId];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  let where = 't.org_id = $1';
  // A literal, so that the partial index of open tasks is used.
  const isDecided = filter.state === 'done' || filter.state === 'disputed';
  if (filter.state !== undefined) where += ` and t.status = '${isDecided ? 'done' : 'open'}'`;
  if (isDecided) where += ` and ${filter.state === 'done' ? 'not ' : ''}${IS_DISPUTED}`;
  if (filter.state === 'open') where += ` and not ${IS_HELD}`;
  if (filter.state === 'reserved') where += ` and ${IS_HELD}`;
  if (filter.reason !== undefined) where += ` and t.reason = ${bind(filter.reason)}`;
  if (filter.agentId !== undefined) where += ` and t.agent_id = ${bind(filter.agentId)}::uuid`;
  if (filter.jobId !== undefined) where += ` and t.job_id = ${bind(filter.jobId)}::uuid`;
  if (filter.mine !== undefined)
    where += ` and case when t.status = 'done' then ${isBy('decided', filter.mine, bind)}
      else ${isBy('reserved', filter.mine, bind)} and ${IS_HELD} end`;
  if (filter.isOverdue !== undefined)
    where += ` and ${filter.isOverdue ? '' : 'not '}coalesce(t.status = 'open' and t.due_at <= clock_timestamp(), false)`;
  if (filter.isSkipped !== undefined) where += ` and (t.skips <> '[]') = ${bind(filter.isSkipped)}`;
  if (filter.isDisputed !== undefined)
    where += ` and ${filter.isDisputed ? '' : 'not '}(t.status = 'done' and t.round = 2 and exists (
      select from review_tasks f where f.id = t.first_id and not ${IS_SAME}))`;
  const [total] = await db.query<{ count: number }>(
    `select count(*)::int as count from (select from review_tasks t where ${where} limit ${COUNTED_MAX}) t`,
    values,
  );
  const rows = await db.query<TaskRow>(
    `select ${COLUMNS} ${FROM} where ${where} order by t.id desc limit ${bind(size)} offset ${bind(offset)}`,
    values,
  );
  return { count: total!.count, rows };
}

/** Bounds the count, which every page reads. */
const COUNTED_MAX = 100_000;

/** The same rule as `isSame`, in SQL. */
export function isBy(
  what: 'decided' | 'reserved',
  { userId, keyId }: Pick<Caller, 'userId' | 'keyId'>,
  bind: (value: unknown) => string,
): string {
  if (userId !== null) return `t.${what}_user = ${bind(userId)}::int`;
  return `(t.${what}_user is null and t.${what}_key = ${bind(keyId)}::uuid)`;
}

/** The same rule for an entry of `skips`. */
function hasSkipped({ userId, keyId }: Pick<Caller, 'userId' | 'keyId'>, bind: (value: unknown) => string): string {
  if (userId !== null) return `(s->'by'->>'userId')::int = ${bind(userId)}::int`;
  return `(s->'by'->>'userId' is null and s->'by'->>'keyId' = ${bind(keyId)}::text)`;
}

const IS_BY_KEY = `coalesce(f.decided_by->>'kind', case when f.decided_key is null then 'person' else 'key' end) = 'key'`;

export type NextFilter = { agentId?: string | undefined; reason?: string | undefined; except: string[] };

/**
 * Finds the most urgent task that this caller may do. Tasks that the caller has reserved come first. Rows that another
 * process has locked are skipped.
 */
export async function findNextTask(
  tx: Db,
  caller: Caller,
  { agentId, reason, except }: NextFilter,
): Promise<string | undefined> {
  const values: unknown[] = [caller.orgId, except];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  let where = `t.org_id = $1 and t.status = 'open' and not t.id = any ($2::uuid[])`;
  if (agentId !== undefined) where += ` and t.agent_id = ${bind(agentId)}::uuid`;
  if (reason !== undefined) where += ` and t.reason = ${bind(reason)}`;
  const mine = isBy('reserved', caller, bind);
  where += ` and not exists (select from jsonb_array_elements(t.skips) s where ${hasSkipped(caller, bind)})`;
  // The same rule as `findDutyObstacle`: whoever holds the key of a first review could be anybody.
  const maySecond = !isPerson(caller)
    ? 't.round = 1'
    : `(t.round = 1 or not exists (select from review_tasks f where f.id = t.first_id
          and (f.decided_user is not distinct from ${bind(caller.userId)}::int ${hasRole(caller.role, 'admin') ? '' : `or ${IS_BY_KEY}`})))`;
  const [row] = await tx.query<{ id: string }>(
    `select t.id from review_tasks t where ${where} and ${maySecond} and (not ${IS_HELD} or ${mine})
     order by (${mine} and ${IS_HELD}) desc, t.due_at nulls last, t.id limit 1 for update of t skip locked`,
    values,
  );
  return row?.id;
}
