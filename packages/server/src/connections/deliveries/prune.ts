import type { Database } from '#platform/db.ts';
import { firstIdAt } from '#platform/ids.ts';
import { limits } from '#platform/limits.ts';

// Deletes the history of post actions after as many days as that of webhooks, in small transactions, oldest first.
// Pending deliveries stay, however old they are.

const DAY_MS = 86_400_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

export async function pruneActions(database: Database, now: number, chunk = 1_000): Promise<number> {
  const before = firstIdAt(now - limits.webhookHistoryDays * DAY_MS);
  let removed = 0;
  // Each round starts after the last deleted id, so that it does not scan dead index entries again.
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
