/** The next call waits ten times as long as the last one took, but at most PAUSE_MS_MAX. */
const SHARE_OF_TIME = 10;
const PAUSE_MS_MAX = 10_000;

/** Skips calls that come too soon after the last one: within half of `usualMs`, or ten times what that one took. */
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
