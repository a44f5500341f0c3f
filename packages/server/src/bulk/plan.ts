import type { BulkBody } from '@errand/contract/bulk.ts';
import type { Static } from 'typebox';
import { findSet } from '#evaluations/sets-store.ts';
import type { Archive } from '#jobs/archive/archive.ts';
import { estimateAgent } from '#jobs/batches/sql-batches.ts';
import { readJobQuery } from '#jobs/query/read-query.ts';
import { findArchivedOf } from '#jobs/read/archived-of.ts';
import type { ListFilters } from '#jobs/read/job-source.ts';
import { listMatching } from '#jobs/read/list-all-jobs.ts';
import { isFinal, jobStatus } from '#jobs/record/model.ts';
import { joinQueue } from '#jobs/record/queue-row.ts';
import { listExisting } from '#jobs/record/store.ts';
import { findLink } from '#orgs/actor.ts';
import type { Caller } from '#platform/caller.ts';
import { claimFor } from '#platform/claims.ts';
import type { Database, Db } from '#platform/db.ts';
import { forbidden, invalidFields } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { type BulkKind, insertOperation } from './store.ts';

// Selects the jobs of a bulk action and records them, so that it does exactly what was shown. Jobs that match later are
// not part of it.

const JOBS_MAX = 10_000;
const WORK_MS = 10_000;

export async function planOperation(
  { database, archive }: { database: Database; archive: Pick<Archive, 'bringBack'> },
  caller: Caller,
  body: Static<typeof BulkBody>,
  origin: string,
): Promise<string> {
  const { orgId } = caller;
  const db = database.tenant(orgId);
  if ((body.filter === undefined) === (body.job_ids === undefined))
    throw invalidFields({ filter: ['Exactly one of filter and job_ids is required.'] });
  await checkSet(db, orgId, body);
  const query = body.filter && (await readJobQuery(db, orgId, body.filter));
  const ids = body.job_ids?.map((id) => id.toLowerCase()) ?? (await collect(db, orgId, query!));
  let jobs = await describeJobs(db, orgId, ids);
  if (body.job_ids && jobs.length < new Set(ids).size) {
    // Named jobs may be in the archive. They are brought back, as a job is that is changed on its own.
    if ((await archive.bringBack(orgId, without(ids, jobs))) > 0) jobs = await describeJobs(db, orgId, ids);
    await refuseUnknown(database.system, without(ids, jobs));
  }
  const searchedTo = query ? await findArchivedOf(db, orgId, query) : null;
  const fit = jobs.filter((job) => canTake(body.kind, job));
  const id = newId();
  const isRetry = body.kind === 'retry';
  const estimate = isRetry ? await estimateCost(db, orgId, fit) : 0;
  await db.tx(async (tx) => {
    await claimFor(caller)?.(tx);
    await insertOperation(tx, {
      id,
      org_id: orgId,
      kind: body.kind,
      status: 'planned',
      filter: body.filter ?? {},
      left_out: jobs.length - fit.length,
      searched_to: searchedTo,
      estimated_cost: estimate,
      with_current_version: body.with_current_version ?? false,
      evaluation_set_id: body.evaluation_set_id ?? null,
      undoes: null,
      origin,
      user_id: caller.userId,
      key_id: caller.keyId,
      role: caller.role,
      editors: [await findLink(tx, caller)],
      items: fit.map((job) => ({ job_id: job.id, new_job_id: isRetry ? newId() : null })),
    });
  });
  return id;
}

async function checkSet(
  db: Db,
  orgId: string,
  { kind, evaluation_set_id: setId }: Static<typeof BulkBody>,
): Promise<void> {
  if (kind !== 'add_to_set') return;
  if (setId === undefined) throw invalidFields({ evaluation_set_id: ['Required for add_to_set.'] });
  if ((await findSet(db, orgId, setId)) === undefined)
    throw invalidFields({ evaluation_set_id: ['No evaluation set with this id.'] });
}

async function collect(db: Db, orgId: string, query: ListFilters): Promise<string[]> {
  const endsAt = performance.now() + WORK_MS;
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    if (performance.now() > endsAt)
      throw invalidFields({ filter: ['The search takes too long. Narrow the filter, for example by time.'] });
    const page = await listMatching(db, orgId, { ...query, cursor }, JOBS_MAX - ids.length);
    ids.push(...page.ids);
    if (ids.length >= JOBS_MAX) return ids.slice(0, JOBS_MAX);
    cursor = page.nextCursor;
  }
  return ids;
}

/** A failed or cached job says little about the cost of the next run, so the agent's usual cost counts if it is higher. */
async function estimateCost(db: Db, orgId: string, jobs: Described[]): Promise<number> {
  const known = new Map<string, number>();
  let sum = 0;
  for (const { status, cost, agent_id: agentId } of jobs) {
    if (status === jobStatus.success) {
      sum += cost;
      continue;
    }
    const usual = known.get(agentId) ?? (await estimateAgent(db, orgId, agentId))?.costPerJob ?? 0;
    known.set(agentId, usual);
    sum += Math.max(cost, usual);
  }
  return sum;
}

type Described = { id: string; agent_id: string; status: number; cost: number; data_deleted: boolean };

const describeJobs = (db: Db, orgId: string, ids: string[]): Promise<Described[]> =>
  db.query<Described>(
    `select j.id, j.agent_id, coalesce(r.status, q.status) as status, coalesce(r.cost, 0)::float8 as cost,
        r.data_deleted_at is not null as data_deleted
      from (select distinct id from unnest($2::uuid[]) as given (id)) wanted
      join jobs j on j.id = wanted.id and j.org_id = $1::uuid
      left join job_results r on r.job_id = j.id ${joinQueue('j.id')}
      where r.job_id is not null or q.job_id is not null order by j.id desc`,
    [orgId, ids],
  );

/** Whether the action applies to a job now. Jobs whose state changes later are handled when their turn comes. */
function canTake(kind: BulkKind, { status, data_deleted: isDeleted }: Described): boolean {
  if (kind === 'cancel') return !isFinal(status);
  if (kind === 'export') return true;
  return isFinal(status) && !isDeleted;
}

function without(ids: string[], jobs: Described[]): string[] {
  const known = new Set(jobs.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

async function refuseUnknown(system: Db, missing: string[]): Promise<void> {
  if (missing.length === 0) return;
  if ((await listExisting(system, missing)).length > 0) throw forbidden('A job belongs to another organization.');
  throw invalidFields({ job_ids: missing.slice(0, 10).map((id) => `Job ${id} not found.`) });
}
