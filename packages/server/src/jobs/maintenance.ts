import { foldJobCounts } from '#agents/job-counts.ts';
import { collectBlobs } from '#files/collect.ts';
import type { Database } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { createPeriodic } from '#platform/periodic.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { mergeFigures, rollUp } from './figures/roll-up.ts';
import { sumUp } from './figures/sums.ts';
import { deleteLeftDeltas } from './record/delta-store.ts';

// Background work. Every process does it; each task is safe to run concurrently with itself.

const HOUR_MS = 3_600_000;
/** Bounds one round, so that an upgraded installation also counts the jobs that end meanwhile. */
const SUM_UP_MS = 5_000;

export function createMaintenance({ database, storage, log }: { database: Database; storage: Storage; log: Logger }) {
  const { every, isStopped, stop } = createPeriodic(log, 'maintenance');

  async function countEnded(): Promise<void> {
    while ((await rollUp(database.system)) && !isStopped());
    await mergeFigures(database.system);
    const endsAt = performance.now() + SUM_UP_MS;
    while ((await sumUp(database.system)) && performance.now() < endsAt && !isStopped());
  }

  return {
    start(): void {
      every(5_000, 'job_counts', async () => {
        while ((await foldJobCounts(database.system)) >= 5_000 && !isStopped());
      });
      every(20_000, 'figures', countEnded, { atOnce: true });
      // A new partition locks its parent. If that would wait, for example behind a long export, it is tried again in an
      // hour, so that others do not queue behind the lock.
      every(HOUR_MS, 'partitions', () =>
        database.system.tx(async (tx) => {
          await tx.query(`select set_config('lock_timeout', '2s', true)`);
          await tx.query('select errand_ensure_partitions(2)');
        }),
      );
      every(HOUR_MS, 'idempotency', () =>
        database.system.run(`delete from idempotency_keys where created_at < now() - interval '25 hours'`),
      );
      every(6 * HOUR_MS, 'progress', () =>
        database.system.run(
          'delete from job_progress p where exists (select from job_results r where r.job_id = p.job_id)',
        ),
      );
      every(HOUR_MS / 60, 'words', () => deleteLeftDeltas(database.system));
      every(6 * HOUR_MS, 'blobs', () => collectBlobs(database.system, storage, { olderThanMs: 24 * HOUR_MS }));
    },
    stop,
  };
}
