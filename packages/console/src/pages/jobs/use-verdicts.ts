import type { Job } from '@errand/sdk';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { errand } from '../../session/client.ts';
import { readPolicy } from '../policies/policy-draft.ts';
import { verdictOf } from './verdict-of.ts';

/** Returns the other verdicts of the job's policy, or undefined while they load. */
export function useVerdicts(job: Job): string[] | undefined {
  const { data, isLoading } = useRead(
    keys.policyVersion(job.policy_version_id ?? ''),
    (options) => errand.policyVersions.get(job.policy_version_id!, options),
    { enabled: job.policy_version_id !== null, staleTime: Number.POSITIVE_INFINITY },
  );
  if (data === undefined) return isLoading ? undefined : [];
  return readPolicy(data.content)
    .dispositions.map(({ name }) => name)
    .filter((name) => name !== '' && name !== verdictOf(job));
}
