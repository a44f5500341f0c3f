import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { createFindTrial } from './find-trial.ts';
import { listOpenRuns } from './runs-store.ts';
import { settleRun } from './settle-run.ts';

// Assembles the evaluations domain for one process. Workers score runs whose jobs have all ended, each run in one
// worker.

const LOOK_MS = 1_000;

export function createEvaluationRuntime(options: { database: Database; log: Logger; settles: boolean }) {
  const { database, log } = options;
  const stopping = new AbortController();
  let loop: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        if (database.state.current().writable)
          for (const { id, org_id: orgId } of await listOpenRuns(database.system)) await settleRun(database, orgId, id);
      } catch (error) {
        log.warn({ err: error, event: 'evaluation.look' }, 'could not look for ended evaluation runs, will retry');
      }
      await delay(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    findTrial: createFindTrial(database),
    start(): void {
      if (options.settles) loop = run();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await loop;
    },
  };
}
