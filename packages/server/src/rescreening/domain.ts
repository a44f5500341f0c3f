import type { Domain } from '#platform/domain.ts';
import { runRows } from './store/runs.ts';

export const domain: Domain = {
  name: 'rescreening',
  tables: {
    screening_watches: {},
    screening_subjects: {},
    screening_runs: {},
    screening_matches: {},
    screening_match_events: {},
  },
  leased: [runRows],
};
