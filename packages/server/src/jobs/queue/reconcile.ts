import { createPace } from './pace.ts';
import type { createRuns } from './runs.ts';
import type { createTakeover } from './takeover.ts';

/**
 * Compares the jobs that run with those that are started in the queue, here and on other workers, and repairs
 * differences. Runs by the clock, even if this process has nothing to do.
 */
export function createReconciler(options: {
  runs: ReturnType<typeof createRuns>;
  takeover: ReturnType<typeof createTakeover>;
}): () => Promise<void> {
  const { runs, takeover } = options;
  const look = createPace(1_000);
  return async () => {
    await runs.abortLost();
    const failed = runs.failed();
    if (failed.length > 0) {
      await takeover.take({ failed });
      runs.forgetFailed(failed);
    }
    await look(takeover.heal);
  };
}
