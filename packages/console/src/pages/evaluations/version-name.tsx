import type { EvaluationRun } from '@errand/sdk';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../../data/query-keys.ts';
import { shortId } from '../../design/short-id.ts';
import { errand } from '../../session/client.ts';

type Measured = Pick<EvaluationRun, 'agent_id' | 'agent_version_id' | 'policy_version_id' | 'model'>;

/** Uses the id of unnamed versions, so that two of them can be told apart. */
const nameOf = (name: string | undefined, id: string): string =>
  name === undefined || name === 'unnamed version' ? `version ${shortId(id)}` : name;

/** Shows what a run measured: an agent version, and the policy version and model if given. */
export function VersionName({ run }: { run: Measured }) {
  const version = useQuery({
    queryKey: keys.version(run.agent_id, run.agent_version_id),
    queryFn: ({ signal }) => errand.versions.get(run.agent_id, run.agent_version_id, {}, { signal }),
    retry: false,
  });
  const policyId = run.policy_version_id ?? '';
  const policy = useQuery({
    queryKey: keys.policyVersion(policyId),
    queryFn: ({ signal }) => errand.policyVersions.get(policyId, { signal }),
    enabled: policyId !== '',
    retry: false,
  });
  const parts = [
    nameOf(version.data?.version_name, run.agent_version_id),
    ...(policyId === '' ? [] : [`policy ${policy.data?.version_name ?? shortId(policyId)}`]),
    ...(run.model === null ? [] : [run.model]),
  ];
  return <bdi>{parts.join(' · ')}</bdi>;
}
