import type { Role } from '@errand/sdk';

export const roleWords: Record<Role, string> = {
  owner: 'Can do everything, including adding other owners.',
  admin: 'Can do what members can, and manages members, keys, the audit log and the organization’s name.',
  member: 'Can read everything that viewers can, and creates, changes and runs agents, policies, webhooks and SQL.',
  approver: 'Can do what analysts can, and approves what a second person has to approve in a case.',
  analyst: 'Can read what viewers can, and works on cases: alerts, notes, tasks, reports and decisions.',
  auditor: 'Can read what viewers can, and the audit log. Changes nothing.',
  viewer: 'Can read everything except keys and the audit log.',
};
