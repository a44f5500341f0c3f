import { createSemaphore } from '#platform/semaphore.ts';
import type { FindLimits } from './limits.ts';

// Decides who may use the engine now. A slot is held while a process works, not while a query waits for its agents. All
// of an organization's work in the engine (statements, imports, exports, merges of segments) shares its slots.

export type Slots = {
  /** `signal` ends the wait; work that has begun ends by itself. */
  use<T>(orgId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
};

export function createSlots(max: number, findLimits: FindLimits): Slots {
  const semaphore = createSemaphore({ max });
  return {
    async use(orgId, work, signal) {
      const { concurrency } = await findLimits(orgId);
      return semaphore.run(work, { key: orgId, perKeyMax: concurrency, signal });
    },
  };
}
