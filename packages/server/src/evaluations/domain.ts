import type { Domain } from '#platform/domain.ts';
import { eraseCasesOfJob } from './change-set.ts';
import { settledRows } from './runs-store.ts';

export const domain: Domain = {
  name: 'evaluations',
  tables: {
    evaluation_sets: {},
    evaluation_cases: { jobData: 'erased', archive: 'stays' },
    evaluation_runs: {},
    evaluation_results: {},
    version_gates: {},
    version_promotions: {},
  },
  erase: { data: eraseCasesOfJob },
  leased: [settledRows],
};
