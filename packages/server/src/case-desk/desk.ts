import { findLink, type Link, toActor } from '#orgs/actor.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { listOrganizationListeners, publishEvent } from '#webhooks/publish-event.ts';
import { summaryAnswer } from './answers.ts';
import { auditCase } from './audit-case.ts';
import { viewerOf } from './rules/model.ts';
import { type CaseRow, getAnyCase, lockCase } from './store/cases.ts';
import { insertEvent } from './store/parts.ts';

// One transaction at the desk: who acts, and whom to tell when it is committed. Every change is recorded in the history
// of its case and in the audit chain, and sent to webhooks that name it.

export type Desk = {
  tx: Db;
  orgId: string;
  /** Null for the service itself and its playbooks. */
  caller: Caller | null;
  link: Link;
  /** What stands behind the link, nearest first. */
  behind?: Link[];
  /** Webhooks that have something to deliver. */
  told: string[];
};

export type DeskDeps = {
  database: Database;
  wake(webhookIds: string[]): void;
  /** What else begins when an alert joins a case, in the same transaction. Playbooks are above this domain. */
  onAlert(desk: Desk, joined: { alertId: string; caseId: string; playbookId: string | null }): Promise<void>;
};

/** The service itself, for what no person and no key did. */
export const SERVICE: Link = {
  kind: 'system',
  id: null,
  user_id: null,
  key_id: null,
  name: 'system',
  address: null,
  event: null,
};

export async function atDesk<T>(deps: DeskDeps, caller: Caller, work: (desk: Desk) => Promise<T>): Promise<T> {
  const told: string[] = [];
  const result = await deps.database.tenant(caller.orgId).tx(async (tx) => {
    const desk = { tx, orgId: caller.orgId, caller, link: await findLink(tx, caller), told };
    return work(desk);
  });
  if (told.length > 0) deps.wake(told);
  return result;
}

/** Changes a case that the caller sees. Others who change it wait, and then see what was changed. */
export const changeCase = <T>(
  deps: DeskDeps,
  caller: Caller,
  id: string,
  work: (desk: Desk, row: CaseRow) => Promise<T>,
): Promise<T> =>
  atDesk(deps, caller, async (desk) => work(desk, await lockCase(desk.tx, desk.orgId, id, viewerOf(caller))));

export function requireOpen({ state, merged_into: into }: CaseRow): void {
  if (into !== null) throw conflict(`The case was merged into ${into}.`);
  if (state === 'closed') throw conflict('The case is closed. Reopen it first.');
}

export const conflict = (detail: string): AppError => new AppError('conflict', { detail });

const WEBHOOK_EVENTS = {
  opened: 'case.opened',
  assigned: 'case.assigned',
  clock_due: 'case.due',
  task_due: 'case.due',
  decided: 'case.decided',
} as const;

/** Records what happened to a case, after it was written. */
export async function record(
  desk: Desk,
  caseId: string,
  kind: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const { tx, orgId, caller, link, behind = [] } = desk;
  await insertEvent(tx, orgId, { case_id: caseId, kind, actor: link, detail });
  // Texts of people stay in the case, where restrictions hold.
  const told = Object.fromEntries(Object.entries(detail).filter(([name]) => !TEXTS.has(name)));
  // The log has columns for people and keys. What else acted is named in the detail.
  const by = caller === null && link !== SERVICE ? { by: toActor([link, ...behind]) } : {};
  await auditCase(tx, caller, { orgId, caseId, action: `case.${kind}`, detail: { ...told, ...by } });
  if (kind in WEBHOOK_EVENTS)
    await publish(desk, caseId, WEBHOOK_EVENTS[kind as keyof typeof WEBHOOK_EVENTS], dueOf(kind, detail));
}

/** The clock or task that is due. */
function dueOf(kind: string, { name, task_id: id, title, due_at, user_id }: Record<string, unknown>) {
  if (kind === 'clock_due') return { clock: name };
  return kind === 'task_due' ? { task: { id, title, due_at, user_id } } : null;
}

const TEXTS = new Set(['comment', 'reason', 'title']);

async function publish(
  { tx, orgId, told }: Desk,
  caseId: string,
  kind: (typeof WEBHOOK_EVENTS)[keyof typeof WEBHOOK_EVENTS],
  due: { clock: unknown } | { task: object } | null,
): Promise<void> {
  const webhookIds = await listOrganizationListeners(tx, orgId, kind);
  if (webhookIds.length === 0) return;
  const row = await getAnyCase(tx, orgId, caseId);
  // Nobody knows who reads what a webhook receives.
  if (row.restricted_to !== null) return;
  const body = JSON.stringify({
    timestamp: new Date(databaseNow()).toISOString(),
    event: kind,
    organization: { id: orgId },
    case: summaryAnswer(row),
    ...due,
  });
  await publishEvent(tx, webhookIds, { orgId, agentId: null, jobId: null, kind, body });
  told.push(...webhookIds);
}
