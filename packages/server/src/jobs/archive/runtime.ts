import { databaseNow } from '#platform/ids.ts';
import { again } from '#platform/leased-work/definition.ts';
import type { LeasedWork } from '#platform/leased-work/leased-work.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import type { Logger } from '#platform/log.ts';
import { archiveAll } from './archive-pass.ts';
import { archiveRows, claimPass, failed, PASS_SECONDS, passed } from './lease.ts';
import type { WriteDeps } from './write-part.ts';

/** Archives in the background, as leased work: one process at a time, whichever is free when a pass is due. */
export function createArchiveRuntime(
  deps: WriteDeps & { log: Logger },
  { kit, afterMonths }: { kit: WorkKit; afterMonths: number },
): LeasedWork {
  const { database, log } = deps;
  const startedAt = performance.now();
  return kit.define<object>({
    rows: archiveRows,
    columns: '',
    atOnce: 1,
    renewed: true,
    delaysSeconds: [PASS_SECONDS],
    givesUp: false,
    // A start has more urgent work, and an installation that restarts often should not archive each time.
    claim: async () => (performance.now() - startedAt < PASS_SECONDS * 1_000 ? [] : claimPass(database.system)),
    async run(_pass, { signal, renew }) {
      const done = await archiveAll(deps, { afterMonths, isStopped: () => signal.aborted }, renew);
      signal.throwIfAborted();
      if (done.waitsFor.length > 0)
        log.info(
          { event: 'archive.waits', for: done.waitsFor },
          'nothing is archived while processes of the previous release run',
        );
      if (done.parts > 0) log.info({ event: 'archive.passed', ...done }, 'archived closed months');
      return again(PASS_SECONDS, passed(new Date(databaseNow())));
    },
    onFailure(error) {
      log.warn({ err: error, event: 'archive.pass' }, 'archiving failed, will retry');
      return failed(new Date(databaseNow()), error);
    },
  });
}
