import type { Database } from '#platform/db.ts';
import { briefly, type Metrics } from '#platform/metrics.ts';
import { findTask } from './lease.ts';

export function addArchiveGauges(metrics: Metrics, { system }: Database): void {
  metrics.sampled('errand_archive_failing', '1 if the last pass of the archive failed', async (set) => {
    const { failure } = await briefly(system, findTask);
    set({}, Number(failure !== null));
  });
  metrics.sampled(
    'errand_archive_damaged_parts',
    'Parts of the archive with a file that is missing or damaged',
    async (set) => {
      const [row] = await briefly(system, (tx) =>
        tx.query<{ count: number }>('select count(*) as count from archive_parts where problem is not null'),
      );
      set({}, row!.count);
    },
  );
}
