// Who may use the engine now. A slot is held while a process works, not while a query waits for its agents; one
// organization never has more than its share, and those that wait are served in turn.

export type SlotOptions = {
  /** How many the organization may have, where it is not as for all. */
  perOrg?: number | undefined;
  /** Ends the wait; what has begun ends by itself. */
  signal?: AbortSignal | undefined;
};
export type Slots = { use<T>(orgId: string, work: () => Promise<T>, options?: SlotOptions): Promise<T> };

export function createSlots({ total, perOrg }: { total: number; perOrg: number }): Slots {
  const running = new Map<string, number>();
  const waiting: { orgId: string; max: number; go: () => void }[] = [];
  let used = 0;

  function startWaiting(): void {
    while (used < total) {
      // Of those that may, the first of the organization that runs least.
      let best = -1;
      for (const [index, { orgId, max }] of waiting.entries()) {
        const count = running.get(orgId) ?? 0;
        if (count < max && (best === -1 || count < (running.get(waiting[best]!.orgId) ?? 0))) best = index;
      }
      if (best === -1) return;
      const [next] = waiting.splice(best, 1);
      take(next!.orgId);
      next!.go();
    }
  }

  function take(orgId: string): void {
    used += 1;
    running.set(orgId, (running.get(orgId) ?? 0) + 1);
  }

  function give(orgId: string): void {
    used -= 1;
    const left = (running.get(orgId) ?? 1) - 1;
    if (left === 0) running.delete(orgId);
    else running.set(orgId, left);
    startWaiting();
  }

  function wait(orgId: string, { perOrg: max = perOrg, signal }: SlotOptions): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(signal!.reason);
      };
      const go = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const waiter = { orgId, max, go };
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(waiter);
      startWaiting();
    });
  }

  return {
    async use(orgId, work, options = {}) {
      await wait(orgId, options);
      try {
        return await work();
      } finally {
        give(orgId);
      }
    },
  };
}
