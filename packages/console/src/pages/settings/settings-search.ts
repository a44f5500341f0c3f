import { readMoment, readOneOf, readPage, readText } from '../../data/search.ts';

export const settingsTabs = [
  'keys',
  'programs',
  'members',
  'sign-on',
  'secrets',
  'connections',
  'models',
  'retention',
  'audit',
  'organization',
  'account',
] as const;
export type SettingsTab = (typeof settingsTabs)[number];

export type SettingsSearch = {
  tab?: SettingsTab | undefined;
  page?: number | undefined;
  action?: string | undefined;
  target?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

export function readSettingsSearch(raw: Record<string, unknown>): SettingsSearch {
  return {
    tab: readOneOf(raw.tab, settingsTabs),
    page: readPage(raw.page),
    action: readText(raw.action),
    target: readText(raw.target),
    from: readLocal(raw.from),
    to: readLocal(raw.to),
  };
}

/** Reads a time of the form, which has no zone. */
const readLocal = (value: unknown): string | undefined =>
  readMoment(value) === undefined ? undefined : readText(value);
