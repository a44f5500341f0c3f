/** A look that takes long is not repeated at once; but however long it takes, the next one comes. */
const SHARE_OF_TIME = 10;
const PAUSE_MS_MAX = 10_000;

/** Leaves out calls that come too soon after the last: sooner than `usualMs`, or ten times what that took. */
export function createPace(usualMs: number): (work: () => Promise<void>) => Promise<void> {
  let notBefore = 0;
  return async (work) => {
    const startedAt = performance.now();
    if (startedAt < notBefore) return;
    try {
      await work();
    } finally {
      const tookMs = performance.now() - startedAt;
      // A timer may be a little early.
      notBefore = startedAt + Math.max(usualMs / 2, Math.min(PAUSE_MS_MAX, SHARE_OF_TIME * tookMs));
    }
  };
}
