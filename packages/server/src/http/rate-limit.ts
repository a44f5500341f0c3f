/** A bucket per organization that holds one second's worth of requests. Gives the seconds to wait, 0 for none. */
export function createRateLimit(perSecond: number, now: () => number = Date.now): (orgId: string) => number {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (orgId) => {
    const moment = now();
    let bucket = buckets.get(orgId);
    if (bucket === undefined) {
      bucket = { tokens: perSecond, at: moment };
      buckets.set(orgId, bucket);
    }
    bucket.tokens = Math.min(perSecond, bucket.tokens + ((moment - bucket.at) / 1_000) * perSecond);
    bucket.at = moment;
    if (bucket.tokens >= 1) {
      bucket.tokens -= 1;
      return 0;
    }
    return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
  };
}
