export const jobTabs = ['result', 'steps', 'inputs', 'log'] as const;
export type JobTab = (typeof jobTabs)[number];

/** Reads the tab of a URL. Undefined for the first or an unknown one. */
export const readJobTab = (value: unknown): JobTab | undefined => jobTabs.find((tab) => tab === value);

/** The open part of a job's page: a tab, a step, a value of the result, the evidence of a finding. */
export type JobPlace = {
  tab?: JobTab | undefined;
  step?: string | undefined;
  field?: string | undefined;
  evidence?: string | undefined;
  /** The visible part of the steps' time. */
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
