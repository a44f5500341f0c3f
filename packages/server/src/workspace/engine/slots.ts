import { createSemaphore } from '#platform/semaphore.ts';
import type { FindLimits } from './limits.ts';

// Limits concurrent work in the engine. A slot is held while a process works, not while a query waits for its agents.
// All of an organization's work in the engine (statements, imports, exports, merges of segments) shares its slots.

export type Slots = {
  /** `signal` ends the wait for a slot. Work that has started handles cancellation itself. */
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
