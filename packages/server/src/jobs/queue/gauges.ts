import type { Database } from '#platform/db.ts';
import { briefly, type Metrics } from '#platform/metrics.ts';
import { jobStatus } from '../record/model.ts';
import { findQueueFigures, type QueueFigures } from './figures.ts';
import { findBrokenInvariants } from './invariants.ts';
import { IS_PARKED } from './park.ts';

/** Adds gauges for the state of the queue, sampled in the background. A backlog is counted up to a million rows. */
export function addQueueGauges(metrics: Metrics, database: Database): void {
  const ask = <Row extends object>(text: string): Promise<Row[]> =>
    briefly(database.system, (tx) => tx.query<Row>(text));

  metrics.sampled(
    'errand_queue_jobs',
    'Jobs that are not final',
    async (set) => {
      const rows = await ask<{ status: string; count: number }>(
        `select case when parked then 'waiting' else status::text end as status, count(*) as count
          from (select status, ${IS_PARKED} as parked from job_queue limit 1000000) q group by 1`,
      );
      const countOf = (status: string): number => rows.find((row) => row.status === status)?.count ?? 0;
      for (const name of ['pending', 'started', 'retry'] as const)
        set({ status: name }, countOf(String(jobStatus[name])));
      set({ status: 'waiting' }, countOf('waiting'));
    },
    ['status'],
  );
  let figures: Promise<QueueFigures> | undefined;
  metrics.sampled('errand_queue_oldest_seconds', 'Age of the oldest job that could start', async (set) => {
    // The next two gauges use the same sample.
    figures = briefly(database.system, findQueueFigures);
    set({}, (await figures).oldestSeconds);
  });
  metrics.sampled('errand_queue_oldest_started_seconds', 'Time since the oldest running job was started', async (set) =>
    set({}, (await figures!).oldestStartedSeconds),
  );
  metrics.sampled(
    'errand_queue_claims_nobody_runs',
    'Orphaned jobs: started, but run by nobody; requeued within seconds',
    async (set) => set({}, (await figures!).claimsNobodyRuns),
  );
  metrics.sampled('errand_workers', 'Processes that run jobs', async (set) => {
    const rows = await ask<{ count: number }>("select count(*) as count from workers where role <> 'api'");
    set({}, rows[0]!.count);
  });
  metrics.sampled(
    'errand_queue_broken_invariants',
    'Rows that break a rule of the queue; run errand doctor if above 0',
    async (set) => {
      const broken = await briefly(database.system, findBrokenInvariants);
      for (const { name, count } of broken) set({ invariant: name }, count);
    },
    ['invariant'],
  );
}
