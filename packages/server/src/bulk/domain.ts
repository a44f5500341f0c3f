import type { Domain } from '#platform/domain.ts';
import { bulkRows } from './store.ts';

export const domain: Domain = {
  name: 'bulk',
  tables: {
    bulk_operations: {},
    bulk_items: {
      jobData: { kept: 'says how the action ended for the job, nothing of its content' },
      archive: 'stays',
    },
  },
  leased: [bulkRows],
};
