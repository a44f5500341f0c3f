import { answeringRoles, type Role } from '@errand/contract/roles.ts';
import { type WaitKind, waitKinds } from '@errand/contract/waits.ts';
import { findSchemaProblems } from '@errand/json-schema/check-schema.ts';
import { isJsonObject } from '#platform/json.ts';
import { EngineFailure } from './engine.ts';
import type { WaitRequest } from './wait.ts';

/** A wait as it is stored. */
export type CheckedWait = {
  kind: WaitKind;
  title: string;
  body: string;
  options: string[] | null;
  answerSchema: Record<string, unknown> | null;
  evidence: string[];
  event: string | null;
  assigneeRole: Role | null;
  assigneeUser: number | null;
  forbidRequester: boolean;
  approvalsNeeded: number;
  dueAt: Date | null;
  onTimeout: string;
};

export const EVENT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const TITLE_CHARACTERS_MAX = 500;
const BODY_CHARACTERS_MAX = 100_000;
const OPTIONS_MAX = 100;
const OPTION_CHARACTERS_MAX = 200;
const EVIDENCE_MAX = 200;
const EVIDENCE_CHARACTERS_MAX = 2_000;
const APPROVALS_MAX = 10;

/** `viewer` asks for no more than the right to answer. */
const ASSIGNEE_ROLES: readonly Role[] = ['viewer', ...answeringRoles, 'owner'];

/** Validates a wait. Fails the job if its engine asks for something that nobody could answer. */
export function checkWait(request: WaitRequest): CheckedWait {
  const { kind, options, answer_schema: schema, evidence = [], event } = request;
  if (!waitKinds.includes(kind)) throw wrong(`kind must be one of ${waitKinds.join(', ')}`);
  if ((event !== undefined) !== (kind === 'event'))
    throw wrong('event is required with the kind event and cannot be used with others');
  if (event !== undefined && !EVENT_NAME.test(event))
    throw wrong(
      'event must be 1 to 100 letters, digits, dots, dashes and underscores, and begin with a letter or digit',
    );
  if (options !== undefined && !isList(options, OPTIONS_MAX, OPTION_CHARACTERS_MAX))
    throw wrong(`options must be 1 to ${OPTIONS_MAX} texts of 1 to ${OPTION_CHARACTERS_MAX} characters`);
  if (schema !== undefined) {
    if (!isJsonObject(schema)) throw wrong('answer_schema must be a JSON Schema');
    const [problem] = findSchemaProblems(schema);
    if (problem !== undefined) throw wrong(`answer_schema: ${problem}`);
  }
  if (evidence.length > 0 && !isList(evidence, EVIDENCE_MAX, EVIDENCE_CHARACTERS_MAX))
    throw wrong(`evidence must be at most ${EVIDENCE_MAX} texts of 1 to ${EVIDENCE_CHARACTERS_MAX} characters`);
  const role = request.assignee_role;
  if (role !== undefined && !ASSIGNEE_ROLES.includes(role))
    throw wrong(`assignee_role must be one of ${ASSIGNEE_ROLES.join(', ')}, because others answer nothing`);
  const { assignee_user: user = null } = request;
  if (user !== null && !Number.isInteger(user)) throw wrong('assignee_user must be the id of a user');
  const title = String(request.title ?? defaultTitle(kind, event)).trim();
  if (title === '') throw wrong('title is required');
  return {
    kind,
    title: title.slice(0, TITLE_CHARACTERS_MAX),
    body: String(request.body ?? '').slice(0, BODY_CHARACTERS_MAX),
    options: options ?? null,
    answerSchema: schema ?? null,
    evidence,
    event: event ?? null,
    assigneeRole: role ?? null,
    assigneeUser: user,
    forbidRequester: request.forbid_requester === true,
    approvalsNeeded: readApprovals(request),
    dueAt: readDue(kind, request.due_at),
    onTimeout: readOnTimeout(kind, request.on_timeout, options),
  };
}

const defaultTitle = (kind: WaitKind, event: string | undefined): string =>
  kind === 'timer' ? 'Waits for a time' : kind === 'event' ? `Waits for the event ${event}` : '';

function readDue(kind: WaitKind, given: string | Date | undefined): Date | null {
  if (given === undefined) {
    if (kind === 'timer') throw wrong('due_at is required for a timer');
    return null;
  }
  const due = new Date(given);
  if (Number.isNaN(due.getTime()) || due.getTime() > LATEST)
    throw wrong('due_at must be a date and time before the year 9000');
  return due;
}

function readApprovals({ kind, approvals = 1, options = [] }: WaitRequest): number {
  if (!Number.isInteger(approvals) || approvals < 1 || approvals > APPROVALS_MAX)
    throw wrong(`approvals must be a whole number from 1 to ${APPROVALS_MAX}`);
  if (approvals > 1 && (kind !== 'approval' || options.length === 0))
    throw wrong('approvals needs the kind approval and options, of which the first approves');
  return approvals;
}

/** Waits without a due time are queued in the year 9999; any due time must come before. */
const LATEST = Date.UTC(9_000, 0);

function readOnTimeout(kind: WaitKind, given: string | undefined, options: string[] | undefined): string {
  const onTimeout = given ?? (kind === 'timer' ? 'continue' : 'fail');
  if (onTimeout !== 'fail' && onTimeout !== 'continue' && options?.includes(onTimeout) !== true)
    throw wrong('on_timeout must be fail, continue or one of the options');
  return onTimeout;
}

const isList = (given: unknown, itemsMax: number, charactersMax: number): boolean =>
  Array.isArray(given) &&
  given.length > 0 &&
  given.length <= itemsMax &&
  given.every((item) => typeof item === 'string' && item.length > 0 && item.length <= charactersMax);

const wrong = (problem: string): EngineFailure =>
  new EngineFailure(`The engine requested an invalid wait: ${problem}.`, { code: 'errand.waits.invalid' });
