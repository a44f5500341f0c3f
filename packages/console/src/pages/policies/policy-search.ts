import { readVersionedSearch } from '../../data/search.ts';

const policyTabs = ['rules', 'versions', 'rehearsals', 'gate', 'agents'] as const;
export type PolicyTab = (typeof policyTabs)[number];

export const readPolicySearch = (raw: Record<string, unknown>) => readVersionedSearch(raw, policyTabs);
