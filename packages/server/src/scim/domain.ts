import type { Domain } from '#platform/domain.ts';

export const domain: Domain = {
  name: 'scim',
  tables: {
    scim_tokens: {},
    scim_users: {},
    scim_groups: {},
    scim_members: {},
  },
};
