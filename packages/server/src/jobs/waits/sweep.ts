import type { Database, Db } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { wakeParked } from '../queue/park.ts';
import type { Wakeups } from '../record/wakeups.ts';
import { remindOfWaits } from './notify-waits.ts';

// Ends waits that are due. Every process does this and skips rows that another one has locked.

const CHUNK = 200;
const LOOK_MS = 1_000;
const ORPHANS_MS = 600_000;

type Options = {
  database: Database;
  wakeups: Wakeups;
  log: Logger;
  /** Called with the webhooks that have something new to deliver. */
  onPublished?: ((webhookIds: string[]) => void) | undefined;
};

export function createWaitSweep({ database, wakeups, log, onPublished }: Options) {
  const timers: NodeJS.Timeout[] = [];
  let current: Promise<void> = Promise.resolve();
  let busy = false;

  function every(ms: number, name: string, work: () => Promise<void>): void {
    const run = async (): Promise<void> => {
      if (busy || !database.state.current().writable) return;
      busy = true;
      await work().catch((error) => log.warn({ err: error, event: `waits.${name}` }, `${name} failed`));
      busy = false;
    };
    timers.push(
      setInterval(() => {
        current = run();
      }, ms),
    );
  }

  async function look(): Promise<void> {
    const told = await database.queue.tx(remindOfWaits);
    if (told.length > 0) onPublished?.([...new Set(told)]);
    await endDue();
  }

  async function endDue(): Promise<void> {
    for (;;) {
      const due = await database.queue.tx(endDueWaits);
      if (due.length === 0) return;
      wakeups.notify('work', [...new Set(due.map(({ orgId }) => orgId))]);
      log.info({ event: 'waits.due', waits: due.length }, 'ended waits that were due');
      if (due.length < CHUNK) return;
    }
  }

  return {
    start(): void {
      every(LOOK_MS, 'due', look);
      every(ORPHANS_MS, 'orphans', () => cancelOrphans(database.system));
    },
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await current;
    },
  };
}

/** Ends due waits. Locks the queue rows before the waits, as everywhere. Cancels waits of jobs that have ended. */
export async function endDueWaits(tx: Db): Promise<{ orgId: string }[]> {
  const found = await tx.query<{ id: string; job_id: string }>(
    `select id, job_id from job_waits where status = 'open' and due_at <= clock_timestamp() order by due_at limit ${CHUNK}`,
  );
  if (found.length === 0) return [];
  const locked = await tx.query<{ job_id: string }>(
    'select job_id from job_queue where job_id = any($1::uuid[]) order by job_id for update skip locked',
    [found.map((wait) => wait.job_id)],
  );
  const jobIds = locked.map((row) => row.job_id);
  const ended = await tx.query<{ orgId: string }>(
    `update job_waits w set status = 'timed_out', answered_at = clock_timestamp(),
        answer = case when w.on_timeout not in ('fail', 'continue') then to_json(w.on_timeout) end
      where w.id = any($1::uuid[]) and w.status = 'open' and w.due_at <= clock_timestamp() and w.job_id = any($2::uuid[])
      returning w.org_id as "orgId"`,
    [found.map((wait) => wait.id), jobIds],
  );
  await wakeParked(tx, jobIds);
  const gone = found.filter(({ job_id: jobId }) => !jobIds.includes(jobId)).map(({ id }) => id);
  if (gone.length > 0) await cancelOf(tx, gone);
  return ended;
}

const cancelOf = (tx: Db, waitIds: string[]): Promise<number> =>
  tx.run(
    `update job_waits w set status = 'cancelled', answered_at = clock_timestamp()
      where w.id = any($1::uuid[]) and w.status = 'open' and not exists (select from job_queue q where q.job_id = w.job_id)`,
    [waitIds],
  );

/** Cancels open waits of ended jobs, which a process left behind when it died between the two. */
async function cancelOrphans(db: Db): Promise<void> {
  await db.run(
    `update job_waits w set status = 'cancelled', answered_at = clock_timestamp()
      where w.status = 'open' and not exists (select from job_queue q where q.job_id = w.job_id)`,
  );
}
