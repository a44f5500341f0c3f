import { deleteBlobs } from '#files/collect.ts';
import type { Database } from '#platform/db.ts';
import type { EraseDeps } from '../record/delete-data.ts';
import { erase, lockExpired, type RetentionKind, retentionKinds, type Span } from './erase.ts';

// Deletes data that organizations no longer want to keep, in batches with a certificate each, a day of jobs at a time.
// A mark says how far it has come. Any process may do it, one at a time for each organization.

/** A batch takes some seconds at most, so that its locks block nobody for long. */
const JOBS_AT_ONCE = 100;
const DAY_MS = 86_400_000;

type Deps = EraseDeps;
type Due = { org_id: string; mark: Date | null; first: Date | null; cutoff: Date };

/** Returns the number of jobs whose data it deleted. Stops early when `isStopped` returns true. */
export async function sweepRetention(deps: Deps, isStopped: () => boolean = () => false): Promise<number> {
  let removed = 0;
  for (const kind of retentionKinds) {
    for (const due of await listDue(deps.database, kind)) {
      if (isStopped()) return removed;
      removed += await sweepKind(deps, kind, due, isStopped);
    }
  }
  return removed;
}

/** Lists organizations with something to delete. Jobs are deleted only after the stats have counted them. */
function listDue({ system }: Database, kind: RetentionKind): Promise<Due[]> {
  return system.query<Due>(
    `select org_id, mark, first, cutoff from (
       select s.org_id, s.${kind}_mark as mark,
         (select j.created_at from jobs j where j.org_id = s.org_id order by j.id limit 1) as first,
         least(now() - make_interval(days => s.${kind}_days), m.through, m.models_through) as cutoff
       from retention_settings s, job_figures_mark m
       where s.${kind}_days is not null and least(m.through, m.models_through) > '-infinity'
     ) due where mark is null or mark < cutoff order by org_id`,
  );
}

async function sweepKind(
  deps: Deps,
  kind: RetentionKind,
  { org_id: orgId, mark, first, cutoff }: Due,
  isStopped: () => boolean,
): Promise<number> {
  // Starts a day before the mark, because a clock that was set back may have put the end of a job before it.
  let from = mark === null ? first : new Date(mark.getTime() - DAY_MS);
  let removed = 0;
  while (from !== null && from < cutoff) {
    const to: Date = new Date(Math.min(from.getTime() + DAY_MS, cutoff.getTime()));
    for (;;) {
      if (isStopped()) return removed;
      const count = await eraseBatch(deps, orgId, kind, { from, to });
      // Another process is doing this, or the settings have changed.
      if (count === undefined) return removed;
      removed += count;
      if (count === 0) break;
    }
    await moveMark(deps.database, orgId, kind, to);
    from = to;
  }
  return removed;
}

async function eraseBatch(
  { database, storage, signer, erasers }: Deps,
  orgId: string,
  kind: RetentionKind,
  span: Span,
): Promise<number | undefined> {
  const key = await signer.keyOf(orgId);
  const { count, storageKeys } = await database.system.tx(async (tx) => {
    const mine = await tx.query(
      `select 1 from retention_settings
       where org_id = $1::uuid and now() - make_interval(days => ${kind}_days) >= $2::timestamptz for update skip locked`,
      [orgId, span.to],
    );
    if (mine.length === 0) return { count: undefined, storageKeys: [] };
    const jobIds = await lockExpired(tx, orgId, kind, span, JOBS_AT_ONCE);
    if (jobIds.length === 0) return { count: 0, storageKeys: [] };
    return { count: jobIds.length, storageKeys: await erase(tx, key, { orgId, kind, jobIds, erasers }) };
  });
  // If this fails, the collector of unreferenced content deletes it later.
  await deleteBlobs(database.system, storage, storageKeys);
  return count;
}

async function moveMark({ system }: Database, orgId: string, kind: RetentionKind, to: Date): Promise<void> {
  await system.run(
    `update retention_settings set ${kind}_mark = greatest(${kind}_mark, $2::timestamptz)
     where org_id = $1::uuid and ${kind}_days is not null`,
    [orgId, to],
  );
}
