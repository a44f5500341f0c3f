import { readVersionedSearch } from '../../data/search.ts';

const playbookTabs = ['plan', 'versions', 'rehearsals', 'runs', 'gate'] as const;
export type PlaybookTab = (typeof playbookTabs)[number];

export const readPlaybookSearch = (raw: Record<string, unknown>) => readVersionedSearch(raw, playbookTabs);
