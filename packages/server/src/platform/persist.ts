import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseState } from './database-state.ts';
import { isDatabaseOut, isFromDatabase, isOutOfSpace, outageCause } from './errors.ts';
import { limits } from './limits.ts';

/** A duplicate key from our own earlier attempt, which was not visible yet. More than a few in a row are a bug. */
const DUPLICATE_KEY = '23505';
const DUPLICATES_MAX = 20;

/**
 * Retries through an outage of PostgreSQL, however long: what was computed waits and is written when it can be. `work`
 * receives the attempt number: from the second on, it must find out itself what an earlier attempt committed or may
 * still be doing. `limitMs`: for those who cannot wait for ever.
 */
export function persistently<T>(work: (attempt: number) => Promise<T>, limitMs = Number.POSITIVE_INFINITY): Promise<T> {
  return repeat(work, limitMs, isTransient);
}

/**
 * The same for a waiting caller, who is told after a while: an outage is mostly over in seconds, while a full disk needs
 * an operator.
 */
export function persistentlyForCaller<T>(work: (attempt: number) => Promise<T>): Promise<T> {
  return repeat(work, limits.outageWaitSeconds * 1_000, (error) => isTransient(error) && !isOutOfSpace(error));
}

/** A write that fails again and again on a database that takes others: there is something about it. */
export class StuckWrite extends Error {}

/** Often enough that a batch is not to blame for what happens around it: it is written in parts then. */
const BATCH_STRIKES = 3;
/** Before a single row is given up it has failed so often, for so long. */
const ROW_STRIKES = 8;
const ROW_MS_MIN = 60_000;

/**
 * Like persistently for a batch, whose write may fail for ever because of one of its rows. A failure while the database
 * takes writes is a strike; after some of them it throws StuckWrite, and the caller splits the batch. An outage is
 * waited out and counts nothing.
 */
export async function persistBatch<T>(
  work: (attempt: number) => Promise<T>,
  options: {
    size: number;
    state: Pick<DatabaseState, 'current' | 'whenWritable'>;
    /** A single row that fails on and on is given up after so long. */
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

/** They have nothing to do with what is written. */
const STATES_OF_THE_WHOLE = ['read_only', 'recovering', 'full'];

/** It waited for others, who hold a lock on a table perhaps: a deadlock, a lock that was not given, the time limit. */
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
 * A retry may succeed: no connection, a read-only server, a deadlock (40), no memory, disk or connections (53), a lock
 * (55P03), a cancelled statement (57), an I/O error (58), a transaction that a stalled process left idle (25P03).
 */
export function isTransient(error: unknown): boolean {
  return isDatabaseOut(error) || /^(40...|53...|55P03|57...|58...|25P03)$/.test(sqlState(error));
}

/** The same of one of our own statements, or of what came of it. */
export const isOutage = (error: unknown): boolean =>
  error instanceof Error && ((isFromDatabase(error) && isTransient(error)) || isOutage(error.cause));

function sqlState(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
