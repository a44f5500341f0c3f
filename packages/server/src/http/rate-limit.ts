import { serverCount } from '#platform/fleet.ts';

/**
 * A token bucket per organization that holds one second's worth of requests. Returns the seconds to wait, or 0. Each
 * API process allows its share of the rate, so that together they allow the whole rate without coordination.
 */
export function createRateLimit(
  perSecond: number,
  now: () => number = Date.now,
  servers: () => number = serverCount,
): (orgId: string) => number {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (orgId) => {
    const moment = now();
    const rate = perSecond / servers();
    // A bucket smaller than one request would never allow any.
    const size = Math.max(1, rate);
    let bucket = buckets.get(orgId);
    if (bucket === undefined) {
      bucket = { tokens: size, at: moment };
      buckets.set(orgId, bucket);
    }
    bucket.tokens = Math.min(size, bucket.tokens + ((moment - bucket.at) / 1_000) * rate);
    bucket.at = moment;
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return Math.max(1, Math.ceil((1 - bucket.tokens) / rate));
  };
}
