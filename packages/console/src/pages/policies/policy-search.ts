export const policyTabs = ['rules', 'versions', 'agents'] as const;
export type PolicyTab = (typeof policyTabs)[number];

export type PolicySearch = {
  tab?: PolicyTab | undefined;
  /** The version that is looked at; none: the current one. */
  version?: string | undefined;
  page?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export function readPolicySearch(raw: Record<string, unknown>): PolicySearch {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const page = Number(raw.page);
  return {
    tab: policyTabs.find((tab) => tab === raw.tab),
    version: text(raw.version),
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    from: text(raw.from),
    to: text(raw.to),
  };
}
