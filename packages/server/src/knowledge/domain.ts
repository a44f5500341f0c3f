import type { Domain } from '#platform/domain.ts';

export const domain: Domain = {
  name: 'knowledge',
  tables: {
    knowledge_bases: {},
    knowledge_drafts: {},
    knowledge_lenses: {},
  },
};
