/** Limits are written for a quiet machine. One whose processors are shared takes several times as long. */
const PATIENCE = 6;

/**
 * Waits until `check` returns something; fails loudly after the limit instead of hanging. It checks often at first and
 * then less often: a check is a request or a query, and many of them side by side delay the very thing they wait for.
 */
export async function until<T>(
  check: () => Promise<T | undefined | false>,
  what: string,
  limitMs = 30_000,
): Promise<T> {
  const startedAt = Date.now();
  for (;;) {
    const value = await check();
    if (value !== undefined && value !== false) return value;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > limitMs * PATIENCE) throw new Error(`Waited ${waitedMs} ms in vain for ${what}.`);
    const pauseMs = Math.min(Math.max(waitedMs / 8, 5), 100);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
