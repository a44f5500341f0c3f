import { readOneOf, readPage, readText } from '../../data/search.ts';

export const policyTabs = ['rules', 'versions', 'rehearsals', 'gate', 'agents'] as const;
export type PolicyTab = (typeof policyTabs)[number];

export type PolicySearch = {
  tab?: PolicyTab | undefined;
  /** The version to show. Default: the current one. */
  version?: string | undefined;
  page?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export function readPolicySearch(raw: Record<string, unknown>): PolicySearch {
  return {
    tab: readOneOf(raw.tab, policyTabs),
    version: readText(raw.version),
    page: readPage(raw.page),
    from: readText(raw.from),
    to: readText(raw.to),
  };
}

/** Search parameters of the list of policies. */
export type PoliciesSearch = { q?: string | undefined; page?: number | undefined };

export const readPoliciesSearch = (raw: Record<string, unknown>): PoliciesSearch => ({
  q: readText(raw.q),
  page: readPage(raw.page),
});
