import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { shortId } from '../../design/short-id.ts';
import { errand } from '../../session/client.ts';

/** Shows the name of a policy version when it is loaded. */
export function PolicyVersionName({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: keys.policyVersion(id),
    queryFn: ({ signal }) => errand.policyVersions.get(id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <bdi>{data?.version_name ?? shortId(id)}</bdi>;
}
