import type { Role } from '@errand/sdk';

export const roleWords: Record<Role, string> = {
  owner: 'everything, and can add other owners',
  admin: 'also members, keys, the audit log and the name of the organization',
  member: 'also creates, changes and runs agents, policies, webhooks and SQL',
  viewer: 'reads everything but keys and the audit log',
};
