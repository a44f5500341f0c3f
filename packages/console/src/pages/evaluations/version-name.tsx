import type { EvaluationRun } from '@errand/sdk';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { shortId } from '../../design/short-id.ts';
import { errand } from '../../session/client.ts';

type Measured = Pick<EvaluationRun, 'agent_id' | 'agent_version_id' | 'policy_version_id' | 'model'>;

/** Uses the id of unnamed versions, so that two of them can be told apart. */
const nameOf = (name: string | undefined, id: string): string =>
  name === undefined || name === 'unnamed version' ? `version ${shortId(id)}` : name;

/** Shows what a run measured: an agent version, and the policy version and model if given. */
export function VersionName({ run }: { run: Measured }) {
  const version = useRead(
    keys.version(run.agent_id, run.agent_version_id),
    (options) => errand.versions.get(run.agent_id, run.agent_version_id, {}, options),
    { retry: false },
  );
  const policyId = run.policy_version_id ?? '';
  const policy = useRead(keys.policyVersion(policyId), (options) => errand.policyVersions.get(policyId, options), {
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
