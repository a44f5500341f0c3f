/** The roles in an organization, lowest first. */
export const roles = ['viewer', 'auditor', 'analyst', 'approver', 'member', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** Whose rights a role has. Nobody but administrators has those of auditors, so the roles are no single ladder. */
export const rolesWithin: Record<Role, readonly Role[]> = {
  viewer: ['viewer'],
  auditor: ['viewer', 'auditor'],
  analyst: ['viewer', 'analyst'],
  approver: ['viewer', 'analyst', 'approver'],
  member: ['viewer', 'analyst', 'approver', 'member'],
  admin: ['viewer', 'auditor', 'analyst', 'approver', 'member', 'admin'],
  owner: roles,
};

export const hasRole = (role: Role, needed: Role): boolean => rolesWithin[role].includes(needed);
