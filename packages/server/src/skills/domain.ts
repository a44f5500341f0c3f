import type { Domain } from '#platform/domain.ts';

export const domain: Domain = {
  name: 'skills',
  tables: {
    skill_sets: {},
    skill_versions: {},
    skill_generations: { jobData: { kept: 'says which job wrote the version' }, archive: 'stays' },
  },
};
