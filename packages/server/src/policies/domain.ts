import type { Domain } from '#platform/domain.ts';

export const domain: Domain = {
  name: 'policies',
  tables: {
    policies: {},
    policy_versions: {},
  },
};
