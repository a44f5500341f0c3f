/**
 * Counts what is taken, in all and by organization. Claims and reservations count from the moment they are made. No
 * semaphore: nobody waits here, since jobs wait in PostgreSQL, and a claim takes many at once.
 */
export function createSlots(size: number) {
  const byOrg = new Map<string, number>();
  let taken = 0;

  return {
    get free(): number {
      return size - taken;
    },
    get taken(): number {
      return taken;
    },
    takenBy: (orgId: string): number => byOrg.get(orgId) ?? 0,
    /** Returns what gives them back; more than once does no harm. */
    take(orgId: string, count = 1): () => void {
      taken += count;
      byOrg.set(orgId, (byOrg.get(orgId) ?? 0) + count);
      let open = true;
      return () => {
        if (!open) return;
        open = false;
        taken -= count;
        const left = byOrg.get(orgId)! - count;
        if (left > 0) byOrg.set(orgId, left);
        else byOrg.delete(orgId);
      };
    },
  };
}
