import type { Db } from '../db.ts';
import { databaseNow, firstIdAt } from '../ids.ts';
import type { LeasedRows } from '../leased-rows.ts';

/** Rows that ended go after some days. `where` narrows the rule; the table is t. Ids must grow with time. */
export type PruneRule = { days: number; where?: string };

const DAY_MS = 86_400_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Deletes old rows in small transactions, oldest first. Open rows stay, however old they are. */
export async function pruneRows(
  db: Db,
  { table, open }: LeasedRows,
  { days, where = 'true' }: PruneRule,
  { now = databaseNow(), chunk = 1_000 }: { now?: number | undefined; chunk?: number | undefined } = {},
): Promise<number> {
  const before = firstIdAt(now - days * DAY_MS);
  let removed = 0;
  // Each round starts after the last deleted id, so that it does not scan dead index entries again.
  for (let afterId = FIRST; ; ) {
    const rows = await db.query<{ id: string }>(
      `with old as materialized (
         select t.id from ${table} t where t.id > $1::uuid and t.id < $2::uuid and not (${open}) and (${where})
         order by t.id limit $3::int for update skip locked
       )
       delete from ${table} t using old where t.id = old.id returning t.id`,
      [afterId, before, chunk],
    );
    removed += rows.length;
    if (rows.length < chunk) return removed;
    afterId = rows.reduce((last, { id }) => (id > last ? id : last), afterId);
  }
}
