import type { Domain } from '#platform/domain.ts';

export const domain: Domain = {
  name: 'knowledge',
  tables: {
    knowledge_bases: {},
    knowledge_drafts: { jobData: { kept: 'names the job while it makes the proposal' }, archive: 'stays' },
    knowledge_lenses: {},
  },
};
