import { type OrganizationPage, type Role, rolesWithin } from '@errand/sdk';

type Organization = OrganizationPage['results'][number];

export type Access = {
  organizations: Organization[];
  organization: Organization | undefined;
  role: Role | undefined;
  /** Whether the role has the rights of this one. True while it is unknown, because the server decides anyway. */
  can(role: Role): boolean;
};

/** Returns the access to the selected organization, or to the first one if the user has no access to it. */
export function readAccess(organizations: Organization[], organizationId: string | undefined): Access {
  const organization = organizations.find(({ id }) => id === organizationId) ?? organizations[0];
  const role = organization?.role;
  return {
    organizations,
    organization,
    role,
    can: (needed) => role === undefined || (rolesWithin[role] as readonly Role[]).includes(needed),
  };
}
