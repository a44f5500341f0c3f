import type { Db } from '#platform/db.ts';
import { RUN_BY_NOBODY } from './orphans.ts';

export type QueueFigures = {
  /** Age of the oldest job that could start: a waiting job that is due, or an orphaned job. */
  oldestSeconds: number;
  /** Time since the oldest running job was started. */
  oldestStartedSeconds: number;
  /** Orphaned jobs: started, but run by nobody. */
  claimsNobodyRuns: number;
};

export async function findQueueFigures(db: Db): Promise<QueueFigures> {
  const [row] = await db.query<{
    waiting: number | null;
    orphaned: number | null;
    started: number | null;
    unrun: number;
  }>(
    `with running as (
        select q.run_at, to_timestamp((q.events->-1->>'at')::float8 / 1000) as started_at,
          w.id is null or (${RUN_BY_NOBODY}) as unrun
        from job_queue q left join workers w on w.id = q.worker_id where q.worker_id is not null
      )
      select extract(epoch from clock_timestamp() - (select min(run_at) from job_queue where worker_id is null)) as waiting,
        extract(epoch from clock_timestamp() - min(run_at) filter (where unrun)) as orphaned,
        extract(epoch from clock_timestamp() - min(started_at)) as started, count(*) filter (where unrun) as unrun
      from running`,
  );
  const { waiting, orphaned, started, unrun } = row!;
  return {
    oldestSeconds: Math.max(0, waiting ?? 0, orphaned ?? 0),
    oldestStartedSeconds: Math.max(0, started ?? 0),
    claimsNobodyRuns: unrun,
  };
}
