import type { Database } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { persistently } from '#platform/persist.ts';
import { extendDeadlines } from './release.ts';
import type { createRuns } from './runs.ts';

/** When the database takes writes again, running jobs get back the time that it was out, and what waits is claimed. */
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
        log.warn({ err: error, event: 'queue.deadlines' }, 'deadlines were not moved'),
      );
    options.onBack();
  });
}
