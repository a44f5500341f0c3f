import { hasRole, type Role } from '@errand/contract/roles.ts';
import type { Wait } from '@errand/contract/waits.ts';
import { findValueProblems } from '@errand/json-schema/check-value.ts';
import { findDutyObstacle, linksOf, toActor } from '#orgs/actor.ts';
import type { Caller } from '#platform/caller.ts';
import { AppError, forbidden, invalidFields } from '#platform/errors.ts';
import { toLine } from '../record/about.ts';
import type { GivenApproval, WaitRow, Who } from '../record/wait-store.ts';

// Rules for who may answer a wait, and with what. Pure: no database, no clock.

const ROLE_DEFAULT: Role = 'member';

type Answering = Pick<Caller, 'userId' | 'role' | 'via'>;

/** Returns why this caller may not answer, or undefined. */
export function findObstacle(wait: WaitRow, caller: Answering): string | undefined {
  if (wait.kind === 'timer') return 'A timer cannot be answered.';
  if (wait.kind === 'event')
    return 'Only an event can answer this. Send one: POST /v1/agents/jobs/{id}/events/{name}/.';
  const role = wait.assigneeRole ?? ROLE_DEFAULT;
  if (!hasRole(caller.role, role)) return `This needs the role ${role}; yours is ${caller.role}.`;
  if (wait.assigneeUser !== null && wait.assigneeUser !== caller.userId) return 'This is assigned to another user.';
  return wait.forbidRequester ? findDutyObstacle(linksOf(wait.actor), caller) : undefined;
}

export function refuseObstacle(wait: WaitRow, caller: Answering): void {
  const obstacle = findObstacle(wait, caller);
  if (obstacle !== undefined) throw forbidden(obstacle);
}

/**
 * Returns the approvals with this one, or undefined if one is enough. Each of several must come from another person, so
 * keys of the organization, which anybody may hold, cannot give one.
 */
export function addApproval(
  wait: Pick<WaitRow, 'approvalsNeeded' | 'approvals' | 'options'>,
  { answer, comment }: { answer: unknown; comment?: string | null | undefined },
  who: Who,
): GivenApproval[] | undefined {
  if (wait.approvalsNeeded <= 1 || answer !== wait.options?.[0]) return undefined;
  if (who.userId === null || who.kind !== 'person')
    throw forbidden(
      'Several people have to approve, each signed in as themselves. A key of the organization is nobody.',
    );
  if (wait.approvals.some(({ by }) => by.userId === who.userId))
    throw new AppError('conflict', {
      detail: 'You have approved this already. Another person has to approve it, too.',
    });
  return [...wait.approvals, { by: who, comment: comment || null, at: new Date().toISOString() }];
}

/** Throws a 400 if the answer does not fit the options or the schema. */
export function checkAnswer(wait: WaitRow, answer: unknown): void {
  if (wait.options !== null && !(typeof answer === 'string' && wait.options.includes(answer)))
    throw invalidFields({ answer: [`Must be one of: ${wait.options.join(', ')}.`] });
  if (wait.answerSchema === null) return;
  const problems = findValueProblems(wait.answerSchema, answer);
  if (problems.length === 0) return;
  throw invalidFields({
    answer: problems.map(({ path, message }) => (path === '' ? message : `'${path}' ${message}`)),
  });
}

export const isOver = ({ status }: WaitRow): AppError =>
  new AppError('conflict', { detail: `This wait is no longer open: ${TOLD[status]}.`, extra: { status } });

const TOLD = {
  open: 'its job has ended',
  answered: 'it was answered',
  timed_out: 'its time is over',
  cancelled: 'it was withdrawn',
} as const;

/** The beginning of the title of a wait for the approval of a result. The verdict follows. */
export const APPROVAL_TITLE = 'Approve the result?';

/** The wait as this reader may see it: viewers and auditors do not see a result that was not approved. */
export function waitViewFor(reader: Role, row: WaitRow): Wait {
  const view = waitView(row);
  const isReleased = row.answer === 'approve' || (row.status === 'timed_out' && row.onTimeout === 'continue');
  if (hasRole(reader, 'analyst') || row.kind !== 'approval' || isReleased) return view;
  const title = row.title.startsWith(APPROVAL_TITLE) ? APPROVAL_TITLE : row.title;
  return { ...view, title, summary: '', body: '', evidence: [] };
}

/** What stands before the first value in the body of an approval. */
const HEADING_AND_FENCE = /^(?:\s*(?:\*\*.*\*\*|`{3,}.*)\n)+/;

export const waitView = (row: WaitRow): Wait => ({
  id: row.id,
  job_id: row.jobId,
  agent_id: row.agentId,
  agent_name: row.agentName,
  about: toLine(row.about),
  summary: toLine(row.body.replace(HEADING_AND_FENCE, '').replaceAll('**', '')),
  kind: row.kind,
  title: row.title,
  body: row.body,
  event: row.event,
  options: row.options,
  answer_schema: row.answerSchema,
  evidence: row.evidence,
  requested_by: row.requester,
  actor: toActor(linksOf(row.actor)),
  assignee_role: row.assigneeRole,
  assignee_user: row.assigneeUser,
  forbid_requester: row.forbidRequester,
  approvals_needed: row.approvalsNeeded,
  approvals: row.approvals.map(({ by, comment, at }) => ({ by: by.name, comment, at })),
  due_at: row.dueAt?.toISOString() ?? null,
  on_timeout: row.onTimeout,
  status: row.status,
  answer: row.answer ?? null,
  comment: row.comment,
  answered_by: row.answeredBy?.name ?? null,
  answered_at: row.answeredAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});
