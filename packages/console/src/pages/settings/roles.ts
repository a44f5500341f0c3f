import type { Role } from '@errand/sdk';

export const roleWords: Record<Role, string> = {
  owner: 'Can do everything, including adding other owners.',
  admin: 'Can do what members can, and manages members, keys, the audit log and the organization’s name.',
  member: 'Can read everything that viewers can, and creates, changes and runs agents, policies, webhooks and SQL.',
  viewer: 'Can read everything except keys and the audit log.',
};
