import { readInteger, readPage } from '../../data/search.ts';

export type UsageSearch = { days?: number | undefined; page?: number | undefined };

const RANGES = [7, 30, 90, 365];

export function readUsageSearch(raw: Record<string, unknown>): UsageSearch {
  const days = readInteger(raw.days);
  return { days: RANGES.find((range) => range === days), page: readPage(raw.page) };
}
