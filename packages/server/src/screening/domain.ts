import type { Domain } from '#platform/domain.ts';

export const domain: Domain = {
  name: 'screening',
  tables: {
    screening_lists: {},
    screening_list_versions: {},
    screening_entries: {},
    screening_decisions: {},
  },
};
