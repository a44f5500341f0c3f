import { type OrganizationPage, type Role, roles } from '@errand/sdk';

type Organization = OrganizationPage['results'][number];

export type Access = {
  organizations: Organization[];
  organization: Organization | undefined;
  role: Role | undefined;
  /** Whether the role is at least that one. True while it is not known yet: the server decides anyway. */
  can(role: Role): boolean;
};

/** What may be done in the organization that is looked at; in the first one, if that is none of theirs. */
export function readAccess(organizations: Organization[], organizationId: string | undefined): Access {
  const organization = organizations.find(({ id }) => id === organizationId) ?? organizations[0];
  const role = organization?.role;
  return {
    organizations,
    organization,
    role,
    can: (needed) => role === undefined || roles.indexOf(role) >= roles.indexOf(needed),
  };
}
