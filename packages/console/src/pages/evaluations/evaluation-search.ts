import { readOneOf, readPage, readText } from '../../data/search.ts';

/** Search parameters of the list of sets. */
export type SetsSearch = { page?: number | undefined };

export const readSetsSearch = (raw: Record<string, unknown>): SetsSearch => ({
  page: readPage(raw.page),
});

const setTabs = ['runs', 'cases'] as const;
export type SetTab = (typeof setTabs)[number];

/** Search parameters of one set. The page is that of the open tab. */
export type SetSearch = { tab?: SetTab | undefined; page?: number | undefined };

export const readSetSearch = (raw: Record<string, unknown>): SetSearch => ({
  tab: readOneOf(raw.tab, setTabs),
  page: readPage(raw.page),
});

export type RunSearch = { page?: number | undefined };

export const readRunSearch = (raw: Record<string, unknown>): RunSearch => ({ page: readPage(raw.page) });

/** The two runs to compare. */
export type CompareSearch = { a?: string | undefined; b?: string | undefined };

export const readCompareSearch = (raw: Record<string, unknown>): CompareSearch => ({
  a: readText(raw.a),
  b: readText(raw.b),
});
