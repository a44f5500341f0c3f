export const jobTabs = ['result', 'steps', 'inputs', 'log'] as const;
export type JobTab = (typeof jobTabs)[number];

/** The tab that an address names; none for the first one or an unknown one. */
export const readJobTab = (value: unknown): JobTab | undefined => jobTabs.find((tab) => tab === value);

/** What of a job an address names: a part of the page, a step, a value of the result, the evidence of a finding. */
export type JobPlace = {
  tab?: JobTab | undefined;
  step?: string | undefined;
  field?: string | undefined;
  evidence?: string | undefined;
  /** The part of the time that the steps show. */
  zoom?: string | undefined;
};

export const readJobPlace = (search: Record<string, unknown>): JobPlace => ({
  tab: readJobTab(search.tab),
  step: readName(search.step),
  field: readName(search.field),
  evidence: readName(search.evidence),
  zoom: readName(search.zoom),
});

const readName = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
