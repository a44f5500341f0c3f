/**
 * Waits until `check` gives something; fails loudly after the limit instead of hanging. Asked often at first and then
 * less often: a check is a request or a query, and many of them side by side keep from happening what they wait for.
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
    if (waitedMs > limitMs) throw new Error(`Waited ${limitMs} ms in vain for ${what}.`);
    const pauseMs = Math.min(Math.max(waitedMs / 8, 5), 100);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
