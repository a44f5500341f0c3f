import { hasRole } from '@errand/contract/roles.ts';
import { findRole } from '#orgs/members.ts';
import { invalidFields, notFound } from '#platform/errors.ts';
import { conflict, type Desk, record, requireOpen } from './desk.ts';
import type { Priority } from './rules/model.ts';
import { type CaseRow, updateCase } from './store/cases.ts';
import * as parts from './store/parts.ts';

export type Assignment = { user_id: number | null; expected_user_id?: number | null };

/** Gives a case to somebody or nobody. Whoever says who has it now takes it from nobody else. */
export async function assign(
  desk: Desk,
  row: CaseRow,
  { user_id: userId, expected_user_id: expected }: Assignment,
): Promise<void> {
  requireOpen(row);
  const before = row.assignee?.user_id ?? null;
  if (expected !== undefined && expected !== before)
    throw conflict(row.assignee === null ? 'The case is with nobody.' : `The case is with ${row.assignee.email}.`);
  if (userId !== null) await requireWorker(desk, row.restricted_to, userId, 'user_id');
  await updateCase(desk.tx, desk.orgId, row.id, { assignee_id: userId });
  await record(desk, row.id, userId === null ? 'unassigned' : 'assigned', {
    user_id: userId,
    before,
  });
}

export async function setPriority(
  desk: Desk,
  row: CaseRow,
  { priority, reason }: { priority: Priority; reason: string },
): Promise<void> {
  requireOpen(row);
  if (priority === row.priority) return;
  await updateCase(desk.tx, desk.orgId, row.id, { priority });
  await record(desk, row.id, 'priority_changed', { priority, before: row.priority, reason });
}

export async function addNote(desk: Desk, row: CaseRow, body: string): Promise<void> {
  const noteId = await parts.insertNote(desk.tx, desk.orgId, { caseId: row.id, body, author: desk.link });
  await updateCase(desk.tx, desk.orgId, row.id);
  await record(desk, row.id, 'note_added', { note_id: noteId });
}

type GivenTask = { title: string; due_at?: string | null; assignee?: number | null };

export async function addTask(desk: Desk, row: CaseRow, given: GivenTask): Promise<parts.TaskRow> {
  const { title, due_at: dueAt = null, assignee: assigneeId = null } = given;
  requireOpen(row);
  if (assigneeId !== null) await requireWorker(desk, row.restricted_to, assigneeId, 'assignee');
  const id = await parts.insertTask(desk.tx, desk.orgId, { caseId: row.id, title, dueAt, assigneeId });
  await updateCase(desk.tx, desk.orgId, row.id);
  await record(desk, row.id, 'task_added', { task_id: id, title });
  return (await parts.findTask(desk.tx, desk.orgId, row.id, id))!;
}

export async function tickTask(desk: Desk, row: CaseRow, id: string, done: boolean): Promise<parts.TaskRow> {
  const task = await parts.findTask(desk.tx, desk.orgId, row.id, id);
  if (task === undefined) throw notFound('task');
  requireOpen(row);
  await parts.updateTask(desk.tx, desk.orgId, id, done);
  await record(desk, row.id, done ? 'task_done' : 'task_reopened', { task_id: id, title: task.title });
  return (await parts.findTask(desk.tx, desk.orgId, row.id, id))!;
}

/**
 * Nobody else sees the case from now on, nor what was merged into it: notes and documents stayed there. Who has it and may
 * not see it any more loses it.
 */
export async function restrict(desk: Desk, row: CaseRow, userIds: number[]): Promise<void> {
  if (row.merged_into !== null) throw conflict(`The case was merged into ${row.merged_into}. Restrict that one.`);
  const ids = [...new Set(userIds)].sort((one, other) => one - other);
  await requireViewers(desk, null, ids, 'user_ids');
  const audience = ids.length === 0 ? null : ids;
  const keepsAssignee = audience === null || row.assignee === null || ids.includes(row.assignee.user_id);
  for (const id of await parts.listMerged(desk.tx, desk.orgId, row.id))
    await updateCase(desk.tx, desk.orgId, id, { restricted_to: audience });
  await updateCase(desk.tx, desk.orgId, row.id, {
    restricted_to: audience,
    ...(!keepsAssignee && { assignee_id: null }),
  });
  await record(desk, row.id, ids.length === 0 ? 'unrestricted' : 'restricted', { user_ids: ids });
}

/** Work is given to people who may do it. */
async function requireWorker(desk: Desk, audience: number[] | null, userId: number, field: string): Promise<void> {
  await requireViewers(desk, audience, [userId], field);
  const role = await findRole(desk.tx, desk.orgId, userId);
  if (!hasRole(role!, 'analyst'))
    throw invalidFields({ [field]: [`User ${userId} only reads cases (role ${role}). Choose an analyst or above.`] });
}

async function requireViewers(
  { tx, orgId }: Desk,
  audience: number[] | null,
  userIds: number[],
  field: string,
): Promise<void> {
  for (const userId of userIds) {
    if ((await findRole(tx, orgId, userId)) === undefined)
      throw invalidFields({ [field]: [`User ${userId} is not a member of the organization.`] });
    if (audience !== null && !audience.includes(userId))
      throw invalidFields({ [field]: [`The case is restricted to others than user ${userId}.`] });
  }
}
