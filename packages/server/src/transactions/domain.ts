import type { Domain } from '#platform/domain.ts';
import { runRows } from './store.ts';

export const domain: Domain = {
  name: 'transactions',
  tables: { transaction_sources: {}, detection_runs: {} },
  leased: [runRows],
};
