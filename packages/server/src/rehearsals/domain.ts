import type { Domain } from '#platform/domain.ts';
import { settledRows } from './store.ts';

export const domain: Domain = {
  name: 'rehearsals',
  tables: {
    rehearsals: {},
    rehearsal_cases: {
      jobData: { kept: 'the decision before and after, without what it was made from' },
      archive: 'stays',
    },
  },
  leased: [settledRows],
};
