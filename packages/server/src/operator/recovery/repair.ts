import { recordLostContent } from '#jobs/record/lost-content.ts';
import { insertAudit } from '#orgs/audit.ts';
import type { Db, Transactor } from '#platform/db.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { takeSnapshot } from './snapshot.ts';
import { compareOwner } from './storage-owner.ts';

export type Repaired = {
  /** Objects taken back from `deleted/`. */
  taken_back: number;
  /** Rows that are now marked because their content is lost. */
  marked: number;
  /** Jobs with such rows. */
  jobs: number;
};

const PAGE = 500;

/**
 * Takes deleted content back, and marks lost content in its row and in the history of its job. Ended jobs keep their
 * status. An open job that needs lost content fails by itself, with errand.files.content_missing.
 */
export async function repairRestore(
  db: Transactor,
  storage: Storage,
  onProgress: (objects: number) => void,
): Promise<Repaired> {
  // Refuses the storage of another installation, in which everything would look lost.
  await compareOwner(db, storage);
  return db.tx(async (tx) => {
    const { sources } = await takeSnapshot(tx, storage, onProgress);
    const taken_back = await takeBack(tx, storage);
    await tx.run(
      `create temp table gone on commit drop as
       select distinct key from named n where not lost and not exists (select from stored s where s.key = n.key)`,
    );
    await tx.run('create temp table gone_of (org_id uuid, job_id uuid) on commit drop');
    let marked = 0;
    for (const { name } of sources.filter(({ canMark }) => canMark)) marked += await mark(tx, name);
    return { taken_back, marked, jobs: await recordLosses(tx) };
  });
}

async function takeBack(tx: Db, storage: Storage): Promise<number> {
  let taken = 0;
  for (;;) {
    const rows = await tx.query<{ key: string; at_key: string }>(
      `select distinct on (d.key) d.key, d.at_key from deleted d
       where exists (select from named n where n.key = d.key) and not exists (select from stored s where s.key = d.key)
       order by d.key, d.at_key desc limit ${PAGE}`,
    );
    if (rows.length === 0) return taken;
    for (const { key, at_key } of rows) await storage.move(at_key, key);
    taken += rows.length;
    await tx.run('insert into stored (key) select unnest($1::text[])', [rows.map(({ key }) => key)]);
  }
}

async function mark(tx: Db, table: string): Promise<number> {
  const job = table === 'files' ? 'null::uuid' : 't.job_id';
  const changed = await tx.run(
    `with marked as (
       update ${table} t set lost_at = clock_timestamp() from gone g where t.storage_key = g.key and t.lost_at is null
       returning t.org_id, ${job} as job_id${table === 'files' ? ', t.id' : ''}
     )
     insert into gone_of (org_id, job_id)
     select m.org_id, ${table === 'files' ? 'f.job_id from marked m left join job_files f on f.file_id = m.id' : 'm.job_id from marked m'}`,
  );
  return changed;
}

/** Adds an event to the history of ended jobs, and an entry to the audit log of their organizations. */
async function recordLosses(tx: Db): Promise<number> {
  const jobs = await recordLostContent(tx, 'select job_id from gone_of');
  const organizations = await tx.query<{ org_id: string; contents: number; jobs: number }>(
    `select org_id, count(*)::int as contents, count(distinct job_id)::int as jobs from gone_of group by org_id order by org_id`,
  );
  for (const { org_id: orgId, contents, jobs: affected } of organizations) {
    await insertAudit(tx, 'operator', {
      orgId,
      action: 'content.lost',
      targetType: 'organization',
      targetId: orgId,
      detail: { contents, jobs: affected },
    });
  }
  return jobs;
}
