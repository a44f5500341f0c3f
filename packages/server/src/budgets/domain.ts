import type { Domain } from '#platform/domain.ts';

export const domain: Domain = {
  name: 'budgets',
  tables: {
    budgets: {},
    alerts: {},
    alert_settings: {},
  },
};
