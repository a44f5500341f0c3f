import type { Domain } from '#platform/domain.ts';
import { alertRows } from './alerts-store.ts';

export const domain: Domain = {
  name: 'budgets',
  tables: {
    budgets: {},
    alerts: {},
    alert_settings: {},
  },
  leased: [alertRows],
};
