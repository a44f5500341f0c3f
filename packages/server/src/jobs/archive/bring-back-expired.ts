import { bringBack } from './bring-back.ts';
import { collectGarbage } from './garbage.ts';
import type { Part } from './model.ts';
import { readRows } from './parquet.ts';
import type { ReadDeps } from './read-archived.ts';
import { deletePart, insertGarbage, keysOf, listAllParts } from './store.ts';

// Brings archived jobs that have expired back into the tables, where retention deletes them with its certificates. A
// part that has only partly expired is handled at most once a day, because it is rewritten each time.

/** How many jobs are in memory at once. */
const JOBS_AT_ONCE = 5_000;

type Periods = { orgId: string; jobs: Date | null; evidence: Date | null; steps: Date | null };

/** Returns the number of jobs that were brought back. */
export async function bringBackExpired(deps: ReadDeps, isStopped: () => boolean): Promise<number> {
  const { system } = deps.database;
  // No deletion is certified while a file with the data still exists.
  await collectGarbage(deps, null);
  const periods = await listPeriods(deps);
  if (periods.length === 0) return 0;
  const looked = await listLookedAt(deps);
  let count = 0;
  for (const part of await listAllParts(system)) {
    const own = periods.find(({ orgId }) => orgId === part.orgId);
    if (isStopped() || own === undefined) continue;
    if (part.kind === 'deliveries') {
      if (own.jobs !== null && part.lastAt < own.jobs) await removeDeliveries(deps, part);
      continue;
    }
    const isOver = own.jobs !== null && part.lastAt < own.jobs;
    if (looked.has(part.id) && !isOver) continue;
    count += await bringBackOf(deps, part, own);
    await system.run('update archive_parts set swept_at = now() where id = $1::uuid', [part.id]);
  }
  return count;
}

function listPeriods({ database: { system } }: ReadDeps): Promise<Periods[]> {
  const before = (kind: string): string => `now() - make_interval(days => ${kind}_days) as ${kind}`;
  return system.query<Periods>(
    `select org_id as "orgId", ${before('jobs')}, ${before('evidence')}, ${before('steps')} from retention_settings
     where coalesce(jobs_days, evidence_days, steps_days) is not null`,
  );
}

/** Lists the parts that were handled within a day and since the settings changed. */
async function listLookedAt({ database: { system } }: ReadDeps): Promise<Set<string>> {
  const rows = await system.query<{ id: string }>(
    `select p.id from archive_parts p join retention_settings s on s.org_id = p.org_id
     where p.swept_at > now() - interval '1 day' and p.swept_at > s.updated_at`,
  );
  return new Set(rows.map(({ id }) => id));
}

async function bringBackOf(deps: ReadDeps, part: Part, periods: Periods): Promise<number> {
  const ids = [
    ...new Set([
      ...(await listEnded(deps, part, 'jobs', periods.jobs)),
      ...(await listEnded(deps, part, 'steps', periods.steps)),
      ...(await listWithEvidence(deps, part, periods.evidence)),
    ]),
  ].sort();
  for (let at = 0; at < ids.length; at += JOBS_AT_ONCE)
    await bringBack(deps, part.orgId, ids.slice(at, at + JOBS_AT_ONCE));
  // The sweep has already passed their time, so its marks are moved back.
  if (ids.length > 0)
    await deps.database.system.run(
      `update retention_settings set jobs_mark = least(jobs_mark, $2), evidence_mark = least(evidence_mark, $2),
         steps_mark = least(steps_mark, $2) where org_id = $1::uuid`,
      [part.orgId, part.firstAt],
    );
  return ids.length;
}

/** Lists jobs of the part that ended before a time and have rows in this file. */
async function listEnded(
  deps: ReadDeps,
  { files, firstAt }: Part,
  name: 'jobs' | 'steps',
  before: Date | null,
): Promise<string[]> {
  const jobs = files.find((file) => file.name === 'jobs')!;
  const file = files.find((one) => one.name === name);
  if (before === null || file === undefined || firstAt >= before) return [];
  const has = name === 'jobs' ? '' : ' and id in (select job_id from steps)';
  const rows = await readRows<{ id: string }>(
    deps,
    { jobs, ...(name === 'steps' && { steps: file }) },
    `select id from jobs where result_finished_at < timestamp '${before.toISOString().slice(0, -1)}'${has}`,
  );
  return rows.map(({ id }) => id);
}

async function listWithEvidence(deps: ReadDeps, part: Part, before: Date | null): Promise<string[]> {
  if (before === null || part.firstAt >= before) return [];
  const rows = await deps.database.system.query<{ job_id: string }>(
    `select distinct job_id from (
       select job_id, org_id from job_artifacts union all select job_id, org_id from job_references
       union all select job_id, org_id from job_files) x
     where org_id = $1::uuid and job_id between $2::uuid and $3::uuid`,
    [part.orgId, part.firstId, part.lastId],
  );
  if (rows.length === 0) return [];
  const ended = new Set(await listEnded(deps, part, 'jobs', before));
  return rows.map(({ job_id }) => job_id).filter((id) => ended.has(id));
}

async function removeDeliveries(deps: ReadDeps, part: Part): Promise<void> {
  await deps.database.system.tx(async (tx) => {
    await insertGarbage(tx, part.orgId, keysOf(part));
    await deletePart(tx, part.id);
  });
  await collectGarbage(deps, part.orgId);
}
