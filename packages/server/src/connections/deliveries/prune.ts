import type { Database } from '#platform/db.ts';
import { firstIdAt } from '#platform/ids.ts';
import { limits } from '#platform/limits.ts';

// The history of post actions goes after as many days as that of webhooks, in small transactions, oldest first. What is
// still to be carried out stays, however old.

const DAY_MS = 86_400_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

export async function pruneActions(database: Database, now: number, chunk = 1_000): Promise<number> {
  const before = firstIdAt(now - limits.webhookHistoryDays * DAY_MS);
  let removed = 0;
  // Starts each time behind what was removed, so that the dead entries of the index are not walked again.
  for (let afterId = FIRST; ; ) {
    const rows = await database.queue.query<{ id: string }>(
      `with old as materialized (
         select id from post_action_deliveries
         where id > $1::uuid and id < $2::uuid and status <> 'pending' order by id limit $3::int
       )
       delete from post_action_deliveries d using old where d.id = old.id and d.status <> 'pending' returning d.id`,
      [afterId, before, chunk],
    );
    removed += rows.length;
    if (rows.length < chunk) return removed;
    afterId = rows.reduce((last, { id }) => (id > last ? id : last), afterId);
  }
}
