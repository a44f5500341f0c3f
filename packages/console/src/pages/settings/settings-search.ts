export const settingsTabs = ['keys', 'members', 'audit', 'organization'] as const;
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
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const moment = (value: unknown) =>
    typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
  const page = Number(raw.page);
  return {
    tab: settingsTabs.find((tab) => tab === raw.tab),
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    action: text(raw.action),
    target: text(raw.target),
    from: moment(raw.from),
    to: moment(raw.to),
  };
}
