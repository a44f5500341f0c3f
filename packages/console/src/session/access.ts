import { type Organization, type Role, roles } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../data/query-keys.ts';
import { errand } from './client.ts';
import { useSession } from './session.ts';

type Access = {
  organizations: Organization[];
  organization: Organization | undefined;
  role: Role | undefined;
  /** Whether the role is at least that one. True while it is not known yet: the server decides anyway. */
  can(role: Role): boolean;
};

/** What the signed-in credential may do in the organization that is looked at. */
export function useAccess(): Access {
  const session = useSession();
  const { data } = useQuery({
    queryKey: keys.organizations(),
    queryFn: ({ signal }) => errand.organizations.list({ page_size: 100 }, { signal }),
    enabled: session !== undefined && !session.ended,
    staleTime: 60_000,
  });
  const organizations = data?.results ?? [];
  const organization = organizations.find(({ id }) => id === session?.organizationId) ?? organizations[0];
  const role = organization?.role;
  return {
    organizations,
    organization,
    role,
    can: (needed) => role === undefined || roles.indexOf(role) >= roles.indexOf(needed),
  };
}
