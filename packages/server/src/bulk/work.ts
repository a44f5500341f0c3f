import { addCases, removeCase } from '#evaluations/change-set.ts';
import { findSet } from '#evaluations/sets-store.ts';
import { takeJobs } from '#evaluations/take-jobs.ts';
import type { Archive } from '#jobs/archive/archive.ts';
import type { Canceller } from '#jobs/queue/cancel-job.ts';
import { deleteJobData, type EraseDeps } from '#jobs/record/delete-data.ts';
import { jobStatus, type Origin, priority } from '#jobs/record/model.ts';
import { findRecord } from '#jobs/record/store.ts';
import { toRequest } from '#jobs/start/retry-job.ts';
import type { Starter } from '#jobs/start/start-job.ts';
import { causedByJob } from '#orgs/actor.ts';
import { causedWithin, workLink } from '#orgs/causes.ts';
import type { Caller } from '#platform/caller.ts';
import { AppError } from '#platform/errors.ts';
import type { Logger } from '#platform/log.ts';
import { isTransient } from '#platform/persist.ts';
import type { BulkRow, ItemResult, ItemRow } from './store.ts';

// Performs a bulk action on one job. Every action is idempotent, because a process may die after acting and before
// recording it.

export type WorkDeps = EraseDeps & {
  archive: Archive;
  starter: Starter;
  canceller: Canceller;
};

const done = (reason: string | null = null) => ({ status: 'done', reason }) as const;
const skipped = (reason: string) => ({ status: 'skipped', reason }) as const;
type Outcome = Omit<ItemResult, 'position'>;

/** Returns undefined if it cannot be done now, such as during an outage. */
export async function workOn(
  deps: WorkDeps,
  operation: BulkRow,
  item: ItemRow,
  log: Logger,
): Promise<ItemResult | undefined> {
  try {
    const cause = [workLink(operation.id, `bulk action ${operation.kind}`), ...operation.editors];
    return {
      position: item.position,
      ...(await causedWithin(
        () => cause,
        () => act(deps, operation, item),
      )),
    };
  } catch (error) {
    if (isTransient(error) || (error instanceof AppError && error.code === 'unavailable')) return undefined;
    if (!(error instanceof AppError))
      log.error(
        { err: error, event: 'bulk.item', operation: operation.id, job: item.job_id },
        'bulk action failed on a job',
      );
    return { position: item.position, status: 'failed', reason: reasonOf(error) };
  }
}

const REASON_CHARACTERS_MAX = 500;

function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'Internal error. See the server log.';
  const fields = Object.values(error.options.fields ?? {}).flat();
  return [...(error.options.messages ?? []), ...fields, error.message][0]!.slice(0, REASON_CHARACTERS_MAX);
}

const callerOf = ({ org_id: orgId, user_id: userId, key_id: keyId, role }: BulkRow): Caller => ({
  orgId,
  userId,
  keyId,
  role,
  via: 'service',
});

async function act(deps: WorkDeps, operation: BulkRow, item: ItemRow): Promise<Outcome> {
  const caller = callerOf(operation);
  switch (operation.kind) {
    case 'retry':
      return retry(deps, operation, item);
    case 'cancel':
      if (await deps.canceller.cancelJob(caller, item.job_id)) return done();
      return (await statusOf(deps, caller.orgId, item.job_id)) === jobStatus.cancelled
        ? done()
        : skipped('The job had already ended.');
    case 'delete_data':
      await deleteJobData(deps, caller, item.job_id);
      return done();
    case 'add_to_set':
      return addToSet(deps, operation, item);
    case 'remove_from_set':
      return removeFromSet(deps, operation, item);
    default:
      return done();
  }
}

async function statusOf({ database }: WorkDeps, orgId: string, jobId: string): Promise<number | undefined> {
  return (await findRecord(database.tenant(orgId), orgId, jobId))?.status;
}

async function retry({ database, starter }: WorkDeps, operation: BulkRow, item: ItemRow): Promise<Outcome> {
  const { org_id: orgId } = operation;
  const record = await findRecord(database.tenant(orgId), orgId, item.job_id);
  if (record === undefined) return skipped('Job not found.');
  if (record.dataDeleted) return skipped("The job's inputs were deleted.");
  await starter.startOne(toRequest(record), {
    caller: callerOf(operation),
    causes: [causedByJob(record.id, [...record.links, ...operation.editors])],
    target: { agentId: record.agentId, versionId: operation.with_current_version ? undefined : record.versionId },
    origin: operation.origin as Origin,
    priority: priority.bulk,
    skipCache: true,
    retriedFrom: record.id,
    jobIds: [item.new_job_id!],
  });
  return done();
}

async function addToSet(deps: WorkDeps, operation: BulkRow, item: ItemRow): Promise<Outcome> {
  const { org_id: orgId, evaluation_set_id: setId } = operation;
  const db = deps.database.tenant(orgId);
  const set = await findSet(db, orgId, setId!);
  if (set === undefined) return { status: 'failed', reason: 'Evaluation set not found.' };
  if ((await findCases(deps, orgId, setId!, item.job_id)).length > 0) return done('The job was already in the set.');
  await addCases(deps.database, callerOf(operation), set, await takeJobs(deps, orgId, set, [item.job_id]));
  return done();
}

async function removeFromSet(deps: WorkDeps, operation: BulkRow, item: ItemRow): Promise<Outcome> {
  const { org_id: orgId, evaluation_set_id: setId } = operation;
  const set = await findSet(deps.database.tenant(orgId), orgId, setId!);
  if (set === undefined) return skipped('Evaluation set not found.');
  for (const { id } of await findCases(deps, orgId, setId!, item.job_id))
    await removeCase(deps.database, callerOf(operation), set, id);
  return done();
}

const findCases = ({ database }: WorkDeps, orgId: string, setId: string, jobId: string): Promise<{ id: string }[]> =>
  database
    .tenant(orgId)
    .query('select id from evaluation_cases where org_id = $1::uuid and set_id = $2::uuid and job_id = $3::uuid', [
      orgId,
      setId,
      jobId,
    ]);
