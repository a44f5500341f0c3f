import { FOREVER, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { shortId } from '../../design/short-id.ts';
import { errand } from '../../session/client.ts';

/** Shows the name of a policy version when it is loaded. */
export function PolicyVersionName({ id }: { id: string }) {
  const { data } = useRead(keys.policyVersion(id), (options) => errand.policyVersions.get(id, options), FOREVER);
  return <bdi>{data?.version_name ?? shortId(id)}</bdi>;
}
