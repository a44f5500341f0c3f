import type { ActivityQuery, QueryOf } from '@errand/sdk';
import { known, readMoment, readOneOf } from '../../data/search.ts';

export const ranges = ['1h', '24h', '7d', '30d'] as const;
export type Range = (typeof ranges)[number];

/** The last hours or days, or any period with a beginning and an end. */
export type HomeSearch = { range?: Range | undefined; from?: string | undefined; to?: string | undefined };

export const rangeInfo: Record<Range, { label: string; hours: number; bucketSeconds: number }> = {
  '1h': { label: '1 hour', hours: 1, bucketSeconds: 300 },
  '24h': { label: '24 hours', hours: 24, bucketSeconds: 3_600 },
  '7d': { label: '7 days', hours: 168, bucketSeconds: 21_600 },
  '30d': { label: '30 days', hours: 720, bucketSeconds: 86_400 },
};

export function readHomeSearch(search: Record<string, unknown>): HomeSearch {
  const from = readMoment(search.from);
  const to = readMoment(search.to);
  if (from !== undefined && to !== undefined && from < to) return { from, to };
  return known({ range: readOneOf(search.range, ranges) });
}

export function toFilter({ range = '24h', from, to }: HomeSearch): QueryOf<ActivityQuery> {
  if (from !== undefined && to !== undefined) return { created_from: from, created_to: to };
  const { hours, bucketSeconds } = rangeInfo[range];
  return { hours, bucket_seconds: bucketSeconds };
}

/** Returns the period of the same length just before. */
export function toFilterBefore({ range = '24h', from, to }: HomeSearch): QueryOf<ActivityQuery> {
  const endsAt = from !== undefined ? Date.parse(from) : Date.now() - rangeInfo[range].hours * 3_600_000;
  const lasts =
    from !== undefined && to !== undefined ? Date.parse(to) - Date.parse(from) : rangeInfo[range].hours * 3_600_000;
  return { created_from: new Date(endsAt - lasts).toISOString(), created_to: new Date(endsAt).toISOString() };
}
