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

/** Who may answer what a job asks, lowest first. What a wait, an approval or a policy asks for is one of them. */
export const answeringRoles = ['analyst', 'approver', 'member', 'admin'] as const satisfies readonly Role[];

export const hasRole = (role: Role, needed: Role): boolean => rolesWithin[role].includes(needed);
