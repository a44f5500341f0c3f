import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { databaseNow, firstIdAt } from '#platform/ids.ts';

// Deletes ended queries and uploads after some time. Their objects in storage are then unreferenced and go with the
// next pass of the collector, even if the process dies in between.

/** Small enough not to block other statements, which run between two batches. */
const BATCH = 500;
const PAUSE_MS = 50;

const DAY_MS = 86_400_000;

/** Returns the number of deleted rows. Safe to run concurrently. */
export async function deleteHistory(system: Db, keptDays: number, batch = BATCH): Promise<number> {
  let total = 0;
  for (const deleteSome of [deleteQueries, deleteUploads]) {
    for (let count = batch; count === batch; ) {
      if (total > 0) await delay(PAUSE_MS);
      count = await deleteSome(system, keptDays, batch);
      total += count;
    }
  }
  return total;
}

/** Ids grow with time, so the oldest are at the start of the primary key and the rest of the table is not read. */
const oldest = (keptDays: number): string => firstIdAt(databaseNow() - keptDays * DAY_MS);

function deleteQueries(system: Db, keptDays: number, limit: number): Promise<number> {
  return system.run(
    `delete from worksheet_queries where id in (
        select id from worksheet_queries where id < $1 and finished_at < now() - make_interval(days => $2)
        order by id limit $3 for update skip locked)`,
    [oldest(keptDays), keptDays, limit],
  );
}

/** An unused upload address counts as ended. */
function deleteUploads(system: Db, keptDays: number, limit: number): Promise<number> {
  return system.run(
    `delete from table_uploads where id in (
        select id from table_uploads
        where id < $1 and status <> 'IMPORTING' and updated_at < now() - make_interval(days => $2)
        order by id limit $3 for update skip locked)`,
    [oldest(keptDays), keptDays, limit],
  );
}

export const unknownQuery = (keptDays: number): AppError =>
  new AppError('not_found', { detail: `No query with this id. Queries are kept for ${keptDays} days.` });
