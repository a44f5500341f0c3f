import { known, readText, readVersionedSearch } from '../../data/search.ts';

const skillTabs = ['files', 'versions', 'agents'] as const;
export type SkillTab = (typeof skillTabs)[number];

export const readSkillSetSearch = (raw: Record<string, unknown>) =>
  known({ ...readVersionedSearch(raw, skillTabs), file: readText(raw.file) });

/** The base of the editor: a version, or the files that a job wrote. */
export const readEditSkillsSearch = (raw: Record<string, unknown>) =>
  known({ version: readText(raw.version), job: readText(raw.job) });
