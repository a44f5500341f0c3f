import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseOut, isOutOfSpace } from './errors.ts';

/** A duplicate key from our own earlier attempt, which was not visible yet. More than a few in a row are a bug. */
const DUPLICATE_KEY = '23505';
const DUPLICATES_MAX = 20;

/**
 * Retries a write through a restart of PostgreSQL. `work` receives the attempt number: from the second on, it must find
 * out itself what an earlier attempt committed or may still be doing.
 */
export function persistently<T>(work: (attempt: number) => Promise<T>, limitMs = 30_000): Promise<T> {
  return repeat(work, limitMs, isTransient);
}

/**
 * The same with a time limit, for a waiting caller: a restart is over in seconds, while a full disk needs an operator.
 */
export function persistentlyForCaller<T>(work: (attempt: number) => Promise<T>): Promise<T> {
  return repeat(work, 30_000, (error) => isTransient(error) && !isOutOfSpace(error));
}

async function repeat<T>(
  work: (attempt: number) => Promise<T>,
  limitMs: number,
  isWorthIt: (error: unknown) => boolean,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      const again = isWorthIt(error) || (sqlState(error) === DUPLICATE_KEY && attempt < DUPLICATES_MAX);
      if (!again || Date.now() > deadline) throw error;
      await delay(Math.min(50 * 2 ** Math.min(attempt, 5), 1_000) * (0.5 + Math.random() / 2));
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

function sqlState(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}
