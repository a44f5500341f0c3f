import { useRead } from '../data/queries.ts';
import { keys } from '../data/query-keys.ts';
import { errand } from './client.ts';
import { type Access, readAccess } from './read-access.ts';
import { useSession } from './session.ts';

/** What the signed-in credential may do in the current organization. */
export function useAccess(): Access {
  const session = useSession();
  const { data } = useRead(keys.organizations(), (options) => errand.organizations.list({ page_size: 100 }, options), {
    enabled: session !== undefined && !session.ended,
    staleTime: 60_000,
  });
  return readAccess(data?.results ?? [], session?.organizationId);
}
