import { setTimeout as delay } from 'node:timers/promises';
import { isConnectionError } from './errors.ts';

/** Serialization failure, deadlock, and a duplicate key left by our own earlier try: the next try resolves them. */
const TRANSIENT = new Set(['40001', '40P01', '23505']);

/**
 * Repeats a write through a restart of PostgreSQL. `work` is told the number of the try: from the second on it has to
 * find out by itself what an earlier one may have committed.
 */
export async function persistently<T>(work: (attempt: number) => Promise<T>, limitMs = 30_000): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      const transient = isConnectionError(error) || (typeof code === 'string' && TRANSIENT.has(code) && attempt < 20);
      if (!transient || Date.now() > deadline) throw error;
      await delay(Math.min(50 * 2 ** Math.min(attempt, 5), 1_000) * (0.5 + Math.random() / 2));
    }
  }
}
