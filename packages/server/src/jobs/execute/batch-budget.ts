import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import type { ClaimedJob } from '../queue/claim.ts';

// The cost limit of a batch. Steps are booked as they are recorded, but the full cost of a row is known only when it is
// done, and many rows run at once. So a row begins only if what is left is enough for it and for the running rows
// before it, assuming that each costs as much as the most expensive row so far. Until the first row is done the cost is
// unknown, and rows run one at a time. So only the last row can exceed the limit.

/** The first check comes soon, because many rows take milliseconds. Each later one waits twice as long. */
const LOOK_MS_MIN = 25;
const LOOK_MS_MAX = 1_000;
/** A row that waits longer gives its slot to another job. */
const WAIT_MS_MAX = 3_000;

type Room = 'free' | 'wait' | 'spent';

/** Waits until the limit leaves room for the job. Returns `wait` if it took too long; the job comes back later. */
export async function awaitRoom(db: Db, job: ClaimedJob, signal: AbortSignal): Promise<Room> {
  // At most half of the job's time limit.
  const until = performance.now() + Math.min(WAIT_MS_MAX, job.timeoutSeconds * 500);
  for (let lookMs = LOOK_MS_MIN; ; lookMs = Math.min(LOOK_MS_MAX, 2 * lookMs)) {
    const room = await persistently(() => findRoom(db, job));
    if (room !== 'wait' || performance.now() > until) return room;
    await delay(lookMs, undefined, { signal });
  }
}

/**
 * Whether the batch has spent its cost limit, or has less left than a call will cost. Counts rows that are done, running,
 * or waiting to run again.
 */
export async function isBatchSpent(db: Db, batchId: string, ahead = 0): Promise<boolean> {
  const rows = await persistently(() =>
    db.query<{ spent: boolean }>(
      'select spent >= max_cost or spent + $2::numeric > max_cost as spent from batches where id = $1',
      [batchId, ahead],
    ),
  );
  return rows[0]?.spent ?? false;
}

async function findRoom(db: Db, job: ClaimedJob): Promise<Room> {
  const rows = await db.query<{ spent: boolean; ahead: number; fits: boolean | null }>(FIND_ROOM, [
    job.batchId,
    job.jobId,
    job.maxCost,
  ]);
  const found = rows[0];
  if (found === undefined) return 'free';
  if (found.spent) return 'spent';
  return found.ahead === 0 || found.fits === true ? 'free' : 'wait';
}

// Reads only the batch and its running rows, so the cost does not grow with the rows that are done.
export const FIND_ROOM = `
  select b.spent >= b.max_cost as spent, running.ahead,
    b.expected is not null
      and b.spent + running.needed + greatest(0, b.expected - running.own) <= b.max_cost as fits
  from (select id, max_cost, spent, least($3::numeric, dearest) as expected from batches where id = $1) b
  cross join lateral (
    select count(*) filter (where q.job_id < $2) as ahead,
      sum(greatest(0, b.expected - q.booked)) filter (where q.job_id < $2) as needed,
      sum(q.booked) filter (where q.job_id = $2) as own
    from job_queue q where q.batch_id = b.id and q.worker_id is not null and q.job_id <= $2
  ) running`;
