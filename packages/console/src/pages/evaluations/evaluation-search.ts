import { known, readOneOf, readPage, readText } from '../../data/search.ts';

const setTabs = ['runs', 'cases'] as const;
export type SetTab = (typeof setTabs)[number];

/** Search parameters of one set. The page is that of the open tab. */
export const readSetSearch = (raw: Record<string, unknown>) =>
  known({ tab: readOneOf(raw.tab, setTabs), page: readPage(raw.page) });

/** The two runs to compare. */
export const readCompareSearch = (raw: Record<string, unknown>) => known({ a: readText(raw.a), b: readText(raw.b) });
