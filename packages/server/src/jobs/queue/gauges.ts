import type { Database } from '#platform/db.ts';
import type { Metrics } from '#platform/metrics.ts';
import { jobStatus } from '../record/model.ts';
import { findQueueFigures } from './figures.ts';
import { findBrokenInvariants } from './invariants.ts';

/** The state of the queue, read when somebody asks for metrics. Bounded: a backlog is counted up to a million rows. */
export function addQueueGauges(metrics: Metrics, database: Database): void {
  metrics.gauge(
    'errand_queue_jobs',
    'Jobs that are not final',
    async (set) => {
      const rows = await database.system.query<{ status: number; count: number }>(
        'select status, count(*) as count from (select status from job_queue limit 1000000) q group by status',
      );
      for (const name of ['pending', 'started', 'retry'] as const)
        set({ status: name }, rows.find((row) => row.status === jobStatus[name])?.count ?? 0);
    },
    ['status'],
  );
  metrics.gauge('errand_queue_oldest_seconds', 'Age of the oldest job that could start', async (set) => {
    set({}, (await findQueueFigures(database.system)).oldestSeconds);
  });
  metrics.gauge(
    'errand_queue_oldest_started_seconds',
    'For how long the job has been started that was started first',
    async (set) => {
      set({}, (await findQueueFigures(database.system)).oldestStartedSeconds);
    },
  );
  metrics.gauge(
    'errand_queue_claims_nobody_runs',
    'Jobs that are started and that nobody runs; healed within seconds',
    async (set) => {
      set({}, (await findQueueFigures(database.system)).claimsNobodyRuns);
    },
  );
  metrics.gauge('errand_workers', 'Processes that run jobs', async (set) => {
    const rows = await database.system.query<{ count: number }>(
      "select count(*) as count from workers where role <> 'api'",
    );
    set({}, rows[0]!.count);
  });
  metrics.gauge(
    'errand_queue_broken_invariants',
    'Rows that break a rule of the queue; more than 0 needs a look',
    async (set) => {
      for (const { name, count } of await findBrokenInvariants(database.system)) set({ invariant: name }, count);
    },
    ['invariant'],
  );
}
