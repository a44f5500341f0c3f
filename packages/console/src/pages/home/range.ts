export const ranges = ['1h', '24h', '7d', '30d'] as const;
export type Range = (typeof ranges)[number];

export const rangeInfo: Record<Range, { label: string; hours: number; bucketSeconds: number }> = {
  '1h': { label: '1 hour', hours: 1, bucketSeconds: 300 },
  '24h': { label: '24 hours', hours: 24, bucketSeconds: 3_600 },
  '7d': { label: '7 days', hours: 168, bucketSeconds: 21_600 },
  '30d': { label: '30 days', hours: 720, bucketSeconds: 86_400 },
};
