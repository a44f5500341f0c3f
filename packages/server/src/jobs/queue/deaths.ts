import type { SeenWorker } from './orphans.ts';

// When a worker counts as dead. Silence for the length of a lease always does. A missing lock does so much sooner, but
// a promotion or a cut connection takes the locks of the living, too: it must be missing for a while in which its
// worker says nothing. Whether the looker has a right to judge at all is not decided here (lease.ts).

/** A living worker that loses its connection says so over another one long before. */
const MISSING_MS = 1_500;

export function createDeaths({ now = () => performance.now() }: { now?: () => number } = {}) {
  /** Workers without their lock: what they had said last when it was first found missing, and when that was. */
  const missing = new Map<string, { lastSeen: string; since: number }>();

  return {
    /** Of all others as they are now, the dead. `byLock`: a missing lock tells something. */
    find(others: SeenWorker[], { byLock }: { byLock: boolean }): SeenWorker[] {
      const ids = new Set(others.filter(({ isUnlocked }) => byLock && isUnlocked).map(({ id }) => id));
      for (const id of missing.keys()) if (!ids.has(id)) missing.delete(id);
      return others.filter((worker) => worker.isSilent || isGone(worker));

      function isGone({ id, lastSeen }: SeenWorker): boolean {
        if (!ids.has(id)) return false;
        const first = missing.get(id);
        if (first?.lastSeen === lastSeen) return now() - first.since >= MISSING_MS;
        missing.set(id, { lastSeen, since: now() });
        return false;
      }
    },
  };
}
