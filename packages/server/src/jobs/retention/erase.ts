import type { KeyPair } from '@errand/proofs/signature.ts';
import { deleteFilesOfJobs } from '#files/collect.ts';
import type { Db } from '#platform/db.ts';
import type { Erased, JobEraser } from '#platform/domain.ts';
import { keepFigures } from '../figures/roll-up.ts';
import { certify, type Removed } from '../record/certificates.ts';
import { keepModelFigures } from '../record/model-figures-sql.ts';

// Deletes one kind of data of some jobs, in one transaction with its certificate.

export const retentionKinds = ['evidence', 'steps', 'jobs'] as const;
export type RetentionKind = (typeof retentionKinds)[number];

/** Conditions on jobs that still have data of each kind. */
const LEFT: Record<RetentionKind, string> = {
  evidence: `(exists (select from job_artifacts x where x.job_id = r.job_id)
    or exists (select from job_references x where x.job_id = r.job_id)
    or exists (select from job_files x where x.job_id = r.job_id))`,
  steps: 'exists (select from job_steps x where x.job_id = r.job_id)',
  jobs: 'true',
};

export type Span = { from: Date; to: Date };

/** Locks the next jobs of a period that have data to delete and are not held, so that no hold is placed meanwhile. */
export async function lockExpired(
  tx: Db,
  orgId: string,
  kind: RetentionKind,
  { from, to }: Span,
  size: number,
): Promise<string[]> {
  const rows = await tx.query<{ job_id: string }>(
    `select r.job_id from job_results r
     where r.org_id = $1::uuid and r.finished_at >= $2::timestamptz and r.finished_at < $3::timestamptz and ${LEFT[kind]}
       and not exists (select from held_jobs h where h.job_id = r.job_id)
     order by r.job_id limit $4::int for update of r`,
    [orgId, from, to, size],
  );
  // Only a second statement sees a hold that was placed while the rows were being locked.
  const ids = rows.map(({ job_id }) => job_id);
  const held = await tx.query<{ job_id: string }>('select job_id from held_jobs where job_id = any($1::uuid[])', [ids]);
  const heldIds = new Set(held.map(({ job_id }) => job_id));
  return ids.filter((id) => !heldIds.has(id));
}

/** Lists ended jobs of these agents that are not held. */
export async function listErasable(db: Db, orgId: string, agentIds: string[], limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select j.id from jobs j join job_results r on r.job_id = j.id
     where j.org_id = $1::uuid and j.agent_id = any($2::uuid[])
       and not exists (select from held_jobs h where h.job_id = j.id)
       and not exists (select from job_queue q where q.job_id = j.id)
     order by j.id limit $3::int`,
    [orgId, agentIds, limit],
  );
  return rows.map(({ id }) => id);
}

type Erasure = { orgId: string; kind: RetentionKind; jobIds: string[]; erasers: readonly JobEraser[] };

/** Deletes the rows. Returns the storage keys that no row names any more, to be deleted after the commit. */
export async function erase(tx: Db, key: KeyPair, { orgId, kind, jobIds, erasers }: Erasure): Promise<string[]> {
  const storageKeys: string[] = [];
  const removed: Removed[] = [];
  const note = (what: string, count: number): void => void removed.push({ kind: what, count });
  const noteErased = ({ removed: counts = {}, storageKeys: keys = [] }: Erased): void => {
    storageKeys.push(...keys);
    for (const [what, count] of Object.entries(counts)) note(what, count);
  };
  if (kind === 'evidence') noteErased(await deleteFilesOfJobs(tx, orgId, jobIds));
  if (kind === 'jobs') for (const { jobs } of erasers) noteErased((await jobs?.(tx, orgId, jobIds)) ?? {});
  if (kind !== 'evidence') {
    await keepModelFigures(tx, orgId, jobIds);
    note('steps', await deleteOf(tx, 'job_steps', orgId, jobIds));
  }
  if (kind === 'jobs') await eraseJobs(tx, orgId, jobIds, note);
  await certify(tx, key, { orgId, jobIds, reason: 'retention', removed });
  return storageKeys;
}

async function eraseJobs(
  tx: Db,
  orgId: string,
  jobIds: string[],
  note: (what: string, count: number) => void,
): Promise<void> {
  await keepFigures(tx, jobIds);
  await tx.run(
    `delete from wait_links where org_id = $1::uuid
       and wait_id in (select id from job_waits where org_id = $1::uuid and job_id = any($2::uuid[]))`,
    [orgId, jobIds],
  );
  for (const table of ['job_progress', 'job_cache', 'job_events', 'job_reruns'])
    await deleteOf(tx, table, orgId, jobIds);
  note('waits', await deleteOf(tx, 'job_waits', orgId, jobIds));
  await deleteOf(tx, 'review_tasks', orgId, jobIds);
  note('reviews', await deleteOf(tx, 'job_reviews', orgId, jobIds));
  note('results', await deleteOf(tx, 'job_results', orgId, jobIds));
  note('jobs', await tx.run('delete from jobs where org_id = $1::uuid and id = any($2::uuid[])', [orgId, jobIds]));
}

const deleteOf = (tx: Db, table: string, orgId: string, jobIds: string[]): Promise<number> =>
  tx.run(`delete from ${table} where org_id = $1::uuid and job_id = any($2::uuid[])`, [orgId, jobIds]);
