import { createPace } from './pace.ts';
import type { createRuns } from './runs.ts';
import type { createTakeover } from './takeover.ts';

/**
 * Compares what runs with what the queue says runs, here and elsewhere: neither may know of jobs that the other does
 * not. By the clock, whether this process has anything to do or not.
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
