import { setTimeout as delay } from 'node:timers/promises';
import { isUndone, type Transactor } from './connection-pool.ts';
import type { DatabaseState } from './database-state.ts';
import { isDatabaseOut, outageCause } from './errors.ts';
import { limits } from './limits.ts';

// Retries a request's statement after an outage of the database, but only if it was certainly not carried out: it was
// never sent, a read-only server refused it, it was the first of its transaction, or it only reads.

const PAUSE_MS = 100;

export function waitOutOutages(db: Transactor, state: Pick<DatabaseState, 'current' | 'whenWritable'>): Transactor {
  /** Retries until the work succeeds, fails in another way or the time is over. */
  async function again<T>(error: unknown, work: () => Promise<T>, mayRepeat: (error: unknown) => boolean): Promise<T> {
    let failure = error;
    for (const until = performance.now() + limits.outageWaitSeconds * 1_000; mayRepeat(failure); ) {
      await delay(PAUSE_MS * (1 + Math.random()));
      await state.whenWritable(Math.max(0, until - performance.now()));
      try {
        return await work();
      } catch (next) {
        failure = next;
        if (performance.now() > until) break;
      }
    }
    throw failure;
  }

  /** Not for a busy pool, which fails in the same way: the caller has already waited long enough for a connection. */
  const isNotDone = (error: unknown): boolean =>
    isUndone(error) && isDatabaseOut(error) && !(isPoolBusy(error) && state.current().writable);
  const mayRepeat = (text: string) => (error: unknown) =>
    isNotDone(error) ||
    outageCause(error) === 'read_only' ||
    (isDatabaseOut(error) && isRead(text) && !isPoolBusy(error));

  return {
    query: (text, values) =>
      db
        .query(text, values)
        .catch((error: unknown) => again(error, () => db.query(text, values), mayRepeat(text))) as never,
    run: (text, values) =>
      db.run(text, values).catch((error: unknown) => again(error, () => db.run(text, values), mayRepeat(text))),
    tx: (work) => db.tx(work).catch((error: unknown) => again(error, () => db.tx(work), isNotDone)),
  };
}

const isPoolBusy = (error: unknown): boolean => /timeout exceeded/.test((error as Error).message);

const isRead = (text: string): boolean =>
  /^\s*(\/\*[^*]*\*\/\s*)?select\b/i.test(text) && !/\bfor (update|share)\b/i.test(text);
