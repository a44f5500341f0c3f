import type { SeenWorker } from './orphans.ts';

// Decides when a worker counts as dead. Silence for the length of its lease is enough. A missing session lock shows it
// much sooner, but living workers also lose their locks when a standby is promoted or a connection breaks. So the lock
// must be missing for a while without a heartbeat of its worker. Whether this process may judge at all is decided in
// lease.ts.

/** A living worker that loses its connection sends a heartbeat over another one long before this. */
const MISSING_MS = 1_500;

export function createDeaths({ now = () => performance.now() }: { now?: () => number } = {}) {
  /** Workers without their lock: their last heartbeat when the lock was first found missing, and when that was. */
  const missing = new Map<string, { lastSeen: string; since: number }>();

  return {
    /** Returns the dead among the other workers. `byLock`: whether missing locks count. */
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
