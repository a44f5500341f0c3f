import { createBatcher } from '#platform/batcher.ts';
import type { Database } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { persistently } from '#platform/persist.ts';
import { parkDeliveries } from '../queue/claim.ts';
import { type AttemptRecord, recordAttempts } from '../queue/record.ts';

export type Recorder = ReturnType<typeof createRecorder>;

const BATCH_MAX = 500;
/** Under load, records wait this long to be written in larger batches, which cost less per record. */
const GATHER_MS = 25;

/** Records attempts in batches, and takes the deliveries of a webhook that is off out of the queue. */
export function createRecorder({ database, log }: { database: Database; log: Logger }) {
  const batcher = createBatcher<AttemptRecord, undefined>({
    itemsMax: BATCH_MAX,
    // Two at once would wait for each other at the row with a webhook's state.
    flushesMax: 1,
    gatherMs: GATHER_MS,
    flush: async (items) => {
      for (const { webhookId, reason } of await recordAttempts(database, items)) {
        log.warn({ event: 'webhook.disabled', webhook: webhookId, reason }, 'webhook switched off');
        await park(webhookId);
      }
      return items.map(() => undefined);
    },
  });

  /** Parks the deliveries of a webhook. Those that are left are parked when they are next claimed. */
  async function park(webhookId: string): Promise<void> {
    try {
      while ((await persistently(() => parkDeliveries(database.queue, webhookId))) > 0);
    } catch (error) {
      log.warn({ err: error, event: 'webhook.park', webhook: webhookId }, 'deliveries were not parked');
    }
  }

  return { record: batcher.add, park };
}
