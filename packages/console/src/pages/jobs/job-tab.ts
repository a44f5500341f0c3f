export const jobTabs = ['result', 'steps', 'inputs'] as const;
export type JobTab = (typeof jobTabs)[number];

/** The tab that an address names; none for the first one or an unknown one. */
export const readJobTab = (value: unknown): JobTab | undefined => jobTabs.find((tab) => tab === value);
