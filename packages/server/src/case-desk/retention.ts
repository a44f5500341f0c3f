import { deleteBlobs } from '#files/collect.ts';
import type { Database, Db } from '#platform/db.ts';
import type { Work } from '#platform/domain.ts';
import type { Logger } from '#platform/log.ts';
import { createPeriodic } from '#platform/periodic.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { auditCase } from './audit-case.ts';

// Closed cases leave after the days of their queue, with everything that was merged into them. A held one stays. The data
// of jobs has its own retention.

const LOOK_MS = 10 * 60_000;
const AT_ONCE = 50;

type RetentionDeps = { database: Database; storage: Storage; log: Logger; runs: boolean };

export function createCaseRetention({ database, storage, log, runs }: RetentionDeps): Work {
  const { every, isStopped, stop } = createPeriodic(log, 'case-desk');
  return {
    name: 'case-retention',
    start() {
      if (!runs) return;
      every(LOOK_MS, 'retention', async () => {
        while ((await removeExpired(database.system, storage)) === AT_ONCE && !isStopped());
      });
    },
    stop,
  };
}

/** Returns how many cases it removed, not counting merged ones. */
export async function removeExpired(system: Database['system'], storage: Storage): Promise<number> {
  const storageKeys: string[] = [];
  const removed = await system.tx(async (tx) => {
    const due = await tx.query<{ id: string; org_id: string; number: number; queue: string }>(
      `select c.id, c.org_id, c.number, q.name as queue from cases c join case_queues q on q.id = c.queue_id
       where q.retention_days is not null and c.merged_into is null
         and c.closed_at < now() - make_interval(days => q.retention_days)
         and not exists (select from case_holds h where h.case_id = c.id)
       order by c.id limit ${AT_ONCE} for update of c skip locked`,
    );
    for (const { id, org_id: orgId, number, queue } of due) {
      if (await isFamilyHeld(tx, id)) continue;
      const cases = await countFamily(tx, id);
      await auditCase(tx, null, { orgId, caseId: id, action: 'case.removed', detail: { number, queue, cases } });
      storageKeys.push(...(await removeFamily(tx, id)));
    }
    return due.length;
  });
  // Content that cannot be removed now is removed later, because no row names it any more.
  await deleteBlobs(system, storage, storageKeys);
  return removed;
}

const FAMILY = `with recursive family as (
  select id from cases where id = $1 union select c.id from cases c join family f on c.merged_into = f.id)`;

/** A hold that was placed before the case was merged counts for what has its alerts now. */
async function isFamilyHeld(tx: Db, id: string): Promise<boolean> {
  const rows = await tx.query(`${FAMILY} select from case_holds h join family f on f.id = h.case_id limit 1`, [id]);
  return rows.length > 0;
}

const countFamily = async (tx: Db, id: string): Promise<number> =>
  (await tx.query(`${FAMILY} select from family`, [id])).length;

/** Returns where the content of its documents is. */
async function removeFamily(tx: Db, id: string): Promise<string[]> {
  const documents = await tx.query<{ storage_key: string }>(
    `${FAMILY} delete from case_documents where case_id in (select id from family) returning storage_key`,
    [id],
  );
  await tx.run(`${FAMILY} delete from cases where id in (select id from family)`, [id]);
  return documents.map((row) => row.storage_key);
}
