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

/** Returns how many cases it looked at, not counting merged ones. Held ones are none of them, so it comes to an end. */
export async function removeExpired(system: Database['system'], storage: Storage, atOnce = AT_ONCE): Promise<number> {
  const storageKeys: string[] = [];
  const removed = await system.tx(async (tx) => {
    const due = await tx.query<{ id: string; org_id: string; number: number; queue: string }>(
      `select c.id, c.org_id, c.number, q.name as queue from cases c join case_queues q on q.id = c.queue_id
       where q.retention_days is not null and c.merged_into is null
         and c.closed_at < now() - make_interval(days => q.retention_days)
         and c.id not in (select h.case_id from held_cases h)
       order by c.id limit $1 for update of c skip locked`,
      [atOnce],
    );
    for (const { id, org_id: orgId, number, queue } of due) {
      const cases = await lockFamily(tx, id);
      if (await isHeld(tx, id)) continue;
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

/** So that nobody places a hold on a part of it now. Returns how many cases it has. */
const lockFamily = async (tx: Db, id: string): Promise<number> =>
  (
    await tx.query(
      `${FAMILY} select c.id from cases c where c.id in (select id from family) order by c.id for update`,
      [id],
    )
  ).length;

const isHeld = async (tx: Db, id: string): Promise<boolean> =>
  (await tx.query('select from held_cases where case_id = $1 limit 1', [id])).length > 0;

/** Returns where the content of its documents is. */
async function removeFamily(tx: Db, id: string): Promise<string[]> {
  const documents = await tx.query<{ storage_key: string }>(
    `${FAMILY} delete from case_documents where case_id in (select id from family) returning storage_key`,
    [id],
  );
  await tx.run(`${FAMILY} delete from cases where id in (select id from family)`, [id]);
  return documents.map((row) => row.storage_key);
}
