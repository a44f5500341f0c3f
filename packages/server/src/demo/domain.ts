import type { Domain } from '#platform/domain.ts';

export const domain: Domain = {
  name: 'demo',
  tables: {
    demo_workspaces: {},
  },
};
