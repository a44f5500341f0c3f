import { setTimeout as delay } from 'node:timers/promises';
import type { OpenStream } from '#engines/engine/model-call.ts';
import { createBatcher } from '#platform/batcher.ts';
import type { Database } from '#platform/db.ts';
import type { ClaimedJob } from '../queue/claim.ts';
import { appendDeltas, type Delta, type NewDelta } from '../record/delta-store.ts';
import { storableText } from '../record/storable.ts';

// Stores the words of running jobs as they come. The jobs of a process share statements. Words are for watchers only: a
// failure to store them never delays or fails the job, whose result has them all.

/** A job does not write more often, so that a fast model does not become one statement per token. */
const PAUSE_MS = 5;
/** After a failed write, for example in an outage of PostgreSQL. */
const RETRY_MS = 1_000;
const JOBS_MAX = 200;
/** No reader follows a text of this length, and its result is refused if it is larger. */
const CHARACTERS_MAX = 4_000_000;

export type JobStream = {
  open: OpenStream;
  /** Ends the stream. Resolves when nothing is being written any more. */
  close(): Promise<void>;
  /** Whether something was or may have been written. */
  isUsed(): boolean;
};

export function createDeltaWriter(database: Database, onWritten: (delta: Delta) => void) {
  const batcher = createBatcher<NewDelta, number | undefined>({
    itemsMax: JOBS_MAX,
    async flush(items) {
      const kept = await appendDeltas(database.queue, items);
      return items.map((item) => kept.get(item.jobId));
    },
  });

  return (job: Pick<ClaimedJob, 'jobId' | 'claim' | 'attempt'>): JobStream => {
    let key = '';
    /** All of the value so far, and how much of it is stored. */
    let text = '';
    let stored = 0;
    let generation: number | null = null;
    let isOver = false;
    let isUsed = false;
    let current = 0;
    let writing: Promise<void> | undefined;

    async function writeNext(): Promise<void> {
      const startsAt = generation === null ? 0 : stored;
      const body = text.slice(startsAt);
      const opened = current;
      const given = { jobId: job.jobId, startsAt, endsAt: text.length, attempt: job.attempt, key, body };
      const kept = await batcher.add({ ...given, claim: job.claim, generation }).catch(() => 'failed' as const);
      if (kept === undefined && generation === null) return end();
      const isCurrent = opened === current;
      if (typeof kept === 'number') {
        if (isCurrent) {
          generation = kept;
          stored = given.endsAt;
        }
        onWritten({ ...given, generation: kept });
        await delay(PAUSE_MS);
        return;
      }
      // It may or may not be stored, or what was before it is lost: the value begins anew, with all that it has.
      if (isCurrent) generation = null;
      if (kept === 'failed') await delay(RETRY_MS, undefined, { ref: false });
    }

    async function write(): Promise<void> {
      while (!isOver && (generation === null ? text.length > 0 : text.length > stored)) await writeNext();
    }

    function end(): void {
      isOver = true;
    }

    function wake(): void {
      writing ??= write().finally(() => {
        writing = undefined;
      });
    }

    return {
      open(newKey) {
        current += 1;
        const own = current;
        key = newKey;
        text = '';
        stored = 0;
        generation = null;
        return (words) => {
          if (isOver || own !== current || text.length > CHARACTERS_MAX) return;
          isUsed = true;
          text += storableText(words);
          wake();
        };
      },
      async close() {
        end();
        if (writing === undefined) return;
        await Promise.race([writing, delay(RETRY_MS, undefined, { ref: false })]);
      },
      isUsed: () => isUsed,
    };
  };
}
