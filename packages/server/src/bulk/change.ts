import { findLink } from '#orgs/actor.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import {
  type BulkKind,
  type BulkRow,
  type BulkStatus,
  changeActor,
  changeStatus,
  insertOperation,
  noteUndone,
} from './store.ts';

// Starts, pauses, resumes, cancels and undoes bulk actions.

const VERBS = {
  start: { from: ['planned'], to: 'running', told: 'started' },
  pause: { from: ['running'], to: 'paused', told: 'paused' },
  resume: { from: ['paused'], to: 'running', told: 'resumed' },
  cancel: { from: ['planned', 'running', 'paused'], to: 'cancelled', told: 'cancelled' },
} as const satisfies Record<string, { from: BulkStatus[]; to: BulkStatus; told: string }>;

export type Verb = keyof typeof VERBS;

export async function changeOperation(database: Database, caller: Caller, row: BulkRow, verb: Verb): Promise<void> {
  const { from, told } = VERBS[verb];
  // An export is created when it is downloaded, so it is done at once.
  const to = verb === 'start' && row.kind === 'export' ? 'done' : VERBS[verb].to;
  await database.tenant(caller.orgId).tx(async (tx) => {
    if (!(await changeStatus(tx, caller.orgId, row.id, [...from], to)))
      throw new AppError('conflict', {
        detail: `The bulk action is ${row.status}. To ${verb} it, it must be ${from.join(' or ')}.`,
      });
    if (verb === 'start' || verb === 'resume')
      await changeActor(tx, caller.orgId, row.id, caller, await findLink(tx, caller));
    if (to === 'done')
      await tx.run(`update bulk_items set status = 'done', at = now() where operation_id = $1::uuid`, [row.id]);
    await audit(tx, caller, `bulk_operation.${told}`, row.id, { kind: row.kind, jobs: row.total });
  });
}

const OPPOSITE: Partial<Record<BulkKind, BulkKind>> = {
  retry: 'cancel',
  cancel: 'retry',
  add_to_set: 'remove_from_set',
};

export const canUndo = ({ kind, status, undone_by: undoneBy, undoes }: BulkRow): boolean =>
  OPPOSITE[kind] !== undefined && ['done', 'cancelled'].includes(status) && undoneBy === null && undoes === null;

/** Starts the opposite action on the items that were done. */
export async function undoOperation(database: Database, caller: Caller, row: BulkRow, origin: string): Promise<string> {
  if (!canUndo(row))
    throw new AppError('conflict', {
      detail: 'Only an ended bulk action can be undone, and only once. Deletions, exports and undos cannot be undone.',
    });
  const kind = OPPOSITE[row.kind]!;
  const id = newId();
  await database.tenant(caller.orgId).tx(async (tx) => {
    if ((await noteUndone(tx, caller.orgId, row.id, id)) === 0)
      throw new AppError('conflict', { detail: 'The bulk action was already undone.' });
    // Cases that were already in the set stay there. Their items have a reason.
    const items = await tx.query<{ job_id: string; new_job_id: string | null }>(
      `select coalesce(new_job_id, job_id) as job_id from bulk_items
        where operation_id = $1::uuid and status = 'done' and (reason is null or $2::text <> 'add_to_set') order by position`,
      [row.id, row.kind],
    );
    await insertOperation(tx, {
      id,
      org_id: caller.orgId,
      kind,
      status: 'running',
      filter: {},
      left_out: 0,
      searched_to: null,
      estimated_cost: 0,
      with_current_version: false,
      evaluation_set_id: row.evaluation_set_id,
      undoes: row.id,
      origin,
      user_id: caller.userId,
      key_id: caller.keyId,
      role: caller.role,
      editors: [await findLink(tx, caller)],
      items: items.map(({ job_id }) => ({ job_id, new_job_id: kind === 'retry' ? newId() : null })),
    });
    await audit(tx, caller, 'bulk_operation.undone', row.id, { kind: row.kind, by: id });
  });
  return id;
}
