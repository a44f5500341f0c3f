import { readOneOf, readPage, readText } from '../../data/search.ts';

export const skillTabs = ['files', 'versions', 'agents'] as const;
export type SkillTab = (typeof skillTabs)[number];

export type SkillSetSearch = {
  tab?: SkillTab | undefined;
  /** The version to show. Default: the current one. */
  version?: string | undefined;
  file?: string | undefined;
  page?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export const readSkillSetSearch = (raw: Record<string, unknown>): SkillSetSearch => ({
  tab: readOneOf(raw.tab, skillTabs),
  version: readText(raw.version),
  file: readText(raw.file),
  page: readPage(raw.page),
  from: readText(raw.from),
  to: readText(raw.to),
});

/** Search parameters of the list of skill sets. */
export type SkillSetsSearch = { q?: string | undefined; page?: number | undefined };

export const readSkillSetsSearch = (raw: Record<string, unknown>): SkillSetsSearch => ({
  q: readText(raw.q),
  page: readPage(raw.page),
});

/** The base of the editor: a version, or the files that a job wrote. */
export type EditSkillsSearch = { version?: string | undefined; job?: string | undefined };

export const readEditSkillsSearch = (raw: Record<string, unknown>): EditSkillsSearch => ({
  version: readText(raw.version),
  job: readText(raw.job),
});
