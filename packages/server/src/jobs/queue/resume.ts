import type { Database } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { persistently } from '#platform/persist.ts';
import { extendDeadlines } from './release.ts';
import type { createRuns } from './runs.ts';

/** When the database accepts writes again, moves the deadlines of running jobs by the outage and resumes claiming. */
export function resumeAfterOutages(options: {
  database: Database;
  log: Logger;
  runs: ReturnType<typeof createRuns>;
  onBack(): void;
}): void {
  const { database, log, runs } = options;
  let counted = database.state.outMs();
  database.state.onChange((view) => {
    if (!view.writable) return;
    const seconds = (database.state.outMs() - counted) / 1_000;
    counted = database.state.outMs();
    const fences = runs.fences();
    if (fences.length > 0)
      persistently(() => extendDeadlines(database.queue, fences, seconds)).catch((error) =>
        log.warn(
          { err: error, event: 'queue.deadlines' },
          'could not move the deadlines of running jobs after an outage',
        ),
      );
    options.onBack();
  });
}
