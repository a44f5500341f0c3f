import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseState } from './database-state.ts';
import { isDatabaseOut, isFromDatabase, isOutOfSpace, outageCause } from './errors.ts';
import { limits } from './limits.ts';

/** A duplicate key may come from our own earlier attempt that was not visible yet. Many in a row are a bug. */
const DUPLICATE_KEY = '23505';
const DUPLICATES_MAX = 20;

/**
 * Retries during an outage of PostgreSQL, however long, so that results are written once it is over. `work` receives
 * the attempt number. From the second attempt on, it must find out itself what an earlier one committed or may still be
 * doing. `limitMs` is for callers that cannot wait forever.
 */
export function persistently<T>(work: (attempt: number) => Promise<T>, limitMs = Number.POSITIVE_INFINITY): Promise<T> {
  return repeat(work, limitMs, isTransient);
}

/**
 * The same for a request, with a time limit. Outages are usually over in seconds. A full disk is not waited for,
 * because it needs an operator.
 */
export function persistentlyForCaller<T>(work: (attempt: number) => Promise<T>): Promise<T> {
  return repeat(work, limits.outageWaitSeconds * 1_000, (error) => isTransient(error) && !isOutOfSpace(error));
}

/** A write that keeps failing although the database accepts other writes, so its content is the likely cause. */
export class StuckWrite extends Error {}

/** After this many failures, a batch is split. Fewer may have other causes than its content. */
const BATCH_STRIKES = 3;
/** A single row is given up only after this many failures and this much time. */
const ROW_STRIKES = 8;
const ROW_MS_MIN = 60_000;

/**
 * Like persistently, for a batch that may fail forever because of one of its rows. A failure while the database accepts
 * writes is a strike. After some strikes it throws StuckWrite, and the caller splits the batch. Outages are waited out
 * and do not count.
 */
export async function persistBatch<T>(
  work: (attempt: number) => Promise<T>,
  options: {
    size: number;
    state: Pick<DatabaseState, 'current' | 'whenWritable'>;
    /** How long a single row may keep failing before it is given up. */
    patienceMs?: number | undefined;
  },
): Promise<T> {
  const { size, state, patienceMs = ROW_MS_MIN } = options;
  const startedAt = performance.now();
  let strikes = 0;
  for (let attempt = 0; ; attempt += 1) {
    const wasWritable = state.current().writable;
    try {
      return await work(attempt);
    } catch (error) {
      if (!isWorthAnotherTry(error, attempt)) throw error;
      const isInnocent = STATES_OF_THE_WHOLE.includes(outageCause(error) ?? '') || (size === 1 && isLock(error));
      if (wasWritable && !isInnocent) strikes += 1;
      const isStuck =
        size > 1 ? strikes >= BATCH_STRIKES : strikes >= ROW_STRIKES && performance.now() - startedAt > patienceMs;
      if (isStuck) throw new StuckWrite('The write keeps failing.', { cause: error });
      await pause(attempt);
      while (!state.current().writable) await state.whenWritable(1_000);
    }
  }
}

/** Outages that do not depend on what is written. */
const STATES_OF_THE_WHOLE = ['read_only', 'recovering', 'full'];

/** Whether it waited for others: a deadlock, a lock that was not free in time, or the statement timeout. */
const isLock = (error: unknown): boolean => /^(40...|55P03|57014)$/.test(sqlState(error));

const isWorthAnotherTry = (error: unknown, attempt: number, isWorthIt = isTransient): boolean =>
  isWorthIt(error) || (sqlState(error) === DUPLICATE_KEY && attempt < DUPLICATES_MAX);

const pause = (attempt: number): Promise<void> =>
  delay(Math.min(50 * 2 ** Math.min(attempt, 5), 1_000) * (0.5 + Math.random() / 2));

async function repeat<T>(
  work: (attempt: number) => Promise<T>,
  limitMs: number,
  isWorthIt: (error: unknown) => boolean,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!isWorthAnotherTry(error, attempt, isWorthIt) || performance.now() > deadline) throw error;
      await pause(attempt);
    }
  }
}

/**
 * Whether a retry may succeed: no connection, a read-only server, a deadlock (40), no memory, disk or connections (53),
 * a lock (55P03), a cancelled statement (57), an I/O error (58), a transaction that a stalled process left idle
 * (25P03).
 */
export function isTransient(error: unknown): boolean {
  return isDatabaseOut(error) || /^(40...|53...|55P03|57...|58...|25P03)$/.test(sqlState(error));
}

/** The same, but only for errors of our own statements and errors caused by them. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Error && ((isFromDatabase(error) && isTransient(error)) || isOutage(error.cause));

function sqlState(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
