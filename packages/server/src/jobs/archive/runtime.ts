import type { Logger } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { createPeriodic } from '#platform/periodic.ts';
import { archivePass } from './archive-pass.ts';
import { addArchiveGauges } from './gauges.ts';
import type { WriteDeps } from './write-part.ts';

const PASS_MS = 10 * 60_000;

/** Archives in the background, in every process that runs jobs. A lease lets one of them do it at a time. */
export function createArchiveRuntime(
  deps: WriteDeps & { log: Logger },
  { afterMonths, metrics }: { afterMonths: number; metrics: Metrics },
) {
  addArchiveGauges(metrics, deps.database);
  const { every, isStopped, stop } = createPeriodic(deps.log, 'archive');
  return {
    start(): void {
      every(PASS_MS, 'pass', async () => {
        const done = await archivePass(deps, { afterMonths, isStopped });
        if (done !== undefined && done.waitsFor.length > 0)
          deps.log.info(
            { event: 'archive.waits', for: done.waitsFor },
            'nothing is archived while processes of the previous release run',
          );
        if (done !== undefined && done.parts > 0)
          deps.log.info({ event: 'archive.passed', ...done }, 'archived closed months');
      });
    },
    stop,
  };
}
