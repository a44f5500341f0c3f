import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import type { ClaimedJob } from './queue/claim.ts';

// The cost limit of a batch. What a row costs shows only when it is done, and many run at once. So a row begins when
// what is left is enough for it and for those before it, should they cost as much as the dearest row so far. Before any
// row is done nobody knows, and one goes ahead. So the last row may pass the limit, and no other.

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

/** Whether the rows that are done and those that run have cost what the batch may cost. */
export async function isBatchSpent(db: Db, batchId: string): Promise<boolean> {
  const rows = await persistently(() =>
    db.query<{ spent: boolean }>(
      `select b.spent + (${JOURNALED}) >= b.max_cost as spent from batches b where b.id = $1`,
      [batchId],
    ),
  );
  return rows[0]?.spent ?? false;
}

async function findRoom(db: Db, job: ClaimedJob): Promise<Room> {
  const rows = await db.query<{ spent: boolean; ahead: number; fits: boolean | null }>(
    `select u.spent + u.journaled >= u.max_cost as spent, u.ahead,
        u.spent + greatest(u.ahead * u.expected, u.journaled) + u.expected <= u.max_cost as fits
      from (
        select b.max_cost, b.spent, (${JOURNALED}) as journaled,
          (select count(*) from job_queue q
            where q.worker_id is not null and q.batch_id = b.id and q.job_id < $2) as ahead,
          least($3::numeric, (select max(cost) from (
            select r.cost from jobs j join job_results r on r.job_id = j.id
            where j.batch_id = b.id and r.status in (3, 4) limit ${SAMPLE}) done)) as expected
        from batches b where b.id = $1
      ) u`,
    [job.batchId, job.jobId, job.maxCost],
  );
  const found = rows[0];
  if (found === undefined) return 'free';
  if (found.spent) return 'spent';
  return found.ahead === 0 || found.fits === true ? 'free' : 'wait';
}

/** Enough to know what such rows cost, few enough to ask for each of them. */
const SAMPLE = 50;

/** What the steps of running rows have cost so far: it is not in the batch before they end. */
const JOURNALED = `select coalesce(sum(s.cost), 0) from job_queue q join job_steps s on s.job_id = q.job_id
  where q.worker_id is not null and q.batch_id = b.id`;
