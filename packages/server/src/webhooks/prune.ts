import type { Database, Db } from '#platform/db.ts';
import { firstIdAt } from '#platform/ids.ts';
import { limits } from '#platform/limits.ts';
import { deleteExpired } from './listeners.ts';

// Deletes old history, and that of deleted webhooks at once. Works in small transactions, oldest first, on tables that
// the queue does not read, so that sending is not disturbed.

const CHUNK = 1_000;
const DAY_MS = 86_400_000;

/** `keptDays` are added to the days of the history, so that the archive can take whole months. */
export async function pruneWebhooks(database: Database, now: number, keptDays = 0): Promise<number> {
  const before = firstIdAt(now - (limits.webhookHistoryDays + keptDays) * DAY_MS);
  await deleteExpired(database.system, null);
  let removed = 0;
  // Each round starts after the last removed row, so that dead index entries are not scanned again.
  for (let afterId: string | null = null; ; ) {
    const ids: string[] = await deleteOlder(database.queue, afterId, before);
    removed += ids.length;
    if (ids.length < CHUNK) break;
    afterId = ids.reduce((last, id) => (id > last ? id : last));
  }
  await database.system.run(
    'update webhooks set deleted_at = now(), is_active = false where job_id is not null and deleted_at is null and id < $1::uuid',
    [before],
  );
  for (const webhookId of await listDeleted(database.queue)) {
    let count: number;
    do {
      count = (await deleteOf(database.queue, webhookId)).length;
      removed += count;
    } while (count === CHUNK);
    await database.system.run('delete from webhooks where id = $1 and deleted_at is not null', [webhookId]);
  }
  return removed;
}

async function deleteOlder(db: Db, afterId: string | null, before: string): Promise<string[]> {
  return deleteDeliveries(db, 'select id from webhook_deliveries where id > $1::uuid and id < $2::uuid order by id', [
    afterId ?? '00000000-0000-0000-0000-000000000000',
    before,
  ]);
}

const deleteOf = (db: Db, webhookId: string): Promise<string[]> =>
  deleteDeliveries(db, 'select id from webhook_deliveries where webhook_id = $1 order by id desc', [webhookId]);

async function deleteDeliveries(db: Db, select: string, values: unknown[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `with old as materialized (${select} limit ${CHUNK}),
      queued as (delete from webhook_queue q using old where q.delivery_id = old.id),
      attempts as (delete from webhook_attempts a using old where a.delivery_id = old.id),
      deliveries as (delete from webhook_deliveries d using old where d.id = old.id)
      select id from old`,
    values,
  );
  return rows.map((row) => row.id);
}

async function listDeleted(db: Db): Promise<string[]> {
  const rows = await db.query<{ id: string }>('select id from webhooks where deleted_at is not null limit 1000');
  return rows.map((row) => row.id);
}
