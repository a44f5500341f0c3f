/**
 * Counts taken slots, in total and by organization, including those reserved for a claim in progress. Not a semaphore:
 * nobody waits here, because jobs wait in PostgreSQL, and a claim takes many slots at once.
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
    /** Takes slots and returns a function that frees them; it may be called more than once. */
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
