import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import type { ClaimedJob } from '../queue/claim.ts';

// The cost limit of a batch. What its steps cost is booked as they are recorded; what a row will cost in all shows only
// when it is done, and many run at once. So a row begins when what is left is enough for it and for what those before it
// still need, should they cost as much as the dearest row so far. Before any row is done nobody knows, and one goes
// ahead. So the last row may pass the limit, and no other.

/** The first look comes soon, since many rows take milliseconds; then each after twice as long. */
const LOOK_MS_MIN = 25;
const LOOK_MS_MAX = 1_000;
/** Somebody else may need the slot more than a row that waits for others. */
const WAIT_MS_MAX = 3_000;

type Room = 'free' | 'wait' | 'spent';

/** Waits for room. `wait`: there was none for long; the job should come back later. */
export async function awaitRoom(db: Db, job: ClaimedJob, signal: AbortSignal): Promise<Room> {
  // Well within the time that the job has.
  const until = performance.now() + Math.min(WAIT_MS_MAX, job.timeoutSeconds * 500);
  for (let lookMs = LOOK_MS_MIN; ; lookMs = Math.min(LOOK_MS_MAX, 2 * lookMs)) {
    const room = await persistently(() => findRoom(db, job));
    if (room !== 'wait' || performance.now() > until) return room;
    await delay(lookMs, undefined, { signal });
  }
}

/** Whether its rows have cost what the batch may cost: those that are done, that run, and that wait to run again. */
export async function isBatchSpent(db: Db, batchId: string): Promise<boolean> {
  const rows = await persistently(() =>
    db.query<{ spent: boolean }>('select spent >= max_cost as spent from batches where id = $1', [batchId]),
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

// It reads one row of the batch and those of its rows that run: what ran before, here or elsewhere, costs it nothing.
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
