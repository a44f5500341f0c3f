import type { Work } from '#platform/domain.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { createPeriodic } from '#platform/periodic.ts';
import { wakeEnded } from './runs/store.ts';
import { createRunWork, type RunDeps } from './runs/work.ts';

// The playbooks of one process: runs go on when the job of their step has ended.

/** How soon a run notices the end of its job. */
const WAKE_MS = 500;

export function createPlaybookWork({
  kit,
  runs,
  ...deps
}: RunDeps & { kit: WorkKit; runs: boolean }): Work & { wake(): void } {
  const { database, log } = deps;
  const work = createRunWork(kit, deps);
  const { every, stop } = createPeriodic(log, 'playbooks');
  return {
    name: 'playbooks',
    wake: work.wake,
    async start() {
      await work.start();
      if (!runs) return;
      every(WAKE_MS, 'wake', async () => {
        if ((await wakeEnded(database.system)) > 0) work.wake();
      });
    },
    async stop() {
      await stop();
      await work.stop();
    },
  };
}
